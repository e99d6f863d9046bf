/** Messages on their way into a Session, with what must stand before them: where the Model works (C7), what a question may need (C11). */
import type { Condenser } from "../../core/compression/snapshot-maker.js";
import type { ContentSaid, EnvironmentTold, LogRecord } from "../../core/log/log.js";
import type { IndexKeeper } from "../recall/index-keeper.js";
import type { AskedMessage } from "../recall/prefetch-recall.js";
import type { SessionSetup } from "./session-deps.js";
import type { SessionState } from "./session-state.js";

type Said = Pick<ContentSaid, "turn" | "content" | "shown" | "queued"> & { readonly from: "user" | "app" };

/** What is said, and beside it notes for the user alone. Before a user's words stands where they are said, if that is news (C7). */
export async function appendMessage(
  state: SessionState,
  setup: Pick<SessionSetup, "folder" | "environment">,
  said: Said,
  { notes = [], mustBeFree }: { readonly notes?: readonly string[]; readonly mustBeFree: () => void },
): Promise<LogRecord> {
  const { context } = state;
  await context.read();
  const isElsewhere = said.from === "user" && context.folder !== setup.folder();
  const where = isElsewhere ? [await environmentOf(setup)] : [];
  const words: ContentSaid = { kind: "content", step: said.turn, ...said };
  const beside = notes.map((text) => ({ kind: "note" as const, turn: said.turn, text }));
  // Another tab may have taken over while all this was weighed.
  const records = await state.write([...where, words, ...beside], { mustBeAllowed: mustBeFree });
  return records[where.length]!;
}

/** Where the Model works, as it is now. */
export async function environmentOf({
  folder,
  environment,
}: Pick<SessionSetup, "folder" | "environment">): Promise<EnvironmentTold> {
  const workspace = folder();
  return { kind: "environment", ...(workspace && { workspace }), content: await environment() };
}

/** What was recalled for the last question goes, and what this one needs comes, where the user wants that (C11). */
export async function recallForQuestion(
  state: SessionState,
  by: { readonly condenser: Condenser; readonly keeper?: IndexKeeper; readonly isWanted: boolean },
  question: AskedMessage,
): Promise<void> {
  const { context } = state;
  if (!context.isShortened && context.recalled === undefined) return;
  const { findForQuestion } = await import("../recall/prefetch-recall.js");
  const gone = context.recalled === undefined ? [] : [{ kind: "undo" as const, of: context.recalled }];
  const found = by.isWanted ? await findForQuestion(state, by, question) : undefined;
  if (gone.length === 0 && !found) return;
  await state.write([...gone, ...(found ? [found] : [])], {
    tell: (records) => {
      const made = records.at(-1);
      if (made?.kind !== "recalled") return;
      const { turn: turnId, records: those, weight } = made;
      state.tell({ type: "recalled", turnId, count: those.length, tokens: weight?.tokens ?? 0 });
    },
  });
}
