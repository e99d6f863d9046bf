/** Orders carried out by the reading Tools, and their answers: read, list, files by name, lines by text. */
import { nameOf } from "../files/path.js";
import { fenced, fileLink, inCode, languageOf } from "./markdown.js";
import { answer, call, type LibrarianInput, type Move } from "./move.js";
import type { Plan } from "./plan.js";
import { CANNOT } from "./small-talk.js";
import { countFound, linesFound, linesRead, pathsFound } from "./tool-outputs.js";
import type { DoneCall } from "./turn-so-far.js";

export type Order = Extract<Plan, { kind: "read" | "list" | "files" | "lines" }>;

/** The limits of an answer: a screen or two. */
const SHOWN_LINES = 120;
const SHOWN_CHARACTERS = 12_000;
const SHOWN_PATHS = 60;
const SHOWN_MATCHES = 30;
const GREP_MATCHES = 500;

/** The next move, or undefined if the order can't be carried out. Calls after a failure may belong to a search. */
export function carryOut(order: Order, done: readonly DoneCall[]): Move | undefined {
  switch (order.kind) {
    case "read":
      return read(order, done);
    case "list":
      return list(order.path, done);
    case "files":
      return files(order, done);
    case "lines":
      return lines(order, done);
  }
}

/** Saves a fact by the Tool, which asks the user where (M8). The Tool's output is the answer. */
export function remember(fact: string, { turn, tools }: LibrarianInput): Move {
  const done = turn.calls.findLast(({ name }) => name === "save_memory");
  if (done) return answer(done.failed ? `Nothing was written. ${done.output}` : done.output);
  return tools.has("save_memory") ? call({ name: "save_memory", args: { fact } }) : answer(CANNOT.remember);
}

