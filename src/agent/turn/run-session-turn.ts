/** A Turn of an open Session: chooses the Model, joins what the loop needs and runs the loop. */
import { onlyQuotes } from "../../core/models/model-names.js";
import { curate } from "../../core/context/history.js";
import type { TurnId } from "../../core/ids.js";
import type { AgentParts } from "../agent-parts.js";
import { createAsideAsker } from "../models/ask-aside.js";
import type { Touched } from "../calls/call-tools.js";
import type { Compressor } from "../compression/compress.js";
import { createLoopCheck, wantedIn } from "./loop-check.js";
import { createLoopWatch } from "./loop-watch.js";
import type { SessionDeps } from "../session/session-deps.js";
import { offeredTools } from "../request/offered-tools.js";
import { goOnAfterLoopWords, goOnWords } from "../prompts/go-on.js";
import type { ModelChooser } from "./run-step.js";
import { runTurn, type TurnEnd } from "./run-turn.js";
import type { SessionState } from "../session/session-state.js";
import type { RunAgent } from "../sub-agents/sub-agent.js";
import { withFallbackNotes } from "./fallback-note.js";
import { createSummariser } from "../calls/summarise-output.js";

interface SessionTurn {
  readonly turn: TurnId;
  readonly parts: AgentParts;
  readonly deps: SessionDeps;
  readonly compressor: Pick<Compressor, "compress" | "ifDue">;
  /** True if the Turn begins with a user's message, false if it goes on. */
  readonly isFresh: boolean;
  readonly detectsLoops: boolean;
  /** Called when the Model that answers is known. */
  readonly onChosen: (models: ModelChooser) => void;
}

/** Records looked through for the Model that spoke last: some steps, whatever their calls have written. */
const PAGE = 200;

export async function runSessionTurn(
  state: SessionState,
  { turn, parts, deps, compressor, isFresh, detectsLoops, onChosen }: SessionTurn,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { context, meter, tell } = state;
  await context.read();
  const tools = await deps.tools();
  /** `recall` is offered once there is something to recall, also in the middle of a Turn (C11). */
  const frame = async () => {
    const standing = await deps.frame(offeredTools(tools, context));
    return { ...standing, isShortened: context.isShortened };
  };
  let standing = await frame();
  await meter.setFrame(standing);
  const ask = createAsideAsker(state, turn);
  const kept = isFresh ? undefined : await answeredBy(state, turn);
  const chosen = await deps.choose({ turn, context: context.contents, ask, kept }, signal);
  const models = await withFallbackNotes(chosen, async (text) => {
    await state.write([{ kind: "note", turn, text }]);
    tell({ type: "note", turnId: turn, text });
  });
  onChosen(models);
  const isOurs = (text: string) => text === goOnWords || text === goOnAfterLoopWords;
  const check = createLoopCheck({
    turn,
    wanted: wantedIn(context.contents, isOurs),
    judges: () => deps.judges(models.current),
    ask,
    tell,
  });
  const { budgetOf, ...given } = await deps.calling(turn);
  const { broughtBy } = deps;
  const runAgent: RunAgent = async (...asked) => {
    const { createAgentRunner } = await import("../sub-agents/sub-agent.js"); // most Turns need none
    return createAgentRunner({ parts, deps, called: { session: state.id, turn }, models, given })(...asked);
  };
  const remembered = new Set<string>();
  const calling = {
    ...given,
    tools: new Map(tools.map((tool) => [tool.declaration.name, tool])),
    env: {
      ...given.env,
      // Another Model may answer by the time of a call.
      get runAgent() {
        return onlyQuotes(models.current.name) ? undefined : runAgent;
      },
    },
    // The Model that judges a Turn also summarises outputs: a quick one, where the family of the one that answers has one.
    summarise: createSummariser({ budgetOf, ask, model: async () => (await deps.judges(models.current))[0] }),
    ...(broughtBy && {
      async broughtBy(touched: Touched) {
        const { text, paths } = await broughtBy(touched, context);
        for (const path of paths) remembered.add(path);
        return text;
      },
    }),
  };
  const end = await runTurn(
    state,
    {
      ...{ id: turn, isFresh, models, calling, compressor, chance: parts.chance },
      async requestOf(contents) {
        if (standing.isShortened !== context.isShortened) standing = await frame();
        await meter.setFrame(standing); // a compression has weighed another meanwhile
        return { system: standing.system, tools: standing.tools, contents: curate(contents) };
      },
      loops: createLoopWatch(detectsLoops, check),
    },
    signal,
  );
  for (const { id } of standing.parts ?? []) remembered.add(id);
  if (!end.isUnanswered && !onlyQuotes(models.current.name)) deps.used?.([...remembered]);
  return end;
}

/** The Model that spoke last in a Turn that goes on, which keeps answering (R1); none if its last words are more than a page back. */
async function answeredBy({ log, id }: SessionState, turn: TurnId): Promise<string | undefined> {
  const { records } = await log.page(id, PAGE);
  const said = records.findLast((record) => record.kind === "content" && record.turn === turn && record.model);
  return said?.kind === "content" ? said.model : undefined;
}
