/** What is said in an open Session, on its way into the Log, the context and the Gauge, with what must stand before it (C7, C11). */
import type { AgentEvent } from "../../core/port/events.js";
import type { ContentSaid, EnvironmentTold, LogRecord, RecordBody, RecordHead } from "../../core/log/log.js";
import type { AgentParts } from "../agent-parts.js";
import type { AskedMessage } from "../recall/prefetch-recall.js";
import type { SessionContext } from "./session-context.js";
import type { SessionMeter } from "./session-meter.js";
import type { SessionSetup } from "./session-deps.js";

export interface SessionWords {
  /** Into the Log, the context and the Gauge; before a user's words, where they are said (C7). */
  say(said: Said, around?: Around): Promise<LogRecord>;
  /** What was recalled for the last question goes, and what this one needs comes, where the user wants that (C11). */
  recallFor(question: Omit<AskedMessage, "limit">): Promise<void>;
  /** Where the Model works, as it is now. */
  describe(): Promise<EnvironmentTold>;
}

type Said = Pick<ContentSaid, "turn" | "content" | "shown" | "queued"> & { readonly from: "user" | "app" };

/** Records that go with it. */
interface Around {
  readonly before?: readonly LogRecord[];
  readonly after?: () => readonly LogRecord[];
}

interface WordsParts {
  readonly parts: AgentParts;
  readonly setup: Pick<SessionSetup, "folder" | "environment" | "recalls">;
  readonly session: string;
  readonly context: SessionContext;
  readonly meter: SessionMeter;
  readonly record: <Body extends RecordBody>(body: Body) => RecordHead & Body;
  readonly append: (records: readonly LogRecord[]) => Promise<void>;
  readonly tell: (event: AgentEvent) => void;
  readonly onWeighed: () => void;
  readonly modelName: () => string;
  readonly mustBeFree: () => void;
}

export function createSessionWords(given: WordsParts): SessionWords {
  const { parts, setup, context, meter, record, append, tell, onWeighed, modelName, mustBeFree } = given;

  async function describe(): Promise<EnvironmentTold> {
    const workspace = setup.folder();
    const content = await setup.environment();
    const weight = await meter.weigh(content);
    return { kind: "environment", ...(workspace && { workspace }), content, ...(weight && { weight }) };
  }

  /** None where the context has one that speaks of the open folder. */
  async function environment(): Promise<(RecordHead & EnvironmentTold) | undefined> {
    return context.folder === setup.folder() ? undefined : record(await describe());
  }

  async function takeIn({ id, content, workspace = "", weight }: RecordHead & EnvironmentTold): Promise<void> {
    const isFirst = context.contents.length === 0;
    context.add({ record: id, content, folder: workspace }, weight);
    if (isFirst) await meter.add(id, weight, { environment: true });
    else await meter.refresh(); // it stands at the head, in the place of another
  }

  return {
    describe,
    async say(said, { before = [], after = () => [] } = {}) {
      await context.read();
      const where = said.from === "user" ? await environment() : undefined;
      const weight = await meter.weigh(said.content);
      mustBeFree(); // still: another tab may have taken over meanwhile
      const words = record({ kind: "content", step: said.turn, ...said, ...(weight && { weight }) });
      await append([...before, ...(where ? [where] : []), words, ...after()]);
      if (where) await takeIn(where);
      context.add({ record: words.id, content: said.content }, weight);
      await meter.add(words.id, weight);
      onWeighed();
      return words;
    },
    async recallFor(question) {
      if (!context.isShortened && context.recalled === undefined) return;
      const { forgetRecalled, recallFor } = await import("../recall/prefetch-recall.js");
      const { limit } = meter.view(modelName());
      const gone = forgetRecalled({ ...parts, ...given });
      const found = setup.recalls() ? await recallFor({ ...parts, ...given }, { ...question, limit }) : undefined;
      if (gone.length === 0 && !found) return;
      await append([...gone, ...(found ? [found] : [])]);
      context.recall(found);
      await meter.recall(found);
      if (found) {
        const { turn: turnId, records, weight } = found;
        tell({ type: "recalled", turnId, count: records.length, tokens: weight?.tokens ?? 0 });
      }
      onWeighed();
    },
  };
}