/** Reads a file; a missing one is looked for by its name, and a folder is listed. */
function read(order: Order & { kind: "read" }, done: readonly DoneCall[]): Move | undefined {
  const last = done.at(-1);
  if (!last) return readCall(order.path, order);
  if (done.some(({ name, failed }) => name === "list_directory" && failed)) return undefined;
  if (last.name === "read_file") {
    if (!last.failed) return answer(readAnswer(last));
    if (done.length > 1) return answer(sentence(last));
    return call({ name: "glob", args: { pattern: `**/${globSafe(nameOf(order.path))}{,.*}` } });
  }
  if (last.name === "list_directory") return last.failed ? undefined : answer(listAnswer(order.path, last));
  const { paths } = pathsFound(last);
  const near = paths.filter((path) => path.toLowerCase().endsWith(order.path.toLowerCase().replace(/^\.?\//, "")));
  const [only] = near.length === 1 ? near : paths;
  if (only !== undefined && (near.length === 1 || paths.length === 1)) return readCall(only, order);
  if (paths.length === 0 && !nameOf(order.path).includes("."))
    return call({ name: "list_directory", args: { dir_path: order.path } });
  if (paths.length === 0)
    return answer(`There is no file ${inCode(order.path)} in this folder, nor one of that name anywhere in it.`);
  return answer(
    [`There is no file ${inCode(order.path)}; these have a name like it:`, "", ...pathList(paths)].join("\n"),
  );
}

const readCall = (path: string, { from, to }: Order & { kind: "read" }): Move =>
  call({
    name: "read_file",
    args: {
      file_path: path,
      ...(from !== undefined && { start_line: from }),
      ...(to !== undefined && { end_line: to }),
    },
  });

function readAnswer(done: DoneCall): string {
  const read = linesRead(done);
  const path = String(done.args.file_path);
  if (!read) return sentence(done);
  let shown = read.lines.slice(0, SHOWN_LINES);
  while (shown.length > 1 && shown.join("\n").length > SHOWN_CHARACTERS) shown = shown.slice(0, shown.length >> 1);
  const last = read.first + shown.length - 1;
  const total = read.total ?? read.lines.length;
  const isWhole = read.first === 1 && last === total;
  const range = isWhole ? "" : `, lines ${read.first} to ${last} of ${total}`;
  const wanted = typeof done.args.end_line === "number" ? Math.min(done.args.end_line, total) : total;
  const more = last < wanted ? [`\nTo go on: "read ${path} ${last + 1}-${Math.min(total, last + SHOWN_LINES)}".`] : [];
  return [
    `${fileLink(path, isWhole ? undefined : read.first)}${range}:`,
    "",
    fenced(shown.join("\n"), languageOf(path)),
    ...more,
  ].join("\n");
}

function list(path: string, done: readonly DoneCall[]): Move | undefined {
  const last = done.find(({ name }) => name === "list_directory");
  if (!last) return call({ name: "list_directory", args: path ? { dir_path: path } : {} });
  return last.failed ? undefined : answer(listAnswer(path, last));
}

function listAnswer(path: string, { output }: DoneCall): string {
  const [, ...rest] = output.split("\n");
  const entries = rest.filter((line) => line !== "" && !/^(?:\.\.\. and |\(\d+ ignored\)$)/.test(line));
  if (entries.length === 0) return `${path ? inCode(path) : "The folder"} has nothing to list.`;
  const folders = entries.flatMap((line) => /^\[DIR\] (.+)$/.exec(line)?.[1] ?? []);
  const names = entries.flatMap((line) => /^(?!\[DIR\] )(.+?) \([^()]*\)$/.exec(line)?.[1] ?? []);
  const within = (name: string) => (path ? `${path}/${name}` : name);
  const shown = [
    ...folders.map((name) => `- ${inCode(`${name}/`)}`),
    ...names.map((name) => `- ${fileLink(within(name))}`),
  ];
  const more = shown.length > SHOWN_PATHS ? [`- … and ${shown.length - SHOWN_PATHS} more: open the result above.`] : [];
  const head = `${path ? inCode(path) : "The folder"} has ${countedWithCommas(folders.length, "folder")} and ${countedWithCommas(names.length, "file")}:`;
  return [head, "", ...shown.slice(0, SHOWN_PATHS), ...more].join("\n");
}

function files({ pattern, what, counts }: Order & { kind: "files" }, done: readonly DoneCall[]): Move | undefined {
  const last = done.find(({ name }) => name === "glob");
  if (!last) return call({ name: "glob", args: { pattern } });
  if (last.failed) return undefined;
  const { paths, leftOut } = pathsFound(last);
  const count = paths.length + leftOut;
  if (count === 0) return answer(`I found no file for ${inCode(what)} (${inCode(pattern)}).`);
  const head = `${countedWithCommas(count, "file")} for ${inCode(what)} (${inCode(pattern)})${counts ? "." : ":"}`;
  return answer([head, "", ...pathList(paths, counts ? 10 : SHOWN_PATHS, leftOut)].join("\n"));
}

function pathList(paths: readonly string[], most = SHOWN_PATHS, leftOut = 0): readonly string[] {
  const more = Math.max(0, paths.length - most) + leftOut;
  return [...paths.slice(0, most).map((path) => `- ${fileLink(path)}`), ...(more > 0 ? [`- … and ${more} more.`] : [])];
}

function lines({ text, counts }: Order & { kind: "lines" }, done: readonly DoneCall[]): Move | undefined {
  const last = done.find(({ name }) => name === "grep_search");
  if (!last)
    return call({
      name: "grep_search",
      args: { pattern: text, fixed_strings: true, case_sensitive: true, total_max_matches: GREP_MATCHES },
    });
  if (last.failed) return undefined;
  const found = linesFound(last);
  const { count, isLimited } = countFound(last);
  if (count === 0) return answer(`No line of this folder has ${inCode(text)} in it.`);
  const number = isLimited ? `More than ${GREP_MATCHES} lines` : countedWithCommas(count, "line");
  const head = `${number} in ${countedWithCommas(found.length, "file")} ${count === 1 ? "has" : "have"} ${inCode(text)} in ${count === 1 ? "it" : "them"}${counts ? "." : ":"}`;
  const shown = matchList(last.output, counts ? 5 : SHOWN_MATCHES);
  return answer([head, "", ...shown].join("\n"));
}

function matchList(output: string, most: number): readonly string[] {
  const items: string[] = [];
  let path = "";
  let left = 0;
  for (const line of output.split("\n")) {
    path = /^File: (.+)$/.exec(line)?.[1] ?? path;
    const [, number, text] = /^L(\d+): (.*)$/.exec(line) ?? [];
    if (number === undefined) continue;
    if (items.length < most)
      items.push(`- ${fileLink(path, Number(number))} ${inCode(text!.trim().slice(0, 160) || " ")}`);
    else left++;
  }
  return left > 0 ? [...items, `- … and ${left} more: open the result above.`] : items;
}

/** A Tool's own sentence. */
const sentence = ({ output }: DoneCall): string => inCode(output.slice(0, 400));

const globSafe = (name: string): string => name.replaceAll(/[*?[\]{}()!\\]/g, "?");

export const countedWithCommas = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;
