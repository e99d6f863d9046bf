/**
 * The Snapshot that stands for the old part of a History (C5), as data. A line says one thing and has the labels of its records (C10).
 * It is written as `<state_snapshot>` with seven sections, and read from a Model's answer.
 *
 *   <state_snapshot>
 *     <overall_goal>
 *     - Move the shop to the new tax rules. [#3]
 *     …
 *
 * R1 Reading takes the last complete `<state_snapshot>`; a scratchpad, words around it and code fences are dropped.
 * R2 A section that is not closed is read to the next one or the end, without half a tag at the end. Sections that are missing are empty,
 *    unknown ones are dropped.
 * R3 `current_plan` of older snapshots is read as `task_state`.
 * R4 A bullet or a number begins a line; a line that is indented below it belongs to it. Escaped characters are themselves again.
 * R5 Labels at the end of a line, `[#3 #12]`, name its records. Those that don't exist are dropped.
 * R6 No snapshot at all, or one without a single line, is nothing.
 * R7 Writing and reading again gives the same Snapshot.
 */
import { SECTIONS, type PlacedLine, type Section, type SnapshotLine } from "./snapshot-sections.js";

export type Snapshot = Readonly<Record<Section, readonly SnapshotLine[]>>;

const NONE: readonly SnapshotLine[] = [];
export const emptySnapshot = (): Snapshot =>
  Object.fromEntries(SECTIONS.map((section) => [section, NONE])) as unknown as Snapshot;

export const snapshotLines = (snapshot: Snapshot): readonly PlacedLine[] =>
  SECTIONS.flatMap((section) => snapshot[section].map((line) => ({ ...line, section })));

/** A Snapshot with these lines at the ends of its sections. */
export function withLines(snapshot: Snapshot, lines: readonly PlacedLine[]): Snapshot {
  const added = (of: Section) => lines.flatMap(({ section, text, from }) => (section === of ? [{ text, from }] : []));
  return Object.fromEntries(
    SECTIONS.map((section) => [section, [...snapshot[section], ...added(section)]]),
  ) as unknown as Snapshot;
}

export function writeSnapshot(snapshot: Snapshot): string {
  const sections = SECTIONS.map((section) => {
    const lines = snapshot[section].map(writeLine);
    return [`<${section}>`, ...lines, `</${section}>`].join("\n");
  });
  return `<state_snapshot>\n${sections.join("\n")}\n</state_snapshot>`;
}

export const writeLine = ({ text, from }: SnapshotLine): string =>
  `- ${escaped(text.trim()).replaceAll(/\s*\n\s*/g, "\n  ")}${from.length > 0 ? ` [${from.map((label) => `#${label}`).join(" ")}]` : ""}`;

/** `exists`: whether a label stands for a record (R5). */
export function readSnapshot(said: string, exists: (label: number) => boolean = () => true): Snapshot | undefined {
  const body = bodyOf(said);
  if (body === undefined) return undefined;
  const read = { ...emptySnapshot() } as Record<Section, readonly SnapshotLine[]>;
  for (const { name, text } of sectionsIn(body)) {
    read[name] = [...read[name], ...readLines(text, exists)];
  }
  return SECTIONS.some((section) => read[section].length > 0) ? read : undefined;
}

/** R1: the last one, since a Model may quote an earlier one first; without its scratchpad. */
function bodyOf(said: string): string | undefined {
  const plain = said.replaceAll(/<scratchpad>[\s\S]*?(?:<\/scratchpad>|(?=<state_snapshot>))/gi, "");
  const whole = plain.replace(/<\/?[a-z_]*$/i, ""); // cut off inside a tag
  const all = [...whole.matchAll(/<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/gi)];
  return all.findLast(({ 1: body }) => HAS_SECTION.test(body ?? ""))?.[1];
}

const NAMES = [...SECTIONS, "current_plan"].join("|");
const HAS_SECTION = new RegExp(`<(?:${NAMES})\\s*>`, "i");

/** R2, R3: from each opening tag to its end, the next opening tag, or the end of all. */
function* sectionsIn(body: string): Generator<{ readonly name: Section; readonly text: string }> {
  const openings = [...body.matchAll(/<([a-z_]+)\s*>/gi)];
  for (const [at, opening] of openings.entries()) {
    const name = sectionNamed(opening[1]!.toLowerCase());
    if (!name) continue;
    const start = opening.index + opening[0].length;
    const next = openings.slice(at + 1).find(([, tag]) => sectionNamed(tag!.toLowerCase()))?.index ?? body.length;
    const close = body.slice(start, next).search(new RegExp(`</${opening[1]}\\s*>`, "i"));
    yield { name, text: body.slice(start, close < 0 ? next : start + close) };
  }
}

function sectionNamed(tag: string): Section | undefined {
  if (tag === "current_plan") return "task_state";
  return SECTIONS.find((section) => section === tag);
}

const MARKER = /^(?:[-*•·]|\d{1,3}[.)])\s+/;

function readLines(text: string, exists: (label: number) => boolean): readonly SnapshotLine[] {
  const lines: string[] = [];
  let isBelow = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "" || line.startsWith("```")) {
      isBelow = false;
      continue;
    }
    const isIndented = /^\s{2,}/.test(raw) && !MARKER.test(line);
    if (isBelow && isIndented) lines.push(`${lines.pop()!}\n${line}`);
    else lines.push(line);
    isBelow = true;
  }
  return lines.flatMap((line) => readLine(line, exists));
}

const LABELS = /\s*[[(]\s*((?:#\d{1,9}[\s,;]*)+)[\])]\s*[.]?$/;

function readLine(line: string, exists: (label: number) => boolean): readonly SnapshotLine[] {
  const labels = LABELS.exec(line);
  const from = [...(labels?.[1] ?? "").matchAll(/#(\d+)/g)].map(([, digits]) => Number(digits)).filter(exists);
  // A step's number says in which order: it stays, a bullet goes (R4).
  const words = (labels ? line.slice(0, labels.index) : line).replace(/^[-*•·]\s+/, "");
  const text = unescaped(words).trim();
  return text === "" || text === "-" ? [] : [{ text, from: [...new Set(from)] }];
}

/** Only what could be taken for a tag, or for an escaped one, is escaped: "a < b && c" stays as it is. */
const escaped = (text: string): string =>
  text.replaceAll(/&(?=(?:amp|lt|gt|quot);)/g, "&amp;").replaceAll(/<(?=[a-z_/!?])/gi, "&lt;");
const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
