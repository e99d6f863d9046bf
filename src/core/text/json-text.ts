/**
 * JSON that people write by hand: read with comments, and changed in place, so that nothing else in the text moves.
 * R1 Comments, of a line or of a stretch, and a comma before a closing bracket are allowed. All else is as JSON has it.
 * R2 A text that can't be read is reported with the line of the fault, and no part of it counts.
 * R3 Of two members with one name the last counts, as for JSON.parse.
 * R4 A change replaces the bytes of one value. Comments, order and unknown members stay as they are.
 * R5 A new member goes to the end of its group, indented like its neighbours; missing groups are made.
 * R6 A removed member takes its comma with it, and its group if nothing is left there.
 * R7 Nothing is put inside a value that is no group: that would lose the value.
 */
import { AgentError } from "../errors.js";
import { isObject } from "../is-object.js";
import { parseJson, type JsonFault, type JsonNode, type Member } from "./json-parse.js";
import { jsonWords } from "./text-words.js";

export type JsonGroup = Readonly<Record<string, unknown>>;

/** The members of a text; an empty text has none. */
export function readJsonText(text: string): { readonly group: JsonGroup } | { readonly fault: JsonFault } {
  if (text.trim() === "") return { group: {} };
  const parsed = parseJson(text);
  if ("line" in parsed) return { fault: parsed };
  if (!parsed.members) return { fault: { line: 1, message: jsonWords.notBraced } };
  return { group: parsed.value as JsonGroup };
}

/** The value under a path of names, or undefined. */
export function findIn(group: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    group,
  );
}

/** The text with another value under a path; undefined removes the member. */
export function withJsonValue(text: string, path: readonly string[], value: unknown): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  const parsed = parseJson(whole);
  if ("line" in parsed || !parsed.members) throw new AgentError("InvalidArgsError", jsonWords.unreadable);
  return value === undefined ? without(whole, parsed, path) : put(whole, parsed, path, value);
}

function put(text: string, root: JsonNode, path: readonly string[], value: unknown): string {
  let group = root;
  for (const [depth, name] of path.entries()) {
    const member = group.members!.findLast((each) => each.name === name);
    const rest = path.slice(depth + 1);
    if (!member) return inserted(text, group, name, nested(rest, value));
    if (rest.length === 0) return replaced(text, member.node, written(value, lineIndent(text, member.from), text));
    if (!member.node.members) throw notAGroup(path.slice(0, depth + 1));
    group = member.node;
  }
  return text;
}

const notAGroup = (path: readonly string[]): AgentError =>
  new AgentError("InvalidArgsError", jsonWords.noGroup(path.join(".")));

/** R6: from the inside out, as long as a group is left empty. */
function without(text: string, root: JsonNode, path: readonly string[]): string {
  const groups = [root];
  for (const name of path.slice(0, -1)) {
    const next = groups.at(-1)!.members!.findLast((each) => each.name === name)?.node;
    if (!next?.members) return text;
    groups.push(next);
  }
  const left = dropped(text, groups.at(-1)!, path.at(-1)!);
  if (left === text || path.length === 1) return left;
  const parent = path.slice(0, -1);
  const again = parseJson(left) as JsonNode;
  return isBare(left, again, parent) ? without(left, again, parent) : left;
}

/** True if nothing, not even a comment, is left in the group at a path. */
function isBare(text: string, root: JsonNode, path: readonly string[]): boolean {
  const group = path.reduce<JsonNode | undefined>(
    (node, name) => node?.members?.findLast((each) => each.name === name)?.node,
    root,
  );
  return group?.members !== undefined && /^\{\s*\}$/.test(text.slice(group.from, group.to));
}

/** Removes all members of that name: without the last, the one before it would count (R3). */
function dropped(text: string, group: JsonNode, name: string): string {
  const members = group.members!;
  const gone = (member: Member) => member.name === name;
  if (!members.some(gone)) return text;
  const cuts: (readonly [number, number])[] = members.filter(gone).map((member) => lineOf(text, member));
  const kept = members.filter((member) => !gone(member));
  const last = kept.at(-1);
  // The comma after what is last now, unless one stood there before the closing bracket.
  if (last?.comma !== undefined && members.at(-1)!.comma === undefined) cuts.push([last.comma, last.comma + 1]);
  return cuts
    .toSorted(([one], [other]) => other - one)
    .reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), text);
}

/** A member with its comma, and with its line if nothing else is on it. */
function lineOf(text: string, { from, node, comma }: Member): readonly [number, number] {
  const to = comma === undefined ? node.to : comma + 1;
  const before = /[^\S\n]*$/.exec(text.slice(0, from))![0].length;
  const after = /^[^\S\n]*\n?/.exec(text.slice(to))![0];
  const isAlone = text[from - before - 1] === "\n" && after.endsWith("\n");
  if (isAlone) return [from - before, to + after.length];
  return [from, to + /^[^\S\n]*/.exec(text.slice(to))![0].length];
}

/** R5 */
function inserted(text: string, group: JsonNode, name: string, value: unknown): string {
  const line = newlineOf(text);
  const close = group.to - 1;
  const last = group.members!.at(-1);
  const outer = lineIndent(text, group.from);
  const indent =
    last && text.slice(group.from, last.from).includes("\n") ? lineIndent(text, last.from) : outer + unitOf(text);
  const member = (own: string) => `${JSON.stringify(name)}: ${written(value, own, text)}`;
  const start = last ? (last.comma === undefined ? last.node.to : last.comma + 1) : group.from + 1;
  const between = text.slice(start, close);
  const head = text.slice(0, start) + (last && last.comma === undefined ? "," : "") + between.trimEnd();
  if (last && !text.slice(group.from, close).includes("\n"))
    return `${head} ${member(outer)}${between.slice(between.trimEnd().length)}${text.slice(close)}`;
  return `${head}${line}${indent}${member(indent)}${line}${outer}${text.slice(close)}`;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value);

const replaced = (text: string, { from, to }: JsonNode, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

const written = (value: unknown, indent: string, text: string): string =>
  JSON.stringify(value, undefined, unitOf(text)).replaceAll("\n", newlineOf(text) + indent);

const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
const unitOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
const lineIndent = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))![0];
