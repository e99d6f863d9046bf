/**
 * A sub-agent (A5): a Model with a task of its own, own context, own Tools and own limits. It runs the same loop as a Turn, with the same
 * compression (C15), in a Session of its own that no list shows; whoever called it sees how far it is, and gets its last words.
 */
import { textOf, userSaid } from "../../core/content.js";
import type { Question } from "../../core/port/approval.js";
import type { TurnEvent } from "../../core/port/events.js";
import { curate } from "../../core/context/history.js";
import type { LogRecord, RecordBody, RecordHead } from "../../core/log/log.js";
import type { FileChange } from "../../core/sandbox/sandbox.js";
import type { AgentParts } from "../agent-parts.js";
import type { Gate } from "../calls/approval-gate.js";
import { createLoopWatch } from "../turn/loop-watch.js";
import type { ModelChooser } from "../turn/run-step.js";
import { runTurn, type TurnParts } from "../turn/run-turn.js";
import { createSessionCompression } from "../compression/session-compression.js";
import { createSessionContext } from "../session/session-context.js";
import { createSessionMeter } from "../session/session-meter.js";
import type { SessionSetup } from "../session/session-deps.js";
import { createSessionTurns } from "../session/turn-views.js";
import type { Tool } from "../calls/tool.js";

export interface SubAgent {
  readonly name: string;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly steps: number;
  readonly minutes: number;
}

/** The call that wants it done. */
interface SubAgentCaller {
  readonly callId: string;
  readonly progress: (words: string) => void;
  readonly ask: (questions: readonly Question[]) => Promise<readonly string[] | undefined>;
  readonly change: (change: FileChange) => Promise<void>;
}

export interface SubAgentEnd {
  readonly kind: "done" | "out-of-steps" | "out-of-time" | "failed";
  /** What it said last; what went wrong, where it failed. */
  readonly text: string;
  /** Its Session. */
  readonly session: string;
}

export type RunAgent = (
  agent: SubAgent,
  task: string,
  caller: SubAgentCaller,
  signal: AbortSignal,
) => Promise<SubAgentEnd>;

interface SubAgentParts {
  readonly parts: AgentParts;
  readonly setup: Pick<SessionSetup, "threshold" | "summariser" | "environment">;
  /** The Session and the Turn it is called in, and who answers there. */
  readonly session: string;
  readonly turn: string;
  readonly models: ModelChooser;
  readonly given: Pick<TurnParts, "env" | "govern">;
}

const MINUTE = 60_000;

/** Rejects with `AbortError` where the caller is stopped, and where the Log can't be written. */
export const createAgentRunner =
  ({ parts, setup, models, given, ...called }: SubAgentParts): RunAgent =>
  async (agent, task, caller, signal) => {
    const { log, clock, ids, chance, gauge, measures, condenser } = parts;
    const [session, turn] = [ids.next(), ids.next()];
    const record = <Body extends RecordBody>(body: Body): RecordHead & Body => ({
      id: ids.next(),
      session,
      at: clock.now(),
      ...body,
    });
    const declarations = agent.tools.map(({ declaration }) => declaration);
    const meter = createSessionMeter(gauge, measures, session);
    let isNew = true;
    const context = createSessionContext(log, session, () => isNew);

    const content = userSaid(task);
    const weight = await meter.weigh(content);
    const agentOf = { ...called, call: caller.callId };
    const message = record({ kind: "content", turn, step: turn, from: "user", content, ...(weight && { weight }) });
    await log.append([record({ kind: "session-created", title: agent.name, agentOf }), message]);
    await context.read();
    isNew = false;
    context.add({ record: message.id, content }, weight);
    await meter.add(message.id, weight);
    await meter.setFrame({ system: agent.system, tools: declarations });

    const compressor = createSessionCompression({
      ...{ log, clock, session, context, meter, condenser, record },
      threshold: setup.threshold,
      summariser: setup.summariser,
      turns: createSessionTurns(),
      append: (records: readonly LogRecord[]) => log.append(records),
      async environment() {
        const told = await setup.environment();
        const weighed = await meter.weigh(told);
        return { kind: "environment", content: told, ...(weighed && { weight: weighed }) };
      },
      modelName: () => models.current.name,
      reframe: () => Promise.resolve(),
      tell: () => undefined,
      onWeighed: () => undefined,
    });

    const late = new AbortController();
    const endTimer = clock.after(agent.minutes * MINUTE, () => late.abort());
    try {
      const { outcome } = await runTurn(
        {
          ...{ log, clock, ids, chance, session, turn, context, meter, models, ...given },
          steps: agent.steps,
          isFresh: true,
          gate: openGate(caller),
          change: (_callId, change) => caller.change(change),
          tools: new Map(agent.tools.map((tool) => [tool.declaration.name, tool])),
          requestOf: (contents) =>
            Promise.resolve({ system: agent.system, tools: declarations, contents: curate(contents) }),
          compress: async (trigger, stop) =>
            (await compressor.compress({ turn, trigger, model: models.current.name, answering: models.current }, stop))
              .status === "compressed",
          compressIfDue: (model, stop) => compressor.ifDue(turn, model, stop),
          keepAside: (made) => log.append([record({ kind: "aside", turn, ...made })]),
          loops: createLoopWatch(true, () => Promise.resolve(undefined)), // it has not the steps for D3
          tell: (event) => report(event, caller.progress),
          onWeighed: () => undefined,
        },
        AbortSignal.any([signal, late.signal]),
      );
      signal.throwIfAborted();
      const last = context.contents.findLast(({ role }) => role === "model");
      const text = last ? textOf(last) : "";
      if (late.signal.aborted) return { kind: "out-of-time", text, session };
      if (outcome.kind !== "failed") return { kind: outcome.kind === "done" ? "done" : "failed", text, session };
      if (outcome.name === "StepLimitError") return { kind: "out-of-steps", text, session };
      return { kind: "failed", text: outcome.message, session };
    } finally {
      endTimer();
    }
  };

/** Its Tools are its bounds: what it was given, it may do. Its questions are the caller's. */
const openGate = ({ ask }: SubAgentCaller): Gate => ({
  pass: ({ proposed }) => Promise.resolve({ kind: "passed", ...(proposed && { proposal: proposed.proposal }) }),
  ask: (_callId, questions) => ask(questions),
  noteStrangers: () => undefined,
});

/** What it does is a line of the caller's progress. */
function report(event: TurnEvent, progress: (words: string) => void): void {
  if (event.type === "tool-started") progress(`${event.name} ${event.title}`.trim());
  else if (event.type === "turn-waiting") progress(event.why);
}
