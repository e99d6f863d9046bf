/**
 * Previews of a compression, one for each method: made and weighed, and written only if one of them is chosen (C12).
 * R1 The one that is chosen is written as it was shown: no Model is asked again.
 * R2 A preview holds for the context it was made of. If that has changed since, it is refused.
 */
import type { CompressionMethod, CompressionPreview } from "../../core/port/compressions-port.js";
import type { CompressionPlan, SnapshotDraft } from "../../core/compression/snapshot-maker.js";
import { AgentError } from "../../core/errors.js";
import { snapshotLines, readSnapshot } from "../../core/log/snapshot.js";
import { createAsideAsker } from "../models/ask-aside.js";
import type { CompressionMeans } from "./compress.js";
import {
  shortenedBy,
  weighDraft,
  weighTruncation,
  type WeighedDraft,
  type WeighedTruncation,
} from "./install-snapshot.js";
import type { SessionState } from "../session/session-state.js";
import { cannotWords, compressionWords } from "./compression-words.js";

interface CompressionPreviews {
  preview(method: CompressionMethod, model: string, signal: AbortSignal): Promise<CompressionPreview>;
  /** The draft or truncation behind a preview. Throws a sentence where there is none, or none that still holds (R2). */
  chosen(method: CompressionMethod): WeighedDraft | WeighedTruncation;
  end(): void;
}

export function createCompressionPreviews(state: SessionState, means: CompressionMeans): CompressionPreviews {
  const { id: session, context, meter } = state;
  const { snapshotMaker } = means;
  let made = new Map<CompressionMethod, WeighedDraft | WeighedTruncation>();
  let madeOf = "";
  let plan: Promise<CompressionPlan | undefined> | undefined;

  /** A mark of the context, which changes with everything that is said, masked or undone. */
  const mark = () => `${context.reading} ${context.contents.length} ${meter.results}`;

  function begin(): void {
    if (madeOf === mark()) return;
    made = new Map();
    madeOf = mark();
    plan = undefined;
  }

  async function masking(model: string): Promise<CompressionPreview> {
    const truncation = await weighTruncation(state, model);
    const { changes, before, after } = truncation;
    const view: CompressionPreview = {
      ...{ method: "masking", before, after, lines: [], leftOut: [] },
      shortened: shortenedBy(changes),
    };
    if (changes.length === 0) return { ...view, cannot: cannotWords.noOldResults };
    made.set("masking", truncation);
    return view;
  }

  async function byModel(of: CompressionPlan, signal: AbortSignal): Promise<SnapshotDraft> {
    const model = await means.summariser(undefined);
    if (!model) throw new AgentError("ModelError", compressionWords.noModel);
    const { draftByModel } = await import("./model-snapshot.js");
    const { limit } = meter.view(model.name);
    const asked = {
      plan: of,
      session,
      snapshotMaker,
      model,
      limit,
      ask: createAsideAsker(state),
      phase: () => undefined,
    };
    const draft = await draftByModel(asked, signal);
    if (!draft) throw new AgentError("ModelError", compressionWords.noSummary(model.name));
    return draft;
  }

  async function snapshot(
    method: "extractive" | "model",
    model: string,
    signal: AbortSignal,
  ): Promise<CompressionPreview> {
    const before = meter.predict(model);
    const none: CompressionPreview = { method, before, after: before, lines: [], leftOut: [], shortened: [] };
    const of = await (plan ??= snapshotMaker.prepare(session));
    signal.throwIfAborted();
    if (!of) return { ...none, cannot: cannotWords.nothingOld };
    const draft = method === "model" ? await byModel(of, signal) : of.extract;
    const score = await snapshotMaker.rate(session, draft.text);
    const environment = await means.environment();
    const weighed = await weighDraft(state, { model, plan: of, draft: { ...draft, score }, environment }, signal);
    if (!weighed) return { ...none, cannot: cannotWords.notMeasured };
    const read = readSnapshot(draft.text);
    const view: CompressionPreview = {
      method,
      ...{ before, after: weighed.after, score },
      lines: read ? snapshotLines(read) : [],
      leftOut: draft.leftOut,
      shortened: shortenedBy(weighed.masks),
    };
    if (weighed.after >= before) return { ...view, cannot: cannotWords.notShorter };
    made.set(method, weighed);
    return view;
  }

  return {
    async preview(method, model, signal) {
      begin();
      made.delete(method);
      return method === "masking" ? masking(model) : snapshot(method, model, signal);
    },
    chosen(method) {
      const found = made.get(method);
      if (!found || madeOf !== mark()) throw new AgentError("InvalidStateError", compressionWords.goneOn);
      return found;
    },
    end() {
      made = new Map();
      madeOf = "";
      plan = undefined;
      void snapshotMaker.release(session).catch(() => undefined); // a worker that died has let go already
    },
  };
}
