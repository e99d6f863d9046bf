/** A Turn of an open Session: joins what the loop needs and lets it run. */
import type { AgentEvent } from "../../core/port/events.js";
import { onlyQuotes } from "../../core/models/model-names.js";
import { curate } from "../../core/context/history.js";
import type { LogRecord, RecordBody } from "../../core/log/log.js";
import type { AgentParts } from "../agent-parts.js";
import { createAsideAsker } from "../models/ask-aside.js";
import type { Compressor } from "../compression/compress.js";
import { createLoopCheck, wantedIn } from "./loop-check.js";
import { createLoopWatch } from "./loop-watch.js";
import type { SessionSetup } from "../session/session-deps.js";
import { offeredTools } from "../request/offered-tools.js";
import { goOnAfterLoopWords, goOnWords } from "../prompts/go-on.js";
import type { ModelChooser } from "./run-step.js";
import { runTurn, type TurnEnd } from "./run-turn.js";
import type { SessionContext } from "../session/session-context.js";
import type { SessionMeter } from "../session/session-meter.js";
import type { RunAgent } from "../sub-agents/sub-agent.js";
import { withStepDowns } from "./fallback-note.js";
import { createSummariser } from "../calls/summarise-output.js";

interface SessionTurn {
  readonly session: string;
  readonly turn: string;
  readonly context: SessionContext;
  readonly meter: SessionMeter;
  readonly compressor: Pick<Compressor, "compress" | "ifDue">;
  /** It begins with a user's message, which goes back if it can't be sent. */
  readonly isFresh: boolean;
  readonly detectsLoops: boolean;
  readonly record: (body: RecordBody) => LogRecord;
  readonly tell: (event: AgentEvent) => void;
  /** Who answers is known. */
  readonly onChosen: (models: ModelChooser) => void;
  readonly onWeighed: () => void;
}

/** Records looked through for who spoke last: some steps, whatever their calls have put down. */
const PAGE = 200;

export async function runSessionTurn(
  parts: AgentParts,
  setup: SessionSetup,
  of: SessionTurn,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { log, clock, ids, chance } = parts;
  const { session, turn, context, meter, compressor, isFresh, tell, onWeighed } = of;
  await context.read();
  const tools = await setup.tools();
  /** `recall` is offered once there is something to recall, also in the middle of a Turn (C11). */
  const frame = async () => {
    const standing = await setup.frame(offeredTools(tools, context));
    return { ...standing, isShortened: context.isShortened };
  };
  let standing = await frame();
  await meter.setFrame(standing);
  const ask = createAsideAsker({ log, clock, turn, record: of.record });
  const kept = isFresh ? undefined : await answeredBy(log, of);
  const models = await withStepDowns(
    await setup.choose({ turn, context: context.contents, ask, kept }, signal),
    async (text) => {
      await log.append([of.record({ kind: "note", turn, text })]);
      tell({ type: "note", turnId: turn, text });
    },
  );
  of.onChosen(models);
  const isOurs = (text: string) => text === goOnWords || text === goOnAfterLoopWords;
  const check = createLoopCheck({
    turn,
    wanted: wantedIn(context.contents, isOurs),
    judges: () => setup.judges(models.current),
    ask,
    tell,
  });
  const { budgetOf, ...calling } = await setup.calling(turn);
  // Who may judge a Turn may summarise an output: a quick Model, where the one that answers has such a kin.
  const { broughtBy } = setup;
  const summarise = createSummariser({ budgetOf, ask, model: async () => (await setup.judges(models.current))[0] });
  const runAgent: RunAgent = async (...asked) => {
    const { createAgentRunner } = await import("../sub-agents/sub-agent.js"); // most Turns need none
    return createAgentRunner({ parts, setup, session, turn, models, given: calling })(...asked);
  };
  const remembered = new Set<string>();
  const end = await runTurn(
    {
      ...{ log, clock, ids, chance, session, turn, context, meter, models, isFresh, tell, onWeighed },
      ...calling,
      env: {
        ...calling.env,
        // Who answers may be another one by the time of a call.
        get runAgent() {
          return onlyQuotes(models.current.name) ? undefined : runAgent;
        },
      },
      summarise,
      ...(broughtBy && {
        async broughtBy(touched) {
          const { text, paths } = await broughtBy(touched, context);
          for (const path of paths) remembered.add(path);
          return text;
        },
      }),
      keepAside: (made) => log.append([of.record({ kind: "aside", turn, ...made })]),
      async compress(trigger, signal) {
        const answering = models.current;
        const asked = { turn, trigger, model: answering.name, answering };
        return (await compressor.compress(asked, signal)).status === "compressed";
      },
      compressIfDue: (model, signal) => compressor.ifDue(turn, model, signal),
      tools: new Map(tools.map((tool) => [tool.declaration.name, tool])),
      async requestOf(contents) {
        if (standing.isShortened !== context.isShortened) standing = await frame();
        await meter.setFrame(standing); // a compression has weighed another meanwhile
        return { system: standing.system, tools: standing.tools, contents: curate(contents) };
      },
      loops: createLoopWatch(of.detectsLoops, check),
    },
    signal,
  );
  for (const { id } of standing.parts ?? []) remembered.add(id);
  if (!end.isUnanswered && !onlyQuotes(models.current.name)) setup.used?.([...remembered]);
  return end;
}

/** Who spoke last in a Turn that goes on: it stays with it (R1). More than a page after its last words it is routed anew. */
async function answeredBy(log: AgentParts["log"], { session, turn }: SessionTurn): Promise<string | undefined> {
  const { records } = await log.page(session, PAGE);
  const said = records.findLast((record) => record.kind === "content" && record.turn === turn && record.model);
  return said?.kind === "content" ? said.model : undefined;
}
