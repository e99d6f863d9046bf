/** Lines of a Snapshot that repeat their records word for word, and reworded ones: the card shows them apart (C12). */
import { labelledText, resultOf, type LabelledRecord } from "../context/labelled-record.js";
import { snapshotLines, type Snapshot } from "../log/snapshot.js";
import type { SnapshotLine } from "../log/snapshot-sections.js";

/** Places of the lines whose words stand in none of their records, white space aside. The lines of an earlier Snapshot count as said. */
export function rewordedLinesIn(
  lines: readonly SnapshotLine[],
  { covered, earlier }: { readonly covered: readonly LabelledRecord[]; readonly earlier?: Snapshot },
): readonly number[] {
  const wanted = new Set(lines.flatMap(({ from }) => from));
  const said = new Map(
    covered.filter(({ label }) => wanted.has(label)).map((each) => [each.label, plain(wholeOf(each))]),
  );
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

/** A line to compare: a full stop that was added at its end makes no difference. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.…]+$/, "")
    .toLowerCase();
