/**
 * A Snapshot by a Model (C4–C6): asked for, held to the extract of the same History, improved once, completed.
 * R1 If the head fits the Model's window it is sent whole; else shortened; else in pieces, each of which integrates the one before.
 * R2 An answer that can't be read is asked for once more; then it counts as empty.
 * R3 What the check finds missing is handed to a second pass. One that fails, can't be read or is worse leaves the first.
 * R4 What is missing still is added, as far as it fits; the rest is told as left out.
 */
import { reserveFor } from "../../core/measure/budget.js";
import type { CompressionPhase } from "../../core/compression/compression.js";
import type { SnapshotMaker, Drafted, Judged, Prepared } from "../../core/compression/snapshot-maker.js";
import { modelSaid, userSaid, type Content } from "../../core/content.js";
import { isNamed } from "../../core/errors.js";
import type { Model } from "../../core/models/model.js";
import { estimateText } from "../../core/tokens/tokens.js";
import type { SessionId } from "../../core/ids.js";
import type { AskAside } from "../models/ask-aside.js";
import { repairRequest, snapshotRequest, snapshotSystem, verificationRequest } from "../prompts/snapshot.js";

interface SummariseParts {
  readonly session: SessionId;
  readonly snapshotMaker: SnapshotMaker;
  readonly model: Model;
  /** Of the Model's window (tokens). */
  readonly limit: number;
  readonly ask: AskAside;
  readonly focus?: string;
  readonly phase: (phase: CompressionPhase) => void;
}

export interface Summary extends Drafted {
  readonly score: number;
}

/** Of the window, since what is counted here is not quite what the server counts. */
const SAFE = 0.9;
/** A piece smaller than this is not worth asking for. */
const LEAST_ROOM = 2_000;

/** Nothing where the Model gave back nothing that can be used. Rejects as the Model does. */
export async function summarise(
  parts: SummariseParts,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Summary | undefined> {
  const { session, snapshotMaker, focus, phase } = parts;
  const { budget } = prepared;
  phase("summarising");
  const pieces = await snapshotMaker.transcript(session, roomFor(parts.limit, prepared), prepared.as);
  let earlier = prepared.earlier;
  let contents: readonly Content[] = [];
  let said = "";
  for (const transcript of pieces) {
    signal.throwIfAborted();
    const asked = { transcript, budget, ...(earlier && { earlier }), ...(focus && { focus }) };
    contents = [userSaid(snapshotRequest(asked))];
    said = await asking("snapshot", parts, contents, signal);
    earlier = said;
  }
  let draft = await snapshotMaker.check(session, said, prepared.as);
  if (!draft && said.trim() !== "") {
    said = await asking("snapshot", parts, [...contents, modelSaid(said), userSaid(repairRequest)], signal); // R2
    draft = await snapshotMaker.check(session, said, prepared.as);
  }
  if (!draft) return undefined;
  phase("verifying");
  const second = draft.missing.length > 0 ? await secondPass(parts, { prepared, draft, contents }, signal) : undefined;
  const best = second && second.score >= draft.score ? second : draft;
  return { ...best.drafted, score: scoreOf(best) };
}

/** R3 */
async function secondPass(
  parts: SummariseParts,
  {
    prepared,
    draft,
    contents,
  }: { readonly prepared: Prepared; readonly draft: Judged; readonly contents: readonly Content[] },
  signal: AbortSignal,
): Promise<Judged | undefined> {
  const { missing, drafted } = draft;
  const request = verificationRequest({ draft: drafted.text, missing, budget: prepared.budget });
  try {
    const said = await asking(
      "verification",
      parts,
      [...contents, modelSaid("(draft below)"), userSaid(request)],
      signal,
    );
    return await parts.snapshotMaker.check(parts.session, said, prepared.as);
  } catch (error) {
    if (isNamed(error, "AbortError")) throw error;
    console.warn("The second pass over a snapshot failed; the first one stands.", error);
    return undefined;
  }
}

/** What was added counts: the share of what is wanted that is in it now. */
function scoreOf({ score, missing, drafted }: Judged): number {
  if (missing.length === 0) return score;
  const leftOut = new Set(drafted.leftOut.map(({ text }) => text));
  const still = missing.filter(({ text }) => leftOut.has(text)).length;
  return 1 - (1 - score) * (still / missing.length);
}

const asking = (
  role: "snapshot" | "verification",
  { ask, model }: SummariseParts,
  contents: readonly Content[],
  signal: AbortSignal,
): Promise<string> => ask({ role, model, system: snapshotSystem, contents }, signal);

/** Beside the transcript there are the prompt, an earlier Snapshot, the draft that is handed back, and the answer. */
function roomFor(limit: number, { budget, earlier = "" }: Prepared): number {
  const beside = estimateText(snapshotSystem) + 2 * estimateText(earlier) + 4 * budget + reserveFor(limit);
  return Math.max(LEAST_ROOM, Math.floor(SAFE * limit - beside));
}
