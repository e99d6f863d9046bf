/** Messages on their way into a Session, with what must stand before them: the environment (C7), and records recalled for a question (C11). */
import { userSaid, type Content } from "../../core/content.js";
import type { ContentSaid, EnvironmentTold, LogRecord } from "../../core/log/log.js";
import type { RecordId, TurnId } from "../../core/ids.js";
import type { AgentParts } from "../agent-parts.js";
import { goOnAfterLoopWords, goOnWords } from "../prompts/go-on.js";
import type { AskedMessage } from "../recall/prefetch-recall.js";
import type { EditorUpdates } from "./editor-updates.js";
import type { Outgoing, SessionDeps } from "./session-deps.js";
import type { SessionState } from "./session-state.js";

export interface Messages {
  /** Writes a user's message, which begins a Turn, and tells of it. Resolves when all that the Model needs for it is in the Log. */
  send(message: Outgoing): Promise<{ readonly turn: TurnId; readonly record: RecordId }>;
  /** Writes the words by which a Turn that had ended goes on, and tells of it. */
  goOn(turn: TurnId): Promise<void>;
}

interface MessageOptions {
  readonly deps: Pick<SessionDeps, "folder" | "environment" | "viewing" | "recalls">;
  readonly parts: Pick<AgentParts, "snapshotMaker" | "indexer">;
  /** Throws where nothing may be written: another tab may have taken over while a message was weighed. */
  readonly mustBeFree: () => void;
}

export function createMessages(state: SessionState, { deps, parts, mustBeFree }: MessageOptions): Messages {
  const { context, tell } = state;
  let tellEditor: EditorUpdates | undefined;

  /** Notes, for the user alone, stand after the message. The environment stands before a user's message if it has changed (C7). */
  async function append(said: Said, notes: readonly string[] = []): Promise<LogRecord> {
    await context.read();
    const isElsewhere = said.from === "user" && context.folder !== deps.folder();
    const where = isElsewhere ? [await environmentOf(deps)] : [];
    const words: ContentSaid = { kind: "content", step: said.turn, ...said };
    const beside = notes.map((text) => ({ kind: "note" as const, turn: said.turn, text }));
    const records = await state.write([...where, words, ...beside], { mustBeAllowed: mustBeFree });
    return records[where.length]!;
  }

  /** Takes back the records recalled for the last question, and recalls those that this one needs, where the user wants that (C11). */
  async function recallFor(question: AskedMessage): Promise<void> {
    if (!context.isShortened && context.recalled === undefined) return;
    const { findForQuestion } = await import("../recall/prefetch-recall.js");
    const gone = context.recalled === undefined ? [] : [{ kind: "undo" as const, of: context.recalled }];
    const found = deps.recalls() ? await findForQuestion(state, parts, question) : undefined;
    if (gone.length === 0 && !found) return;
    await state.write([...gone, ...(found ? [found] : [])], {
      tell: (records) => {
        const made = records.at(-1);
        if (made?.kind !== "recalled") return;
        const { turn: turnId, records: those, weight } = made;
        tell({ type: "recalled", turnId, count: those.length, tokens: weight?.tokens ?? 0 });
      },
    });
  }

  async function hasLooped(turn: TurnId): Promise<boolean> {
    const { records } = await state.log.page(state.id, 10);
    const end = records.findLast((record) => record.kind === "turn-ended" && record.turn === turn);
    return end?.kind === "turn-ended" && end.outcome.kind === "looped";
  }

  return {
    async send({ shown, parts: words, notices = [], queued }) {
      const turn: TurnId = state.nextId();
      tellEditor ??= (await import("./editor-updates.js")).createEditorUpdates();
      const editor = tellEditor(deps.viewing(), context.reading);
      const content: Content = { role: "user", parts: [...editor.parts, ...words] };
      const isAll = content.parts.length === 1 && words[0]!.text === shown;
      const said: Said = { turn, from: "user", content, ...(!isAll && { shown }), ...(queued && { queued }) };
      const { id: record, at } = await append(said, notices);
      editor.wasTold();
      tell({ type: "turn-started", turnId: turn, text: shown, at });
      // The message is in the Log by now, and must be answered whatever fails here.
      await recallFor({ turn, record, words: shown }).catch((error: unknown) =>
        console.warn("Nothing could be recalled for this question.", error),
      );
      for (const text of notices) tell({ type: "note", turnId: turn, text });
      return { turn, record };
    },
    async goOn(turn) {
      const content = userSaid((await hasLooped(turn)) ? goOnAfterLoopWords : goOnWords);
      await append({ turn, from: "app", content });
      tell({ type: "turn-resumed", turnId: turn });
    },
  };
}

type Said = Pick<ContentSaid, "turn" | "content" | "shown" | "queued"> & { readonly from: "user" | "app" };

/** The environment, where the Model works, as it is now. */
export async function environmentOf(deps: Pick<SessionDeps, "folder" | "environment">): Promise<EnvironmentTold> {
  const workspace = deps.folder();
  return { kind: "environment", ...(workspace && { workspace }), content: await deps.environment() };
}
