/**
 * A draft of a Snapshot by a Model (C4–C6): asked for, checked against the extract of the same History, improved once, completed.
 * R1 If the head fits the Model's window it is sent whole; else shortened; else in pieces, each of which integrates the one before.
 * R2 An answer that can't be read is asked for once more; then it counts as empty.
 * R3 Lines that the check finds missing are handed to a second pass. If that fails, can't be read or is worse, the first draft stands.
 * R4 Lines that are missing still are added, as far as they fit; the others are told as left out.
 */
import { reserveFor } from "../../core/measure/budget.js";
import type { CompressionPhase } from "../../core/compression/compression.js";
import type {
  CheckedDraft,
  CompressionPlan,
  SnapshotMaker,
  SnapshotDraft,
} from "../../core/compression/snapshot-maker.js";
import { modelSaid, userSaid, type Content } from "../../core/content.js";
import { isNamed } from "../../core/errors.js";
import type { Model } from "../../core/models/model.js";
import { estimateText } from "../../core/tokens/tokens.js";
import type { SessionId } from "../../core/ids.js";
import type { AskAside } from "../models/ask-aside.js";
import { repairRequest, snapshotRequest, snapshotSystem, verificationRequest } from "../prompts/snapshot.js";

interface DraftOptions {
  readonly plan: CompressionPlan;
  readonly session: SessionId;
  readonly snapshotMaker: SnapshotMaker;
  readonly model: Model;
  /** Tokens of the Model's window. */
  readonly limit: number;
  readonly ask: AskAside;
  readonly focus?: string;
  readonly phase: (phase: CompressionPhase) => void;
}

/** Share of the window that is used: our count is not quite the server's. */
const SAFE = 0.9;
/** Tokens of a piece, at least: a smaller one is not worth asking for. */
const LEAST_ROOM = 2_000;

/** A Model's draft; nothing where the Model gave back nothing that can be used. Rejects as the Model does. */
export async function draftByModel(options: DraftOptions, signal: AbortSignal): Promise<SnapshotDraft | undefined> {
  const { plan, session, snapshotMaker, focus, phase } = options;
  const { budget } = plan;
  phase("summarising");
  const pieces = await snapshotMaker.transcript(session, roomFor(options.limit, plan), plan.as);
  let earlier = plan.earlier;
  let contents: readonly Content[] = [];
  let said = "";
  for (const transcript of pieces) {
    signal.throwIfAborted();
    const asked = { transcript, budget, ...(earlier && { earlier }), ...(focus && { focus }) };
    contents = [userSaid(snapshotRequest(asked))];
    said = await asking("snapshot", options, contents, signal);
    earlier = said;
  }
  let first = await snapshotMaker.check(session, said, plan.as);
  if (!first && said.trim() !== "") {
    said = await asking("snapshot", options, [...contents, modelSaid(said), userSaid(repairRequest)], signal); // R2
    first = await snapshotMaker.check(session, said, plan.as);
  }
  if (!first) return undefined;
  phase("verifying");
  const second = first.missing.length > 0 ? await secondPass(options, { first, contents }, signal) : undefined;
  const best = second && second.score >= first.score ? second : first;
  return { ...best.draft, score: scoreOf(best) };
}

/** The second pass (R3). */
async function secondPass(
  options: DraftOptions,
  { first, contents }: { readonly first: CheckedDraft; readonly contents: readonly Content[] },
  signal: AbortSignal,
): Promise<CheckedDraft | undefined> {
  const { plan, session, snapshotMaker } = options;
  const { missing, draft } = first;
  const request = verificationRequest({ draft: draft.text, missing, budget: plan.budget });
  const asked = [...contents, modelSaid("(draft below)"), userSaid(request)];
  try {
    return await snapshotMaker.check(session, await asking("verification", options, asked, signal), plan.as);
  } catch (error) {
    if (isNamed(error, "AbortError")) throw error;
    console.warn("The second pass over a snapshot failed; the first one stands.", error);
    return undefined;
  }
}

/** The share of the wanted lines that are in a draft, those that were added included. */
function scoreOf({ score, missing, draft }: CheckedDraft): number {
  if (missing.length === 0) return score;
  const leftOut = new Set(draft.leftOut.map(({ text }) => text));
  const still = missing.filter(({ text }) => leftOut.has(text)).length;
  return 1 - (1 - score) * (still / missing.length);
}

const asking = (
  role: "snapshot" | "verification",
  { ask, model }: DraftOptions,
  contents: readonly Content[],
  signal: AbortSignal,
): Promise<string> => ask({ role, model, system: snapshotSystem, contents }, signal);

/** Tokens for the transcript, beside the prompt, an earlier Snapshot, the draft that is handed back, and the answer. */
function roomFor(limit: number, { budget, earlier = "" }: CompressionPlan): number {
  const beside = estimateText(snapshotSystem) + 2 * estimateText(earlier) + 4 * budget + reserveFor(limit);
  return Math.max(LEAST_ROOM, Math.floor(SAFE * limit - beside));
}
