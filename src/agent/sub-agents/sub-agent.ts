/**
 * A sub-agent (A5): a Model with a task of its own, own context, own Tools and own limits. It runs the same loop as a Turn, with the same
 * compression (C15), in a Session of its own that no list shows. The caller sees its progress, and gets its last words.
 */
import { textOf, userSaid } from "../../core/content.js";
import type { Question } from "../../core/policy/approval.js";
import type { AgentEvent } from "../../core/port/events.js";
import { curate } from "../../core/context/history.js";
import type { FileChange } from "../../core/sandbox/sandbox.js";
import { blankSummary } from "../../core/log/session-summary.js";
import type { CallId, SessionId, TurnId } from "../../core/ids.js";
import type { AgentParts } from "../agent-parts.js";
import type { Calling } from "../calls/call-tools.js";
import { createCompressor } from "../compression/compress.js";
import type { Gate } from "../calls/approval-gate.js";
import { createLoopWatch } from "../turn/loop-watch.js";
import type { ModelChooser } from "../turn/run-step.js";
import { runTurn } from "../turn/run-turn.js";
import type { SessionDeps } from "../session/session-deps.js";
import { createSessionState } from "../session/session-state.js";
import type { Tool } from "../calls/tool.js";

export interface SubAgent {
  readonly name: string;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly steps: number;
  readonly minutes: number;
}

/** The call that a sub-agent works for. */
interface SubAgentCaller {
  readonly callId: CallId;
  readonly progress: (words: string) => void;
  readonly ask: (questions: readonly Question[]) => Promise<readonly string[] | undefined>;
  readonly change: (change: FileChange) => Promise<void>;
}

export interface SubAgentEnd {
  readonly kind: "done" | "out-of-steps" | "out-of-time" | "failed";
  /** The last words of the sub-agent, or what went wrong. */
  readonly text: string;
  /** The Session of the sub-agent. */
  readonly session: SessionId;
}

export type RunAgent = (
  agent: SubAgent,
  task: string,
  caller: SubAgentCaller,
  signal: AbortSignal,
) => Promise<SubAgentEnd>;

interface AgentRunnerOptions {
  readonly parts: AgentParts;
  readonly deps: Pick<SessionDeps, "threshold" | "summariser" | "environment">;
  /** The Session and the Turn of the call, and the Models of that Turn. */
  readonly called: { readonly session: SessionId; readonly turn: TurnId };
  readonly models: ModelChooser;
  readonly given: Pick<Calling, "env" | "govern">;
}

const MINUTE = 60_000;

/** Rejects with `AbortError` where the caller is stopped, and where the Log can't be written. */
export const createAgentRunner =
  ({ parts, deps, called, models, given }: AgentRunnerOptions): RunAgent =>
  async (agent, task, caller, signal) => {
    const { clock, ids, snapshotMaker } = parts;
    const [session, turn]: [SessionId, TurnId] = [ids.next(), ids.next()];
    const frame = { system: agent.system, tools: agent.tools.map(({ declaration }) => declaration) };
    const state = createSessionState(parts, blankSummary(session, clock.now()), {
      tell: (event) => report(event, caller.progress),
      modelName: () => models.current.name,
      frame: () => Promise.resolve(frame),
    });
    await state.write([
      { kind: "session-created", title: agent.name, agentOf: { ...called, call: caller.callId } },
      { kind: "content", turn, step: turn, from: "user", content: userSaid(task) },
    ]);
    await state.reframe();

    const late = new AbortController();
    const endTimer = clock.after(agent.minutes * MINUTE, () => late.abort());
    try {
      const { outcome } = await runTurn(
        state,
        {
          ...{ id: turn, isFresh: true, models, steps: agent.steps, chance: parts.chance },
          requestOf: (contents) => Promise.resolve({ ...frame, contents: curate(contents) }),
          calling: {
            ...given,
            gate: openGate(caller),
            change: (_callId, change) => caller.change(change),
            tools: new Map(agent.tools.map((tool) => [tool.declaration.name, tool])),
          },
          compressor: createCompressor(state, {
            ...{ snapshotMaker, threshold: deps.threshold, summariser: deps.summariser },
            environment: async () => ({ kind: "environment", content: await deps.environment() }),
          }),
          loops: createLoopWatch(true, () => Promise.resolve(undefined)), // a sub-agent has too few steps for D3
        },
        AbortSignal.any([signal, late.signal]),
      );
      signal.throwIfAborted();
      const last = state.context.contents.findLast(({ role }) => role === "model");
      const text = last ? textOf(last) : "";
      if (late.signal.aborted) return { kind: "out-of-time", text, session };
      if (outcome.kind !== "failed") return { kind: outcome.kind === "done" ? "done" : "failed", text, session };
      if (outcome.name === "StepLimitError") return { kind: "out-of-steps", text, session };
      return { kind: "failed", text: outcome.message, session };
    } finally {
      endTimer();
    }
  };

/** The gate of a sub-agent lets every call pass, since its Tools bound what it can do. Its questions are the caller's. */
const openGate = ({ ask }: SubAgentCaller): Gate => ({
  pass: ({ proposed }) => Promise.resolve({ kind: "passed", ...(proposed && { proposal: proposed.proposal }) }),
  ask: (_callId, questions) => ask(questions),
  noteStrangers: () => undefined,
});

/** Tells the caller of calls and of waiting, each in a line. */
function report(event: AgentEvent, progress: (words: string) => void): void {
  if (event.type === "tool-started") progress(`${event.name} ${event.title}`.trim());
  else if (event.type === "turn-waiting") progress(event.why);
}
