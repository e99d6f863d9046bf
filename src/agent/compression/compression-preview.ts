/**
 * What would a compression do? Plans that are made and weighed, and written only if one of them is chosen (C12).
 * R1 What is chosen is what was shown: no Model is asked again.
 * R2 A plan holds for the context it was made of. If that has changed since, it is refused.
 */
import type { CompressionPlan, PlanView } from "../../core/port/compressions-port.js";
import type { Prepared } from "../../core/compression/snapshot-maker.js";
import { AgentError } from "../../core/errors.js";
import { snapshotLines, readSnapshot } from "../../core/compression/snapshot.js";
import { createAsideAsker } from "../models/ask-aside.js";
import type { CompressionMeans } from "./compress.js";
import {
  shortenedBy,
  weighDraft,
  weighTruncation,
  type SnapshotDraft,
  type WeighedDraft,
  type WeighedTruncation,
} from "./install-snapshot.js";
import type { SessionState } from "../session/session-state.js";
import { cannotWords, compressionWords } from "./compression-words.js";

export interface WhatIf {
  preview(plan: CompressionPlan, model: string, signal: AbortSignal): Promise<PlanView>;
  /** What is to be written for it. Throws a sentence where there is none, or none that still holds (R2). */
  chosen(plan: CompressionPlan): WeighedDraft | WeighedTruncation;
  end(): void;
}

export function createWhatIf(state: SessionState, means: CompressionMeans): WhatIf {
  const { id: session, context, meter } = state;
  const { snapshotMaker } = means;
  let made = new Map<CompressionPlan, WeighedDraft | WeighedTruncation>();
  let madeOf = "";
  let prepared: Promise<Prepared | undefined> | undefined;

  /** Changes with everything that is said, masked, undone. */
  const mark = () => `${context.reading} ${context.contents.length} ${meter.results}`;

  function begin(): void {
    if (madeOf === mark()) return;
    made = new Map();
    madeOf = mark();
    prepared = undefined;
  }

  async function masking(model: string): Promise<PlanView> {
    const truncation = await weighTruncation(state, model);
    const { changes, before, after } = truncation;
    const view: PlanView = {
      ...{ plan: "masking", before, after, lines: [], leftOut: [] },
      shortened: shortenedBy(changes),
    };
    if (changes.length === 0) return { ...view, cannot: cannotWords.noOldResults };
    made.set("masking", truncation);
    return view;
  }

  async function byModel(of: Prepared, signal: AbortSignal): Promise<SnapshotDraft> {
    const model = await means.summariser(undefined);
    if (!model) throw new AgentError("ModelError", compressionWords.noModel);
    const { summarise } = await import("./model-snapshot.js");
    const { limit } = meter.view(model.name);
    const asking = { session, snapshotMaker, model, limit, ask: createAsideAsker(state), phase: () => undefined };
    const summary = await summarise(asking, of, signal);
    if (!summary) throw new AgentError("ModelError", compressionWords.noSummary(model.name));
    return { ...summary, method: "model" };
  }

  async function drafted(plan: "extractive" | "model", model: string, signal: AbortSignal): Promise<PlanView> {
    const before = meter.predict(model);
    const none: PlanView = { plan, before, after: before, lines: [], leftOut: [], shortened: [] };
    const of = await (prepared ??= snapshotMaker.prepare(session));
    signal.throwIfAborted();
    if (!of) return { ...none, cannot: cannotWords.nothingOld };
    const draft: SnapshotDraft = plan === "model" ? await byModel(of, signal) : { ...of.extract, method: "extractive" };
    const score = await snapshotMaker.rate(session, draft.text);
    const describe = means.environment;
    const weighed = await weighDraft(state, { model, prepared: of, draft: { ...draft, score }, describe }, signal);
    if (!weighed) return { ...none, cannot: cannotWords.notMeasured };
    const snapshot = readSnapshot(draft.text);
    const view: PlanView = {
      plan,
      ...{ before, after: weighed.after, score },
      lines: snapshot ? snapshotLines(snapshot) : [],
      leftOut: draft.leftOut,
      shortened: shortenedBy(weighed.masks),
    };
    if (weighed.after >= before) return { ...view, cannot: cannotWords.notShorter };
    made.set(plan, weighed);
    return view;
  }

  return {
    async preview(plan, model, signal) {
      begin();
      made.delete(plan);
      return plan === "masking" ? masking(model) : drafted(plan, model, signal);
    },
    chosen(plan) {
      const found = made.get(plan);
      if (!found || madeOf !== mark()) throw new AgentError("InvalidStateError", compressionWords.goneOn);
      return found;
    },
    end() {
      made = new Map();
      madeOf = "";
      prepared = undefined;
      void snapshotMaker.release(session).catch(() => undefined); // a worker that died has let go already
    },
  };
}
