/**
 * Compression (C): a Snapshot takes the place of the old part of a context. The same for Turns, for `/compress` and for sub-agents; what
 * they do with the outcome is theirs (C15). One at a time, cancellable at any point before it is written (C13).
 *
 *   due? ──no──▶ nothing
 *    │ yes (threshold, a request that does not fit, or /compress)
 *    ├─ failed before and auto ─▶ C3 alone ─ enough ─▶ content-truncated
 *    ▼
 *   prepare ─ nothing old ─▶ noop
 *    ▼
 *   a Model that may be asked? ─yes─▶ summarise ─ unreadable ─▶ empty-summary (mark: failed)
 *    │ no                              │ threw (mark: failed)
 *    ▼                                 ▼
 *   extract ◀──────────────────────────┘
 *    ▼
 *   weigh ─ can't ─▶ token-count-error      not smaller ─▶ inflated (mark: failed, if a Model wrote it)
 *    ▼
 *   write ─▶ compressed (clears the mark)
 *
 * R1 Only an automatic attempt leaves the mark, and only one that a Model failed in; it holds for that Model (C8).
 * R2 A request that would not fit, or a marked Session, asks no Model (C9).
 * R3 Both sides are counted by the same weights; what is not smaller is not written (C7).
 * R4 What there was nothing to gain from is not tried again until the context has grown by a tenth of the limit (C1).
 * R5 Results in what is kept that are over the budget of C3 give way too: else the largest stay (Part II 2).
 */
import { isCompressionDue, DEFAULT_THRESHOLD, type Threshold } from "../core/budget.js";
import {
  compressionBlock,
  type CompressionPhase,
  type CompressionStatus,
  type CompressionTrigger,
} from "../core/compression.js";
import type { Condenser, Drafted, Prepared } from "../core/condenser.js";
import { modelSaid, userSaid } from "../core/content.js";
import { AgentError, isNamed } from "../core/errors.js";
import type { TurnEvent } from "../core/events.js";
import type { EnvironmentTold, LogRecord, RecordBody, RecordHead, SnapshotTaken } from "../core/log.js";
import { MASK_BUDGET } from "../core/mask.js";
import type { Model } from "../core/model.js";
import type { AskAside } from "./ask-aside.js";
import { maskBody, pointersTo, sizesOf, smallerOf, type WeighedChange } from "./old-results.js";
import { snapshotHeard, snapshotIntro } from "./prompts/snapshot.js";
import type { SessionContext } from "./session-context.js";
import type { SessionMeter } from "./session-meter.js";

export interface CompressorParts {
  readonly session: string;
  readonly context: SessionContext;
  readonly meter: SessionMeter;
  readonly condenser: Condenser;
  readonly record: <Body extends RecordBody>(body: Body) => RecordHead & Body;
  readonly append: (records: readonly LogRecord[]) => Promise<void>;
  /** Where the Model works, as it is now, weighed (C7); not yet written. */
  readonly environment: () => Promise<EnvironmentTold>;
  readonly threshold: () => Threshold;
  /** Who may be asked for a Snapshot, where this one answers; none offline, without a key, or if it is the librarian (C9). */
  readonly summariser: (answering: Model | undefined) => Promise<Model | undefined>;
  readonly asker: (turn: string) => AskAside;
  /** The newest compression of earlier visits, so that they count for R4. */
  readonly newest: () => { readonly after?: number; readonly undone: boolean } | undefined;
  readonly tell: (event: TurnEvent) => void;
  /** The context is another: other Tools may be offered beside it (C11). */
  readonly reframe: () => Promise<void>;
  /** The context has changed its weight. */
  readonly onWeighed: () => void;
}

export interface CompressionAsked {
  readonly turn: string;
  readonly trigger: CompressionTrigger;
  /** Whose window it is about. */
  readonly model: string;
  /** Who answers, where a Turn runs. */
  readonly answering?: Model;
  readonly focus?: string;
  /** Written before the Snapshot, with it. */
  readonly heading?: () => readonly LogRecord[];
}

export interface Compression {
  readonly status: CompressionStatus;
  readonly before: number;
  readonly after: number;
  /** As a sentence, where there is more to say. */
  readonly why?: string;
}

export interface Compressor {
  compress(asked: CompressionAsked, signal: AbortSignal): Promise<Compression>;
  /** Before a request (C1); true if the context has become smaller. */
  ifDue(turn: string, answering: Model, signal: AbortSignal): Promise<boolean>;
  /** The context was changed by hand: it counts as just compressed (R4). */
  restart(model: string): void;
}

