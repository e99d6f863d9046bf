/** Exports all of the user's data as one file, also when storage fails (L5). */
import type { LogStore } from "../core/log/store.js";

/** Lines read at a time. */
const PIECE = 1_000;

export async function exportLog(log: Pick<LogStore, "exportLines">): Promise<Blob> {
  // Each piece is a Blob, which the browser keeps outside this tab's memory: a log may be larger than that.
  const pieces: Blob[] = [];
  let after: string | undefined;
  do {
    const { lines, next } = await log.exportLines(after, PIECE);
    pieces.push(new Blob([lines]));
    after = next;
  } while (after !== undefined);
  return new Blob(pieces, { type: "application/jsonl" });
}
