/**
 * The gate before a call: Policy decides, or has the user decide (A3).
 *
 *   proposal ──► Policy ──► allow ─────────────────────────────► run
 *                  │ ├────► deny ──────────────────────────────► refused, with the rule's words
 *                  │ └────► ask ──► asked (durable) ──► once, always, save, edit ──► run
 *                  │                                └─► reject ──► refused, with the user's note
 */
import type { Approval, ApprovalMode, ApprovalRequest, Proposal, Question } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import { SHELL_TOOL } from "../../core/policy/policy-file.js";
import { allowanceOf, judge } from "../../core/policy/policy.js";
import type { Allowance, PolicyCall, PolicyRule, PolicyVerdict } from "../../core/policy/policy.js";
import type { CallId, TurnId } from "../../core/ids.js";
import { allRules, clickedRule, coverageOf, ruleFor, type PolicyBook } from "./policy-book.js";
import type { SessionState } from "../session/session-state.js";
import { splitCommand } from "./split-command.js";
import type { Proposed, Tool } from "./tool.js";
import type { PendingAnswers } from "./pending-answers.js";
import { callWords } from "./call-words.js";

/** The part of the gate that belongs to the Session, and outlives the Turn. */
interface GateKeeping {
  readonly state: Pick<SessionState, "write" | "tell">;
  readonly book: PolicyBook;
  readonly approvals: PendingAnswers<Approval>;
  readonly answers: PendingAnswers<readonly string[] | undefined>;
  /** Turns in which untrusted text has reached the Model. */
  readonly strangers: Set<string>;
  /** Rules by which the user allowed calls until the Session is closed. */
  readonly clicked: PolicyRule[];
  readonly mode: () => ApprovalMode;
}

interface GatedCall {
  readonly id: CallId;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly tool: Tool;
  readonly proposed?: Proposed;
}

export type GateResult =
  /** No `leave`: the user has seen this very call, and it may change what it wants. */
  | { readonly kind: "passed"; readonly proposal?: Proposal; readonly isEdited?: boolean; readonly leave?: Allowance }
  /** `words` are for the Model. `isUsers`: it was the user who said no, and not a rule. */
  | { readonly kind: "refused"; readonly words: string; readonly isUsers: boolean; readonly note?: string };

