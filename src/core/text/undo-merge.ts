/**
 * Undoes an edit in a file that was changed since: the old text returns in the place of the edit, later changes stay.
 * Gives undefined where both changed the same lines, or where comparing would take too long.
 */
import { diff3Merge } from "node-diff3";
import { textLines } from "./diff-view.js";
import type { ChangedFile } from "./edits.js";

/** The most lines between the common beginning and end: 3,000 lines that all differ take about 25 ms. */
const LINES_LIMIT = 3_000;
/** The most pairs of equal lines, each of which node-diff3 visits: 20,000, as of 1,000 repeated lines, take about 25 ms as well. */
const PAIRS_LIMIT = 20_000;

export function mergedUndo({ before, after, now }: ChangedFile): string | undefined {
  if (before === undefined || after === undefined || now === undefined) return undefined;
  const sides = [now, after, before].map(textLines);
  const head = equalLines(sides, (side, at) => side[at]);
  const rest = sides.map((side) => side.slice(head));
  const tail = equalLines(rest, (side, at) => side[side.length - 1 - at]);
  const [found, edited, old] = rest.map((side) => side.slice(0, side.length - tail)) as [string[], string[], string[]];
  if (Math.max(old.length, edited.length, found.length) > LINES_LIMIT) return undefined;
  if (Math.max(pairsOf(edited, found), pairsOf(edited, old)) > PAIRS_LIMIT) return undefined;
  const pieces = diff3Merge(found, edited, old, { excludeFalseConflicts: true });
  if (pieces.some(({ conflict }) => conflict)) return undefined;
  const whole = sides[0]!;
  const merged = pieces.flatMap(({ ok }) => ok ?? []);
  return [...whole.slice(0, head), ...merged, ...whole.slice(whole.length - tail)].join("");
}

/** The number of lines that all sides have in common, from one end on. */
function equalLines(
  sides: readonly (readonly string[])[],
  lineAt: (side: readonly string[], at: number) => string | undefined,
): number {
  const most = Math.min(...sides.map(({ length }) => length));
  let at = 0;
  while (at < most && sides.every((side) => lineAt(side, at) === lineAt(sides[0]!, at))) at++;
  return at;
}

function pairsOf(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}
