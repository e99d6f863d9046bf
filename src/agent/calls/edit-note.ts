/** An edit as a line for the screen, and as a patch. */
import { createPatch, diffLines } from "diff";
import type { EditNote } from "../../core/text/edits.js";

/** Milliseconds after which a comparison is given up and the text counts as replaced: texts with nothing in common take long. */
const PATIENCE = 300;

export function editNote(path: string, before: string | undefined, after: string): EditNote {
  const changes = diffLines(before ?? "", after, { timeout: PATIENCE });
  if (!changes) return { path, added: linesIn(after), removed: linesIn(before ?? "") };
  const sum = (key: "added" | "removed") =>
    changes.reduce((total, change) => total + (change[key] ? change.count : 0), 0);
  return { path, added: sum("added"), removed: sum("removed") };
}

/** A unified patch; of texts too different to compare, the new one. */
export const editPatch = (path: string, before: string, after: string): string =>
  createPatch(path, before, after, undefined, undefined, { timeout: PATIENCE }) ?? after;

const linesIn = (text: string): number => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
