/** The saver of drafts: keeps an answer while it is spoken, so that a crash costs less than a second of it (L3). */
import type { Draft } from "../../core/log/store.js";
import type { SessionState } from "../session/session-state.js";

/** Milliseconds between two saves: well under the second that may be lost, since a save takes time, more on a slow disk. */
const EVERY = 400;

interface DraftSaver {
  add(piece: { readonly text?: string; readonly thought?: string }): void;
  /** Stops saving and waits for a save under way. Rejects if one has failed: then storage is no longer to be trusted. */
  settle(): Promise<void>;
}

export function createDraftSaver(
  { id: session, log, clock }: Pick<SessionState, "id" | "log" | "clock">,
  answer: Pick<Draft, "turn" | "step" | "model">,
): DraftSaver {
  let text = "";
  let thought = "";
  let seq = 0;
  let due: number | undefined;
  let cancel: (() => void) | undefined;
  let saving = Promise.resolve();

  const unschedule = () => {
    cancel?.();
    cancel = due = undefined;
  };
  const save = () => {
    unschedule();
    const draft: Draft = { session, ...answer, seq: seq++, text, thought };
    text = thought = "";
    saving = saving.then(() => log.draft(draft));
    saving.catch(() => undefined); // settle() rejects with the failure; until then it must not count as unhandled
  };

  return {
    add(piece) {
      text += piece.text ?? "";
      thought += piece.thought ?? "";
      due ??= clock.now() + EVERY;
      cancel ??= clock.after(EVERY, save);
      // The timers of a hidden tab come late, by a second and more; its pieces do not.
      if (clock.now() >= due) save();
    },
    settle() {
      unschedule();
      return saving;
    },
  };
}
