/** The changes of a file in Git's own form. */
import { structuredPatch } from "diff";

interface PatchedFile {
  readonly path: string;
  /** Undefined: the file did not exist, or does not any more. */
  readonly before?: PatchedSide;
  readonly after?: PatchedSide;
}

export interface PatchedSide {
  readonly text: string;
  readonly isBinary: boolean;
  /** Git's file mode: 100644, 100755. */
  readonly mode: string;
}

/** The time limit in ms: two large files without a common line take 1,700, and longer patches are not read. */
const PATIENCE = 2_000;

export function patchOf({ path, before, after }: PatchedFile): string {
  const [a, b] = [`a/${path}`, `b/${path}`];
  const lines = [`diff --git ${a} ${b}`];
  if (!before && after) lines.push(`new file mode ${after.mode}`);
  if (before && !after) lines.push(`deleted file mode ${before.mode}`);
  if (before && after && before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const [from, to] = [before ? a : "/dev/null", after ? b : "/dev/null"];
  if (before?.isBinary || after?.isBinary) return [...lines, `Binary files ${from} and ${to} differ`].join("\n");
  const patch = structuredPatch(from, to, before?.text ?? "", after?.text ?? "", "", "", {
    context: 3,
    timeout: PATIENCE,
  });
  if (!patch) return [...lines, `--- ${from}`, `+++ ${to}`, "(too different to be compared line by line)"].join("\n");
  if (patch.hunks.length > 0) lines.push(`--- ${from}`, `+++ ${to}`);
  for (const { oldStart, oldLines, newStart, newLines, lines: changed } of patch.hunks) {
    lines.push(`@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`, ...changed);
  }
  return lines.join("\n");
}

/** The range of a hunk: one line needs no count, an empty range is given by the line before. */
const rangeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
