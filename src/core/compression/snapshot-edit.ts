/**
 * A Snapshot in the user's own words (C12). Nothing is edited in place: what comes of an edit is written as another Snapshot over the same
 * records (L1).
 * R1 A line that was left out is put back at the end of its section, and is left out no more.
 * R2 A line that is taken out is told as left out: nothing goes without being listed.
 * R3 All of it as text is read as a Model's answer is; what can't be read is refused with a sentence. Labels that are not known are dropped.
 */
import { snapshotIn } from "./compression.js";
import { AgentError } from "../errors.js";
import type { SnapshotTaken } from "../log/log.js";
import { snapshotLines, readSnapshot, emptySnapshot, withLines, type Snapshot } from "../log/snapshot.js";
import type { PlacedLine } from "../log/snapshot-sections.js";

/** What the user wants of it. A line is named by its place among all, and by its words, lest another is meant. */
export type SnapshotChange =
  | { readonly kind: "put-back"; readonly line: PlacedLine }
  /** No words: the line goes. */
  | { readonly kind: "line"; readonly at: number; readonly was: string; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

interface EditedSnapshot {
  readonly snapshot: Snapshot;
  readonly leftOut: readonly PlacedLine[];
  readonly retold: readonly number[];
}

export function editSnapshot(
  record: Pick<SnapshotTaken, "contents" | "leftOut" | "retold" | "sources">,
  change: SnapshotChange,
): EditedSnapshot {
  const lines = snapshotLines(snapshotIn(record) ?? emptySnapshot());
  const { leftOut = [], retold = [], sources = {} } = record;
  const told = new Set(retold.map((at) => keyOf(lines[at])));
  const made = (now: readonly PlacedLine[], left: readonly PlacedLine[]): EditedSnapshot => {
    const snapshot = withLines(emptySnapshot(), now);
    const placed = snapshotLines(snapshot);
    const others = placed.flatMap((line, at) => (told.has(keyOf(line)) || !isSaid(line) ? [at] : []));
    return { snapshot, leftOut: left, retold: others };
  };
  const before = new Set([...lines, ...leftOut].map(keyOf));
  const isSaid = (line: PlacedLine) => before.has(keyOf(line));

  if (change.kind === "put-back") {
    const wanted = keyOf(change.line);
    const line = leftOut.find((each) => keyOf(each) === wanted);
    if (!line) throw gone();
    return made(
      [...lines, line],
      leftOut.filter((each) => each !== line),
    ); // R1
  }
  if (change.kind === "line") {
    const line = lines[change.at];
    if (line?.text !== change.was) throw gone();
    const text = change.text.trim();
    if (text === "" && lines.length === 1) throw empty();
    if (text === "") return made(lines.toSpliced(change.at, 1), [line, ...leftOut]); // R2
    return made(lines.with(change.at, { ...line, text }), leftOut);
  }
  const read = readSnapshot(change.text, (label) => label in sources);
  if (!read) throw unreadable();
  const now = new Set(snapshotLines(read).map(keyOf));
  const dropped = lines.filter((line) => !now.has(keyOf(line)));
  return made(snapshotLines(read), [...dropped, ...leftOut.filter((line) => !now.has(keyOf(line)))]);
}

const keyOf = (line: PlacedLine | undefined): string => (line ? `${line.section} ${line.text}` : "");

const gone = () =>
  new AgentError(
    "NotFoundError",
    "This line is not there any more: the summary was changed meanwhile. Look at it again.",
  );
const empty = () =>
  new AgentError(
    "InvalidArgsError",
    "A summary needs at least one line. To have the originals back, undo the compression.",
  );
const unreadable = () =>
  new AgentError(
    "InvalidArgsError",
    "This can’t be read as a summary, so nothing was changed. It must begin with <state_snapshot>, have sections such as " +
      "<key_knowledge> with a line each, and end with </state_snapshot>.",
  );