/** Results that are kept may fill this part of a small window. */
const KEPT_RESULTS = 0.2;

export function createCompressor(parts: CompressorParts): Compressor {
  const { session, context, meter, condenser, tell } = parts;
  let isAtWork = false;
  /** The Model that failed in an automatic attempt (R1). */
  let failed: string | undefined;
  /** Tokens of the next request right after the last one, or where there was nothing to gain (R4). */
  let afterLast: number | undefined;
  let isKnown = false;

  const keptResults = (limit: number) => Math.min(MASK_BUDGET.keep, Math.floor(KEPT_RESULTS * limit));

  /** C3 alone: enough, or not done. */
  async function truncate({ turn, model }: CompressionAsked): Promise<Compression | undefined> {
    const before = meter.predict(model);
    const { limit } = meter.view(model);
    const changes = await smallerOf(pointersTo(await meter.overBudget(keptResults(limit)), context), meter);
    const sizes = sizesOf(changes);
    const threshold = parts.threshold();
    const target = (typeof threshold === "number" ? threshold : DEFAULT_THRESHOLD) * limit;
    const after = meter.predictChanged(model, sizes.after - sizes.before);
    if (changes.length === 0 || after >= target) return undefined;
    await parts.append(changes.map((change) => parts.record(maskBody(change))));
    context.mask(changes);
    await meter.refresh();
    tell({ type: "results-masked", turnId: turn, count: changes.length, ...sizes });
    parts.onWeighed();
    return { status: "content-truncated", before, after: meter.predict(model) };
  }

  interface Draft extends Drafted {
    readonly method: "model" | "extractive";
    readonly score?: number;
    readonly why?: string;
  }

  /** By a Model where one may be asked and can; else the extract. Nothing for an answer that can't be read. */
  async function draft(asked: CompressionAsked, prepared: Prepared, signal: AbortSignal): Promise<Draft | undefined> {
    const extract: Draft = { ...prepared.extract, method: "extractive" };
    const isManual = asked.trigger === "manual";
    if (asked.trigger === "overflow" || (!isManual && failed !== undefined)) return extract; // R2
    const model = await parts.summariser(asked.answering);
    if (!model) return extract;
    try {
      const { summarise } = await import("./summarise.js");
      const { limit } = meter.view(model.name);
      const phase = (each: CompressionPhase) => tell({ type: "compression-progress", turnId: asked.turn, phase: each });
      const ask = parts.asker(asked.turn);
      const focus = asked.focus ? { focus: asked.focus } : {};
      const summary = await summarise({ session, condenser, model, limit, ask, phase, ...focus }, prepared, signal);
      if (!summary && !isManual) failed = asked.model;
      return summary && { ...summary, method: "model" };
    } catch (error) {
      if (isNamed(error, "AbortError") || signal.aborted) throw error;
      if (!isManual) failed = asked.model;
      return { ...extract, why: `${model.name} could not be asked: ${(error as Error).message}` };
    }
  }

  async function attempt(asked: CompressionAsked, signal: AbortSignal): Promise<Compression> {
    const { turn, trigger, model, focus } = asked;
    const before = meter.predict(model);
    const same = { before, after: before };
    tell({ type: "compression-progress", turnId: turn, phase: "reading" });
    const truncated = trigger === "auto" && failed !== undefined ? await truncate(asked) : undefined;
    if (truncated) return truncated;
    const prepared = await condenser.prepare(session, focus ? { focus } : {}).catch((error: Error) => error);
    signal.throwIfAborted();
    if (prepared instanceof Error) return { status: "token-count-error", ...same, why: prepared.message };
    if (!prepared) return { status: "noop", ...same };
    const drafted = await draft(asked, prepared, signal);
    signal.throwIfAborted();
    if (!drafted) return { status: "empty-summary", ...same };
    tell({ type: "compression-progress", turnId: turn, phase: "measuring" });
    const { limit } = meter.view(model);
    const contents = [userSaid(`${snapshotIntro}\n${drafted.text}`), modelSaid(snapshotHeard)];
    const [weight, environment, over] = await Promise.all([
      meter.weighAll(contents),
      parts.environment(),
      meter.overBudget(keptResults(limit)),
    ]);
    const isKept = ({ record }: { readonly record: string }) => record < prepared.from || record > prepared.through;
    const masks = await smallerOf(pointersTo(over.filter(isKept), context), meter); // R5
    signal.throwIfAborted();
    const known = weight.filter((each) => each !== undefined);
    if (known.length < contents.length || !environment.weight) return { status: "token-count-error", ...same };
    const added = known.reduce((sum, { tokens }) => sum + tokens, 0) + environment.weight.tokens;
    const sizes = sizesOf(masks);
    const change = added - prepared.replaced - prepared.environment - (sizes.before - sizes.after);
    const after = meter.predictChanged(model, change);
    if (after >= before) {
      if (trigger === "auto" && drafted.method === "model") failed = model; // R1
      return { status: "inflated", before, after }; // R3
    }
    const { method, score, why, leftOut, sources } = drafted;
    await install(asked, { environment, masks }, (along) => ({
      kind: "snapshot",
      ...{ turn, from: prepared.from, through: prepared.through, contents, weight: known },
      ...{ method, ...(score !== undefined && { score }), before, after, leftOut, sources, along },
    }));
    return { status: "compressed", before, after, ...(why && { why }) };
  }

  async function install(
    { turn, heading = () => [] }: CompressionAsked,
    { environment, masks }: { readonly environment: EnvironmentTold; readonly masks: readonly WeighedChange[] },
    body: (along: readonly string[]) => SnapshotTaken,
  ): Promise<void> {
    const head = heading();
    const masked = masks.map((change) => parts.record(maskBody(change)));
    const told = parts.record(environment);
    const snapshot = parts.record(body([...masked, told].map(({ id }) => id)));
    await parts.append([...head, ...masked, told, snapshot]);
    context.forget();
    await context.read();
    await meter.refresh();
    await parts.reframe();
    const block = compressionBlock(snapshot);
    tell({ type: "chat-compressed", turnId: turn, before: block.before, after: block.after, block });
    parts.onWeighed();
  }

  /** What an attempt leaves behind for the next. */
  function settle({ status, before }: Compression, { model }: CompressionAsked): void {
    if (status === "compressed") failed = undefined;
    const isVain =
      status === "noop" || status === "token-count-error" || (status === "inflated" && failed === undefined);
    if (isVain) afterLast = before;
    else if (status === "compressed" || status === "content-truncated") afterLast = meter.predict(model);
  }

  async function compress(asked: CompressionAsked, signal: AbortSignal): Promise<Compression> {
    if (isAtWork)
      throw new AgentError(
        "InvalidStateError",
        "This conversation is being compressed already. Wait for that to end, or stop it.",
      );
    isAtWork = true;
    if (failed !== asked.model) failed = undefined; // another Model may do better (C8)
    const { turn, trigger } = asked;
    tell({ type: "compression-started", turnId: turn, trigger });
    try {
      const done = await attempt(asked, signal);
      settle(done, asked);
      tell({ type: "compression-ended", turnId: turn, status: done.status, ...(done.why && { why: done.why }) });
      return done;
    } catch (error) {
      const isStopped = signal.aborted || isNamed(error, "AbortError");
      const status = isStopped ? "cancelled" : "token-count-error";
      tell({ type: "compression-ended", turnId: turn, status, ...(!isStopped && { why: (error as Error).message }) });
      throw isStopped ? new AgentError("AbortError", "The compression was stopped.") : error;
    } finally {
      isAtWork = false;
      void condenser.release(session).catch(() => undefined); // a worker that died has let go already
    }
  }

  return {
    compress,
    async ifDue(turn, answering, signal) {
      const { name: model } = answering;
      const { limit } = meter.view(model);
      const used = meter.predict(model);
      const threshold = parts.threshold();
      if (!isKnown) {
        const newest = parts.newest();
        afterLast ??= newest?.undone ? used : newest?.after;
        isKnown = true;
      }
      if (afterLast !== undefined) afterLast = Math.min(afterLast, used); // a rewind has made room
      if (!isCompressionDue({ used, limit, ...(afterLast !== undefined && { afterLast }) }, threshold)) return false;
      if (threshold === "ask") {
        afterLast = used; // said again when it has grown
        const text = `This conversation fills ${Math.round((100 * used) / limit)} % of the window. \`/compress\` puts a summary in the place of its old part; the originals are kept.`;
        await parts.append([parts.record({ kind: "note", turn, text })]);
        tell({ type: "compression-advised", turnId: turn, used, limit });
        tell({ type: "note", turnId: turn, text });
        return false;
      }
      const { status } = await compress({ turn, trigger: "auto", model, answering }, signal);
      return status === "compressed" || status === "content-truncated";
    },
    restart(model) {
      isKnown = true;
      afterLast = meter.predict(model);
    },
  };
}
