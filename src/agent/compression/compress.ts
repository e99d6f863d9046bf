/**
 * Compression (C): a Snapshot takes the place of the old part of a context, for Turns, for `/compress` and for sub-agents alike (C15). One
 * at a time, and cancellable at any point before it is written (C13).
 *
 *   due? ──no──▶ nothing
 *    │ yes (threshold, a request that does not fit, or /compress)
 *    ├─ failed before and auto ─▶ C3 alone ─ enough ─▶ content-truncated
 *    ▼
 *   plan ─ nothing old ─▶ noop
 *    ▼
 *   a Model that may be asked? ─yes─▶ draft ─ unreadable ─▶ empty-summary (mark: failed)
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
 * R3 Both sides are counted by the same weights; a Snapshot that makes nothing smaller is not written (C7).
 * R4 An attempt that could gain nothing is not made again until the context has grown by a tenth of the limit (C1).
 * R5 Results in what is kept that are over the budget of C3 give way too: else the largest ones stay and little is gained (decisions/35).
 */
import { compressionDueAt, isCompressionDue } from "../../core/measure/budget.js";
import type { CompressionPhase, CompressionStatus, CompressionTrigger } from "../../core/compression/compression.js";
import type { TurnRange } from "../../core/compression/compression-cut.js";
import type { CompressionPlan, SnapshotMaker, SnapshotDraft } from "../../core/compression/snapshot-maker.js";
import { AgentError, isNamed } from "../../core/errors.js";
import type { EnvironmentTold, RecordBody } from "../../core/log/log.js";
import type { Model } from "../../core/models/model.js";
import { createAsideAsker } from "../models/ask-aside.js";
import { compressionWords, wordsFor } from "./compression-words.js";
import { installDraft, installTruncation, weighDraft, weighTruncation } from "./install-snapshot.js";
import type { SessionState } from "../session/session-state.js";
import { DEFAULT_THRESHOLD, type Threshold } from "../../core/settings/settings.js";
import type { TurnId } from "../../core/ids.js";

/** The means of a compression, beside the state of the Session. */
export interface CompressionMeans {
  readonly snapshotMaker: SnapshotMaker;
  /** The environment as it is now (C7); not yet written. */
  readonly environment: () => Promise<EnvironmentTold>;
  readonly threshold: () => Threshold;
  /** The Model that may be asked for a Snapshot, where this one answers; none offline, without a key, or for the librarian (C9). */
  readonly summariser: (answering: Model | undefined) => Promise<Model | undefined>;
}

interface CompressionAsked {
  readonly turn: TurnId;
  readonly trigger: CompressionTrigger;
  /** The Model whose window is to have room. */
  readonly model: string;
  /** The Model that answers, where a Turn runs. */
  readonly answering?: Model;
  readonly focus?: string;
  /** The Turns that the user wants compressed; none for all old ones. */
  readonly range?: TurnRange;
  /** Records that stand before the Snapshot, in the same write. */
  readonly heading?: readonly RecordBody[];
}

export interface Compression {
  readonly status: CompressionStatus;
  readonly before: number;
  readonly after: number;
  /** The reason, as a sentence, where there is more to say. */
  readonly why?: string;
}

export interface Compressor {
  compress(asked: CompressionAsked, signal: AbortSignal): Promise<Compression>;
  /** Compresses before a request, if that is due (C1). Resolves with true if the context has become smaller. */
  ifDue(turn: TurnId, answering: Model, signal: AbortSignal): Promise<boolean>;
  /** Stops a compression that is at work; the Turn goes on. */
  cancel(): void;
  /** Tokens of the next request at which a compression will be due; none where it never is. */
  dueAt(model: string): number | undefined;
  /** The context was changed by hand: it counts as just compressed (R4). */
  restart(): void;
}

