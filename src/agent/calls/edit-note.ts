/** How an edit is told in a line, and in a patch. */
import { createPatch, diffLines } from "diff";
import type { EditNote } from "../../core/text/edits.js";

/** Texts that have nothing in common take long to compare; after this (ms) they count as replaced whole. */
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
