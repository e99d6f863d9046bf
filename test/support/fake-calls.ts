/** The part of the made-up Agent that asks: calls that wait for the user, edits that are written and taken back. */
import type { CallsPort } from "../../src/core/port/calls-port.js";
import type { Approval, ApprovalMode, ApprovalRequest, Question } from "../../src/core/policy/approval.js";
import { diffFiles } from "../../src/core/text/diff-view.js";
import type { EditView, UndoView } from "../../src/core/text/edits.js";
import { AgentError } from "../../src/core/errors.js";
import type { AgentEvent } from "../../src/core/port/events.js";
import type { ViewedFile } from "../../src/core/context/editor-context.js";

/** What a call waits for: the user's word, or answers. */
export type FakeAsk = Omit<ApprovalRequest, "callId"> | { readonly questions: readonly Question[] };

export abstract class FakeCalls {
  #count = 0;

  constructor(private readonly files?: Readonly<Record<string, string>>) {}

  abstract tell(event: AgentEvent): void;
  /** Sorts in the order of making, as real ids do. */
  protected newId = () => `01${String(++this.#count).padStart(24, "0")}`;

  /** What the user said, the newest last. */
  readonly approvals: Approval[] = [];
  readonly answers: (readonly string[] | undefined)[] = [];
  viewed: readonly ViewedFile[] = [];
  /** The Turn that asked last. */
  turnId = "";
  mode: ApprovalMode = "default";
  /** Files that were written, over those of the options. */
  readonly written = new Map<string, string | undefined>();
  readonly edits = new Map<string, EditView & { readonly turnId: string }>();
  readonly #waiting = new Map<string, (said: unknown) => void>();

  readonly calls: CallsPort = {
    approve: async (callId, approval) => {
      this.approvals.push(approval);
      this.#settle(callId, approval);
    },
    answer: async (callId, answers) => {
      this.answers.push(answers);
      this.#settle(callId, answers);
    },
    mode: async () => this.mode,
    setMode: async (mode) => {
      this.mode = mode;
      this.tell({ type: "approval-mode-changed", mode });
    },
    editOf: async (callId) => this.edits.get(callId),
    undoEdit: async (callId) => {
      const { path, before, after } = this.edits.get(callId)!;
      return this.#turnBack(callId, { path, from: after, to: before, undone: true });
    },
    redoEdit: async (callId) => {
      const { path, before, after } = this.edits.get(callId)!;
      return this.#turnBack(callId, { path, from: before, to: after, undone: false });
    },
    settleEdit: async (callId, { path, now }, text) => {
      if (this.textOf(path) !== now) throw new AgentError("ChangedError", `${path} was changed once more.`);
      this.#write(callId, path, text, true);
      return { kind: "undone" };
    },
    restoreTo: async () => ({ kind: "restored", paths: [] }),
  };

  #settle(callId: string, said: unknown) {
    const settle = this.#waiting.get(callId);
    if (!settle) throw new AgentError("NotFoundError", "Nothing waits for this any more.");
    this.#waiting.delete(callId);
    settle(said);
  }

  textOf(path: string): string | undefined {
    return this.written.has(path) ? this.written.get(path) : this.files?.[path];
  }
  #turnBack(
    callId: string,
    { path, from, to, undone }: { path: string; from?: string; to?: string; undone: boolean },
  ): UndoView {
    const now = this.textOf(path);
    if (now !== from) {
      const sides = { ...(to !== undefined && { before: to }), ...(from !== undefined && { after: from }) };
      return { kind: "changed", path, ...sides, ...(now !== undefined && { now }) };
    }
    this.#write(callId, path, to, undone);
    return { kind: undone ? "undone" : "redone" };
  }
  #write(callId: string, path: string, text: string | undefined, undone: boolean) {
    this.written.set(path, text);
    const { turnId } = this.edits.get(callId)!;
    this.tell({ type: "edit-undone", turnId, callId, undone });
  }

  /** Asks, waits, and does it: an edit is written. */
  protected async call(turnId: string, ask: FakeAsk) {
    const callId = this.newId();
    this.turnId = turnId;
    const isQuestion = "questions" in ask;
    const name = isQuestion ? "ask_user" : ask.tool;
    const said = new Promise<unknown>((resolve) => this.#waiting.set(callId, resolve));
    this.tell({ type: "tool-started", turnId, callId, name, title: isQuestion ? "" : ask.title });
    if (isQuestion) this.tell({ type: "question-asked", turnId, callId, questions: ask.questions });
    else this.tell({ type: "tool-asked", turnId, request: { ...ask, callId } });
    const word = await said;
    this.tell({ type: "tool-answered", turnId, callId });
    const approval = isQuestion ? undefined : (word as Approval);
    const finished = { type: "tool-finished", turnId, callId, output: "Done." } as const;
    if (isQuestion || approval?.kind === "reject" || ask.proposal.kind !== "edit") {
      this.tell({ ...finished, state: approval?.kind === "reject" ? "cancelled" : "done" });
      return;
    }
    const { path, before } = ask.proposal;
    const after = approval?.kind === "edit" ? approval.after : ask.proposal.after;
    const { added, removed } = diffFiles(before ?? "", after);
    this.written.set(path, after);
    this.edits.set(callId, { path, after, turnId, ...(before !== undefined && { before }) });
    this.tell({ ...finished, state: "done", edit: { path, added, removed } });
  }
}
