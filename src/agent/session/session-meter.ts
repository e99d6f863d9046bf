/** The meter of one Session: how full the context is, by weights, by what stands before the conversation, and by what servers counted (T5). */
import { NOTHING_MEASURED, type Measured } from "../../core/measure/calibration.js";
import type { MapView } from "../../core/port/context-port.js";
import type { Content } from "../../core/content.js";
import { withFrame, type MapPart } from "../../core/measure/context-map.js";
import type { AgentError } from "../../core/errors.js";
import type { FoundContent, Gauge, SessionWeight } from "../../core/measure/gauge.js";
import type { Mask, MaskBudget } from "../../core/context/mask.js";
import type { Weighed } from "../../core/tokens/content-weight.js";
import type { ModelCalibration } from "../request/model-calibration.js";
import type { AddedContent, ContextNews } from "./session-context.js";
import type { ContextMeter } from "../../core/measure/ledger.js";
import type { Frame, FrameWeight } from "../../core/measure/frame.js";
import type { RecordId, SessionId } from "../../core/ids.js";

export interface SessionMeter {
  /** The weight of a Content; nothing where the Gauge fails, since a message must go on though it could not be weighed. */
  weigh(content: Content): Promise<Weighed | undefined>;
  weighAll(contents: readonly Content[]): Promise<readonly (Weighed | undefined)[]>;
  /** Takes in a change of the context. The Log must have the records by now: the Gauge reads those without a weight from there. */
  follow(news: ContextNews): Promise<void>;
  /** Weighs what stands before the conversation. The same frame again costs nothing. */
  setFrame(frame: Frame): Promise<void>;
  /** Tokens of the next request, as the server will count it. */
  predict(model: string): number;
  /** Tokens of the next request if the context weighed so much more, or less. A server counts about a fixed factor more than weights say. */
  predictChanged(model: string, tokens: number): number;
  /** The request that is sent now. Its real count is learnt against its weight of this moment, whatever changes meanwhile. */
  asking(model: string): AskedRequest;
  /** Reads the Session's weights: when it is opened, and when its projection has changed. */
  refresh(): Promise<void>;
  /** Old results that may give way (X4); none where the Gauge fails. */
  toMask(budget?: MaskBudget): Promise<readonly Mask[]>;
  /** Results that a compression need not keep (C3); none where the Gauge fails. */
  overBudget(keep?: number): Promise<readonly Mask[]>;
  /** A content of the Session, with its exchange and its Turn. Rejects where the Gauge fails: then nothing can be done to the content. */
  find(record: RecordId): Promise<FoundContent | undefined>;
  /** Weighs the Session where that was not done yet. */
  measure(): Promise<void>;
  /** The next request, block by block (U2). Rejects where the Gauge fails. */
  map(model: string, asked: MapView): Promise<MapPart>;
  /** True if something of the context stands for more than it says, as far as weights tell. */
  readonly isShortened: boolean;
  /** Tokens of tool results in the context. */
  readonly results: number;
  view(model: string): ContextMeter;
}

interface AskedRequest {
  readonly predicted: number;
  /** The server has counted the request (T4). */
  counted(tokens: number): Promise<void>;
  /** The server has refused the request as too long (T1). */
  refused(error: AgentError): Promise<void>;
}

const NO_FRAME: FrameWeight = { system: 0, tools: 0, toolCount: 0, exact: true };

