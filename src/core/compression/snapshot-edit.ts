/**
 * Edits of a Snapshot by the user (C12). Nothing is edited in place: an edit is written as another Snapshot over the same records (L1).
 * R1 A line that was left out is put back at the end of its section, and leaves the list of those left out.
 * R2 A line that is taken out is listed as left out.
 * R3 The whole text is read as a Model's answer is; a text that can't be read is refused. Unknown labels are dropped.
 */
import { snapshotIn } from "./compression.js";
import { AgentError } from "../errors.js";
import { snapshotWords } from "./snapshot-words.js";
import type { SnapshotTaken } from "../log/log.js";
import { snapshotLines, readSnapshot, emptySnapshot, withLines, type Snapshot } from "../log/snapshot.js";
import type { PlacedLine } from "../log/snapshot-sections.js";

/** A line is named by its place and by its words, so that none is changed that moved there meanwhile. */
export type SnapshotChange =
  | { readonly kind: "put-back"; readonly line: PlacedLine }
  /** An empty text takes the line out. */
  | { readonly kind: "line"; readonly at: number; readonly was: string; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

interface EditedSnapshot {
  readonly snapshot: Snapshot;
  readonly leftOut: readonly PlacedLine[];
  /** Places of the lines in other words than their records'; an edited line is one of them. */
  readonly reworded: readonly number[];
}

export function editSnapshot(
  record: Pick<SnapshotTaken, "contents" | "leftOut" | "retold" | "sources">,
  change: SnapshotChange,
): EditedSnapshot {
  const lines = snapshotLines(snapshotIn(record) ?? emptySnapshot());
  const { leftOut = [], retold = [], sources = {} } = record;
  const rewordedBefore = new Set(retold.map((at) => keyOf(lines[at])));
  const made = (now: readonly PlacedLine[], left: readonly PlacedLine[]): EditedSnapshot => {
    const snapshot = withLines(emptySnapshot(), now);
    const placed = snapshotLines(snapshot);
    const reworded = placed.flatMap((line, at) => {
      const key = keyOf(line);
      return rewordedBefore.has(key) || !before.has(key) ? [at] : [];
    });
    return { snapshot, leftOut: left, reworded };
  };
  const before = new Set([...lines, ...leftOut].map(keyOf));

  if (change.kind === "put-back") {
    const wanted = keyOf(change.line);
    const line = leftOut.find((each) => keyOf(each) === wanted);
    if (!line) throw lineGone();
    return made(
      [...lines, line],
      leftOut.filter((each) => each !== line),
    ); // R1
  }
  if (change.kind === "line") {
    const line = lines[change.at];
    if (line?.text !== change.was) throw lineGone();
    const text = change.text.trim();
    if (text === "" && lines.length === 1) throw new AgentError("InvalidArgsError", snapshotWords.needsALine);
    if (text === "") return made(lines.toSpliced(change.at, 1), [line, ...leftOut]); // R2
    return made(lines.with(change.at, { ...line, text }), leftOut);
  }
  const read = readSnapshot(change.text, (label) => label in sources);
  if (!read) throw new AgentError("InvalidArgsError", snapshotWords.unreadable);
  const now = new Set(snapshotLines(read).map(keyOf));
  const dropped = lines.filter((line) => !now.has(keyOf(line)));
  return made(snapshotLines(read), [...dropped, ...leftOut.filter((line) => !now.has(keyOf(line)))]);
}

const keyOf = (line: PlacedLine | undefined): string => (line ? `${line.section} ${line.text}` : "");

const lineGone = () => new AgentError("NotFoundError", snapshotWords.lineGone);