export function createCompressor(state: SessionState, means: CompressionMeans): Compressor {
  const { id: session, meter, turns, tell } = state;
  const { snapshotMaker } = means;
  /** The controller of the compression that is at work. */
  let atWork: AbortController | undefined;
  /** The Model that failed in an automatic attempt (R1). */
  let failed: string | undefined;
  /** Tokens of the next request after the last compression, or at the last attempt that gained nothing (R4). */
  let afterLast: number | undefined;
  let isKnown = false;

  /** Lets old results give way (C3), if that alone is enough. */
  async function truncate({ turn, model }: CompressionAsked): Promise<Compression | undefined> {
    const made = await weighTruncation(state, model);
    const { changes, before, after } = made;
    const threshold = means.threshold();
    const target = (typeof threshold === "number" ? threshold : DEFAULT_THRESHOLD) * meter.view(model).limit;
    if (changes.length === 0 || after >= target) return undefined;
    const done: Compression = { status: "content-truncated", before, after };
    await installTruncation(state, { turn, text: wordsFor(done) }, made);
    return done;
  }

  /** A draft by a Model, where one may be asked and answers; else the extract. Nothing for an answer that can't be read. */
  async function makeDraft(
    asked: CompressionAsked,
    plan: CompressionPlan,
    signal: AbortSignal,
  ): Promise<SnapshotDraft | undefined> {
    const { extract } = plan;
    const isManual = asked.trigger === "manual";
    if (asked.trigger === "overflow" || (!isManual && failed !== undefined)) return extract; // R2
    const model = await means.summariser(asked.answering);
    if (!model) return extract;
    try {
      const { draftByModel } = await import("./model-snapshot.js");
      const { limit } = meter.view(model.name);
      const phase = (each: CompressionPhase) => tell({ type: "compression-progress", turnId: asked.turn, phase: each });
      const ask = createAsideAsker(state, asked.turn);
      const focus = asked.focus ? { focus: asked.focus } : {};
      const made = await draftByModel({ plan, session, snapshotMaker, model, limit, ask, phase, ...focus }, signal);
      if (!made && !isManual) failed = asked.model;
      return made;
    } catch (error) {
      if (isNamed(error, "AbortError") || signal.aborted) throw error;
      if (!isManual) failed = asked.model;
      return { ...extract, why: compressionWords.notAsked(model.name, (error as Error).message) };
    }
  }

  async function attempt(asked: CompressionAsked, signal: AbortSignal): Promise<Compression> {
    const { turn, trigger, model, focus, range } = asked;
    const before = meter.predict(model);
    const same = { before, after: before };
    tell({ type: "compression-progress", turnId: turn, phase: "reading" });
    const truncated = trigger === "auto" && failed !== undefined ? await truncate(asked) : undefined;
    if (truncated) return truncated;
    const wanted = { ...(focus && { focus }), ...(range && { range }) };
    const plan = await snapshotMaker.prepare(session, wanted).catch((error: Error) => error);
    signal.throwIfAborted();
    if (plan instanceof Error) return { status: "token-count-error", ...same, why: plan.message };
    if (!plan) return { status: "noop", ...same };
    const draft = await makeDraft(asked, plan, signal);
    signal.throwIfAborted();
    if (!draft) return { status: "empty-summary", ...same };
    tell({ type: "compression-progress", turnId: turn, phase: "measuring" });
    const environment = await means.environment();
    const weighed = await weighDraft(state, { model, plan, draft, environment }, signal);
    if (!weighed) return { status: "token-count-error", ...same };
    const { after } = weighed;
    if (after >= before) {
      if (trigger === "auto" && draft.method === "model") failed = model; // R1
      return { status: "inflated", before, after }; // R3
    }
    await installDraft(state, asked, weighed);
    return { status: "compressed", before, after, ...(draft.why && { why: draft.why }) };
  }

  /** Keeps what the next attempt must know of this one. */
  function settle({ status, before }: Compression, { model }: CompressionAsked): void {
    if (status === "compressed") failed = undefined;
    const isVain =
      status === "noop" ||
      status === "token-count-error" ||
      status === "cancelled" ||
      (status === "inflated" && failed === undefined);
    if (isVain) afterLast = before;
    else if (status === "compressed" || status === "content-truncated") afterLast = meter.predict(model);
  }

  async function compress(asked: CompressionAsked, turnSignal: AbortSignal): Promise<Compression> {
    if (atWork) throw new AgentError("InvalidStateError", compressionWords.atWork);
    atWork = new AbortController();
    const signal = AbortSignal.any([turnSignal, atWork.signal]);
    if (failed !== asked.model) failed = undefined; // another Model may do better (C8)
    const { turn, trigger, model } = asked;
    tell({ type: "compression-started", turnId: turn, trigger });
    const end = (status: CompressionStatus, why?: string) =>
      tell({ type: "compression-ended", turnId: turn, status, ...(why && { why }) });
    try {
      const done = await attempt(asked, signal);
      settle(done, asked);
      end(done.status, done.why);
      return done;
    } catch (error) {
      const isStopped = signal.aborted || isNamed(error, "AbortError");
      end(isStopped ? "cancelled" : "token-count-error", isStopped ? undefined : (error as Error).message);
      if (!isStopped) throw error;
      if (turnSignal.aborted) throw new AgentError("AbortError", compressionWords.stopped);
      const now = meter.predict(model);
      const cancelled: Compression = { status: "cancelled", before: now, after: now };
      settle(cancelled, asked); // a user who stops it now does not want it with the next step either
      return cancelled;
    } finally {
      atWork = undefined;
      void snapshotMaker.release(session).catch(() => undefined); // a worker that died has let go already
    }
  }

  /** Reads once how full the context was after the newest compression of earlier visits. */
  function recollect(used: number): void {
    if (isKnown) return;
    const newest = turns.newestCompression;
    afterLast ??= newest?.undone ? used : newest?.version.after;
    isKnown = true;
  }

  return {
    compress,
    async ifDue(turn, answering, signal) {
      const { name: model } = answering;
      const { limit } = meter.view(model);
      const used = meter.predict(model);
      const threshold = means.threshold();
      recollect(used);
      if (afterLast !== undefined) afterLast = Math.min(afterLast, used); // a rewind has made room
      if (!isCompressionDue({ used, limit, ...(afterLast !== undefined && { afterLast }) }, threshold)) return false;
      if (threshold === "ask") {
        afterLast = used; // asked again when it has grown
        tell({ type: "compression-advised", turnId: turn, used, limit });
        return false;
      }
      const { status } = await compress({ turn, trigger: "auto", model, answering }, signal);
      return status === "compressed" || status === "content-truncated";
    },
    cancel: () => atWork?.abort(),
    dueAt(model) {
      recollect(meter.predict(model));
      const { limit } = meter.view(model);
      return compressionDueAt({ limit, ...(afterLast !== undefined && { afterLast }) }, means.threshold());
    },
    restart() {
      isKnown = true;
      afterLast = meter.predict(state.model);
    },
  };
}