export function createSessionMeter(gauge: Gauge, calibration: ModelCalibration, session: SessionId): SessionMeter {
  let frame = NO_FRAME;
  /** The frame that `frame` is the weight of. */
  let framed: Frame | undefined;
  let weight: SessionWeight | undefined;
  /** The last count of a server, and the request it is of. */
  let counted: { readonly model: string; readonly request: string; readonly tokens: number } | undefined;
  /** True if `weight` lacks something of the Session because the Gauge failed: a refresh has the Gauge read it. */
  let isBehind = false;

  /** A Gauge that fails costs a number, never a message; its failure is in the console, once a call. */
  const orNothing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      console.warn("The context could not be weighed.", error);
      return undefined;
    }
  };

  const took = (read: SessionWeight | undefined) => {
    isBehind = !read;
    weight = read ?? weight;
  };
  const refresh = async () => {
    await orNothing(gauge.forget(session));
    took(await orNothing(gauge.measure(session)));
  };

  /** The weight of the Session after a change; nothing where a part of the change has no weight. */
  function weightAfter(news: Exclude<ContextNews, { readonly kind: "same" | "changed" }>) {
    if (news.kind === "grown") {
      const items = news.by.filter(isWeighed);
      return items.length === news.by.length ? gauge.add(session, items) : undefined;
    }
    if (!news.found) return gauge.recall(session);
    const { id: record, for: question, weight: weighed } = news.found;
    return weighed && gauge.recall(session, { record, for: question, weight: weighed });
  }

  const measured = (): Measured => withFrame(weight?.measured ?? NOTHING_MEASURED, frame);
  const told = (model: string): number | undefined =>
    !isBehind && counted?.model === model && counted.request === JSON.stringify(measured())
      ? counted.tokens
      : undefined;
  /** Tokens that a server adds to every request. The difference between its last count and our fit is among the first of them. */
  const overheads = (model: string): readonly number[] => {
    const [preamble = 0, ...others] = calibration.overheads(model);
    const now = calibration.predict(model, measured());
    return [preamble + (told(model) ?? now) - now, ...others];
  };

  return {
    weigh: async (content) => (await orNothing(gauge.weigh([content])))?.[0],
    weighAll: async (contents) => (await orNothing(gauge.weigh(contents))) ?? contents.map(() => undefined),
    toMask: async (budget) => (await orNothing(gauge.toMask(session, budget))) ?? [],
    overBudget: async (keep) => (await orNothing(gauge.overBudget(session, keep))) ?? [],
    get isShortened() {
      return weight?.shortened ?? false;
    },
    async measure() {
      if (!weight || isBehind) await refresh();
    },
    map: (model, { opened, draft }) =>
      gauge.map(session, {
        ...{ frame, overheads: overheads(model) },
        ...(opened && { opened }),
        ...(draft && { draft }),
      }),
    find: (record) => gauge.find(session, record),
    get results() {
      return weight?.results ?? 0;
    },
    async follow(news) {
      if (news.kind === "same") return;
      const after = news.kind === "changed" || isBehind ? undefined : weightAfter(news);
      if (after) took(await orNothing(after));
      else await refresh();
    },
    async setFrame(next) {
      if (framed && frame.exact && isSame(framed, next)) return;
      const weighed = await orNothing(gauge.weighFrame(next));
      framed = weighed && next;
      frame = weighed ?? frame;
    },
    predict: (model) => calibration.predict(model, measured()),
    predictChanged(model, tokens) {
      const { exact, estimated, media } = measured();
      const weighed = exact + estimated + media;
      const now = calibration.predict(model, measured());
      return weighed > 0 ? Math.max(0, Math.round((now * (weighed + tokens)) / weighed)) : now + tokens;
    },
    asking(model) {
      const [asked, isWhole] = [measured(), !isBehind];
      return {
        predicted: calibration.predict(model, asked),
        async counted(tokens) {
          if (!isWhole) return; // a part that was never weighed must not be learnt as something the server adds
          await calibration.learnCount(model, asked, tokens);
          if (tokens > 0) counted = { model, request: JSON.stringify(asked), tokens };
        },
        refused: (error) => calibration.learnRefusal(model, asked, error),
      };
    },
    refresh,
    view: (model) => ({
      tokens: told(model) ?? calibration.predict(model, measured()),
      limit: calibration.limitOf(model),
      source:
        told(model) !== undefined
          ? "server"
          : weight?.exact === false || isBehind || !frame.exact
            ? "estimate"
            : "exact",
    }),
  };
}

const isWeighed = (item: AddedContent): item is AddedContent & { readonly weight: Weighed } =>
  item.weight !== undefined;

/** Tools are compared by identity, not by their text: whoever offers other Tools makes new objects. */
function isSame(one: Frame, other: Frame): boolean {
  const [parts, others] = [one.parts ?? [], other.parts ?? []];
  return (
    one.system === other.system &&
    one.tools.length === other.tools.length &&
    one.tools.every((tool, at) => tool === other.tools[at]) &&
    parts.length === others.length &&
    parts.every(({ id, text, kind }, at) => {
      const part = others[at]!;
      return id === part.id && text === part.text && kind === part.kind;
    })
  );
}
