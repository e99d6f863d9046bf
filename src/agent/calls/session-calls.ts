/**
 * What a Session's calls share beyond a Turn: questions that are open, what was allowed by a click, what the Model has seen of
 * files, and the checkpoints. Loaded with the first message.
 */
import type { Approval, ApprovalMode } from "../../core/port/approval.js";
import type { TurnEvent } from "../../core/port/events.js";
import type { LogRecord, RecordBody } from "../../core/log/log.js";
import type { PolicyRule } from "../../core/policy/policy.js";
import type { Workspace } from "../../core/files/workspace.js";
import { createCheckpoints, type CheckpointParts, type Checkpoints } from "./checkpoints.js";
import type { CallParts } from "./call-tools.js";
import { createGate } from "./approval-gate.js";
import { allRules, type PolicyBook } from "./policy-book.js";
import { createSeenFiles, type SeenFiles } from "./seen-files.js";
import { createWaiting } from "./pending-answers.js";

interface SessionCallsParts {
  /** The folder; throws a sentence where none is open. */
  readonly workspace: () => Workspace;
  readonly memory?: CheckpointParts["memory"];
  readonly book: PolicyBook;
  readonly mode: () => ApprovalMode;
  readonly records: () => Promise<readonly LogRecord[]>;
  readonly keep: (body: RecordBody) => Promise<LogRecord>;
  readonly tell: (event: TurnEvent) => void;
}

export interface SessionCalls {
  readonly checkpoints: Checkpoints;
  readonly seen: SeenFiles;
  /** What a Turn's calls are given. */
  ofTurn(turn: string): Pick<CallParts, "gate" | "change">;
  approve(callId: string, approval: Approval): void;
  answer(callId: string, answers: readonly string[] | undefined): void;
  /** The rules that hold now, the highest first, and what was left out of files and why. */
  policies(): Promise<{ readonly rules: readonly PolicyRule[]; readonly problems: readonly string[] }>;
}

export function createSessionCalls(parts: SessionCallsParts): SessionCalls {
  const approvals = createWaiting<Approval>();
  const answers = createWaiting<readonly string[] | undefined>();
  const clicked: PolicyRule[] = [];
  const strangers = new Set<string>();
  const seen = createSeenFiles(() => parts.workspace().id);
  const checkpoints = createCheckpoints({
    ...parts,
    onUndone: (turnId, callId, undone) => parts.tell({ type: "edit-undone", turnId, callId, undone }),
  });
  return {
    checkpoints,
    seen,
    ofTurn: (turn) => ({
      gate: createGate(turn, { ...parts, approvals, answers, clicked, strangers }),
      change: (call, change) => checkpoints.change(turn, call, change),
    }),
    approve: (callId, approval) => approvals.answer(callId, approval),
    answer: (callId, said) => answers.answer(callId, said),
    async policies() {
      const file = await parts.book.read();
      return { rules: allRules(file, clicked), problems: file.problems };
    },
  };
}
