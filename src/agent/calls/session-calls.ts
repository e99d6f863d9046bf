/**
 * The calls of a Session, and what they share beyond a Turn: open questions, rules allowed by a click, the files that the Model has
 * seen, and the checkpoints. Loaded with the first message.
 */
import type { Approval, ApprovalMode } from "../../core/policy/approval.js";
import type { PolicyRule } from "../../core/policy/policy.js";
import type { CallId, TurnId } from "../../core/ids.js";
import { createCheckpoints, type Checkpoints, type FilePlaces } from "./checkpoints.js";
import type { Calling } from "./call-tools.js";
import { createGate } from "./approval-gate.js";
import { allRules, type PolicyBook } from "./policy-book.js";
import { createSeenFiles, type SeenFiles } from "./seen-files.js";
import type { SessionState } from "../session/session-state.js";
import { createPendingAnswers } from "./pending-answers.js";

export interface SessionCalls {
  readonly checkpoints: Checkpoints;
  readonly seen: SeenFiles;
  /** The gate and the checkpoints for the calls of a Turn. */
  ofTurn(turn: TurnId): Pick<Calling, "gate" | "change">;
  approve(callId: CallId, approval: Approval): void;
  answer(callId: CallId, answers: readonly string[] | undefined): void;
  /** The rules that hold now, the highest first, and problems in the files they were read from. */
  policies(): Promise<{ readonly rules: readonly PolicyRule[]; readonly problems: readonly string[] }>;
}

export function createSessionCalls(
  state: SessionState,
  { places, book, mode }: { readonly places: FilePlaces; readonly book: PolicyBook; readonly mode: () => ApprovalMode },
): SessionCalls {
  const approvals = createPendingAnswers<Approval>();
  const answers = createPendingAnswers<readonly string[] | undefined>();
  const clicked: PolicyRule[] = [];
  const strangers = new Set<string>();
  const seen = createSeenFiles(() => places.workspace().id);
  const checkpoints = createCheckpoints(state, places);
  return {
    checkpoints,
    seen,
    ofTurn: (turn) => ({
      gate: createGate(turn, { state, book, mode, approvals, answers, clicked, strangers }),
      change: (call, change) => checkpoints.change(turn, call, change),
    }),
    approve: (callId, approval) => approvals.answer(callId, approval),
    answer: (callId, said) => answers.answer(callId, said),
    async policies() {
      const file = await book.read();
      return { rules: allRules(file, clicked), problems: file.problems };
    },
  };
}