export interface Gate {
  pass(call: GatedCall, signal: AbortSignal): Promise<GateResult>;
  ask(callId: CallId, questions: readonly Question[], signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** Untrusted text has reached the Model: from now on the gate is stricter (A4). */
  noteStrangers(): void;
}

export function createGate(turn: TurnId, keeping: GateKeeping): Gate {
  const { write, tell } = keeping.state;
  /** The written rules, read once a Turn. */
  let written: ReturnType<PolicyBook["read"]> | undefined;

  /** Asks the user. The question is durable first, so that another tab sees it and a crash leaves a trace of it. */
  async function asked<T>(
    callId: CallId,
    body: { readonly request: ApprovalRequest } | { readonly questions: readonly Question[] },
    answer: () => Promise<T>,
  ): Promise<T> {
    await write([{ kind: "asked", turn, call: callId, ...body }]);
    const said = answer();
    if ("request" in body) tell({ type: "tool-asked", turnId: turn, request: body.request });
    else tell({ type: "question-asked", turnId: turn, callId, questions: body.questions });
    return said;
  }

  async function answered(callId: CallId, approval?: Approval["kind"]): Promise<void> {
    await write([{ kind: "answered", turn, call: callId, ...(approval && { approval }) }]);
    tell({ type: "tool-answered", turnId: turn, callId });
  }

  async function remember(approval: Approval, call: PolicyCall, proposal: Proposal): Promise<void> {
    if (approval.kind !== "always" && approval.kind !== "save") return;
    const rule = ruleFor(call, proposal, keeping.mode());
    if (!rule) return;
    keeping.clicked.push(clickedRule(rule));
    if (approval.kind === "save") await keeping.book.save(rule);
  }

  return {
    noteStrangers() {
      keeping.strangers.add(turn);
    },
    async ask(callId, questions, signal) {
      const answers = await asked(callId, { questions }, () => keeping.answers.wait(callId, signal));
      await answered(callId);
      return answers;
    },
    async pass(call, signal) {
      const { id, name, title, proposed } = call;
      const judged = await policyCall(call);
      const mode = keeping.mode();
      const rules = allRules(await (written ??= keeping.book.read()), keeping.clicked);
      const afterStrangers = keeping.strangers.has(turn);
      const verdict = cautious(judge(judged, rules, { mode, afterStrangers }), proposed, mode);
      if (verdict.decision === "allow")
        return { kind: "passed", ...(proposed && { proposal: proposed.proposal }), leave: allowanceOf(verdict, mode) };
      if (verdict.decision === "deny") {
        const words = verdict.why ?? callWords.denied(name, verdict.rule?.source ?? "built in");
        return { kind: "refused", words, isUsers: false };
      }
      const proposal = proposed?.proposal ?? plainProposal(call);
      const isSaid = proposal.kind === "edit" && proposal.remark === verdict.why;
      const request: ApprovalRequest = {
        callId: id,
        tool: name,
        title,
        proposal,
        ...(verdict.why && !isSaid && { why: verdict.why }),
        ...lastingOf(judged, proposal, mode),
      };
      const approval = await asked(id, { request }, () => keeping.approvals.wait(id, signal));
      await answered(id, approval.kind);
      if (approval.kind === "reject") return rejected(approval.note);
      await remember(approval, judged, proposal);
      if (approval.kind !== "edit") return { kind: "passed", proposal };
      if (!proposed) throw new AgentError("InvalidArgsError", callWords.notEditable);
      const changed = withText(proposal, approval);
      return { kind: "passed", proposal: changed, isEdited: changed !== proposal };
    },
  };
}

async function policyCall({ name, args, tool, proposed }: GatedCall): Promise<PolicyCall> {
  const proposal = proposed?.proposal;
  const isShell = name === SHELL_TOOL && typeof args.command === "string";
  return {
    tool: name,
    kind: tool.kind,
    args,
    ...(proposal?.kind === "edit" && { path: proposal.path }),
    ...(isShell && { pieces: await splitCommand(String(args.command)) }),
  };
}

function lastingOf(call: PolicyCall, proposal: Proposal, mode: ApprovalMode) {
  const rule = ruleFor(call, proposal, mode);
  return rule ? { covers: coverageOf(rule, call) } : { isOnce: true as const };
}

/** A proposal that its own Tool has doubts about is shown to the user, unless the user wants no questions at all. */
const cautious = (verdict: PolicyVerdict, proposed: Proposed | undefined, mode: ApprovalMode): PolicyVerdict =>
  verdict.decision === "allow" && proposed?.caution && mode !== "yolo"
    ? { decision: "ask", why: proposed.caution }
    : verdict;

/** The call itself, for a Tool that does not say what it is about to do. */
const plainProposal = ({ name, args }: GatedCall): Proposal => ({
  kind: "run",
  language: "javascript",
  text: `${name}(${JSON.stringify(args, undefined, 2)})`,
});

function rejected(note: string | undefined): GateResult {
  const said = note?.trim();
  const words = said ? callWords.rejectedWithNote(said) : callWords.rejected;
  return { kind: "refused", words, isUsers: true, ...(said && { note: said }) };
}

/** The proposal as the user has edited it. */
function withText(proposal: Proposal, { after: text, path }: Approval & { readonly kind: "edit" }): Proposal {
  if (proposal.kind === "remember") return { ...proposal, fact: text, path: path ?? proposal.path };
  if (proposal.kind === "edit") return text === proposal.after ? proposal : { ...proposal, after: text };
  if (proposal.kind === "run") return text === proposal.text ? proposal : { ...proposal, text };
  if (proposal.kind === "commit") return text === proposal.message ? proposal : { ...proposal, message: text };
  throw new AgentError("InvalidArgsError", callWords.addressNotEditable);
}
