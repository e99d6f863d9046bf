/** Which lines of a Snapshot are word for word what was said, and which only retell it: the card tells them apart (C12). */
import { labelledText, resultOf, type LabelledRecord } from "../context/labelled-record.js";
import { snapshotLines, type Snapshot } from "../log/snapshot.js";
import type { SnapshotLine } from "../log/snapshot-sections.js";

/**
 * Places of the lines whose words stand in none of the records they come from, white space aside. What an earlier Snapshot said in these
 * words counts as said.
 */
export function rewordedLinesIn(
  lines: readonly SnapshotLine[],
  { told, earlier }: { readonly told: readonly LabelledRecord[]; readonly earlier?: Snapshot },
): readonly number[] {
  const wanted = new Set(lines.flatMap(({ from }) => from));
  const said = new Map(told.filter(({ label }) => wanted.has(label)).map((each) => [each.label, plain(wholeOf(each))]));
  const carried = new Set(earlier ? snapshotLines(earlier).map(({ text }) => plain(text)) : []);
  return lines.flatMap(({ text, from }, at) => {
    const words = plain(text);
    return carried.has(words) || from.some((label) => said.get(label)?.includes(words)) ? [] : [at];
  });
}

const wholeOf = (each: LabelledRecord): string =>
  [
    labelledText(each),
    ...each.content.parts.flatMap(({ functionResponse }) => (functionResponse ? resultOf(functionResponse).text : [])),
  ].join("\n");

/** A full stop that was added at the end does not make it another sentence. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.…]+$/, "")
    .toLowerCase();
