/**
 * The last stages of a compression: a draft of a Snapshot is weighed against what it would stand for, and installed. For compress.ts, whose
 * rules are cited here, and for previews (compression-preview.ts).
 */
import { compressionBlock } from "../../core/compression/compression.js";
import type { CompressionPlan, SnapshotDraft } from "../../core/compression/snapshot-maker.js";
import { modelSaid, userSaid, type Content } from "../../core/content.js";
import type {
  EnvironmentTold,
  LogRecord,
  NoteLeft,
  RecordBody,
  RecordHead,
  ShortenedResult,
  SnapshotTaken,
} from "../../core/log/log.js";
import { MASK_BUDGET } from "../../core/context/mask.js";
import type { Weighed } from "../../core/tokens/content-weight.js";
import type { RecordId, TurnId } from "../../core/ids.js";
import { maskBody, pointersTo, sizesOf, smallerOf, type WeighedChange } from "../request/old-results.js";
import { snapshotHeard, snapshotIntro } from "../prompts/snapshot.js";
import type { SessionState } from "../session/session-state.js";

/** A draft with all that is written with it: the third stage, which can be installed. */
export interface WeighedDraft {
  readonly plan: CompressionPlan;
  readonly draft: SnapshotDraft;
  readonly contents: readonly Content[];
  readonly weight: readonly Weighed[];
  readonly environment: EnvironmentTold;
  readonly masks: readonly WeighedChange[];
  /** Tokens of the next request, without and with it. */
  readonly before: number;
  readonly after: number;
}

/** Old results that give way, and nothing else (C3). */
export interface WeighedTruncation {
  readonly changes: readonly WeighedChange[];
  /** Tokens of the next request, without and with it. */
  readonly before: number;
  readonly after: number;
}

/** Results that are kept may fill this part of a small window. */
const KEPT_RESULTS = 0.2;

const keptResults = (limit: number): number => Math.min(MASK_BUDGET.keep, Math.floor(KEPT_RESULTS * limit));

/** The Contents that stand in the context for a Snapshot of this text (C7). */
export const contentsOf = (text: string): readonly Content[] => [
  userSaid(`${snapshotIntro}\n${text}`),
  modelSaid(snapshotHeard),
];

/** Weighs a draft against what it would stand for. Nothing where that can't be measured. */
export async function weighDraft(
  { meter, context }: SessionState,
  { model, plan, draft, ...where }: Pick<WeighedDraft, "plan" | "draft" | "environment"> & { readonly model: string },
  signal: AbortSignal,
): Promise<WeighedDraft | undefined> {
  const before = meter.predict(model);
  const { limit } = meter.view(model);
  const contents = contentsOf(draft.text);
  const [weights, over] = await Promise.all([
    meter.weighAll([...contents, where.environment.content]),
    meter.overBudget(keptResults(limit)),
  ]);
  const isKept = ({ record }: { readonly record: RecordId }) => record < plan.from || record > plan.through;
  const masks = await smallerOf(pointersTo(over.filter(isKept), context), meter); // R5
  signal.throwIfAborted();
  const weighed = weights.filter((each) => each !== undefined);
  if (weighed.length <= contents.length) return undefined;
  const weight = weighed.slice(0, -1);
  const environment = { ...where.environment, weight: weighed.at(-1)! };
  const sizes = sizesOf(masks);
  const change = tokensOf(weighed) - plan.replaced - plan.environment - (sizes.before - sizes.after);
  const after = meter.predictChanged(model, change); // R3: both sides by the same weights
  return { plan, draft, contents, weight, environment, masks, before, after };
}

export const tokensOf = (weights: readonly Weighed[]): number => weights.reduce((sum, { tokens }) => sum + tokens, 0);

/** Writes a Snapshot with all that comes along. `heading` stands before it in the same write. */
export async function installDraft(
  state: SessionState,
  { turn, heading = [] }: { readonly turn: TurnId; readonly heading?: readonly RecordBody[] },
  { plan, draft, contents, weight, environment, masks, before, after }: WeighedDraft,
): Promise<void> {
  const { method, score, leftOut, sources, reworded } = draft;
  const shortened = shortenedBy(masks);
  const snapshot = (written: readonly LogRecord[]): SnapshotTaken => ({
    kind: "snapshot",
    ...{ turn, from: plan.from, through: plan.through, contents, weight },
    ...{ method, ...(score !== undefined && { score }), before, after, leftOut, sources, retold: reworded },
    ...(shortened.length > 0 && { shortened }),
    along: written.flatMap(({ kind, id }) => (kind === "mask" || kind === "environment" ? [id] : [])),
  });
  await state.write([...heading, ...masks.map(maskBody), environment, snapshot], {
    rereads: true,
    tell(records) {
      const block = compressionBlock(records.at(-1) as RecordHead & SnapshotTaken);
      state.tell({ type: "chat-compressed", turnId: turn, before: block.before, after: block.after, block });
    },
  });
}

export const shortenedBy = (masks: readonly WeighedChange[]): readonly ShortenedResult[] =>
  masks.map(({ record, tool, tokens, weight }) => ({ record, tool, before: tokens, after: weight.tokens }));

/** The results that would give way (C3), and the weight of the next request then. */
export async function weighTruncation(
  { meter, context }: Pick<SessionState, "meter" | "context">,
  model: string,
): Promise<WeighedTruncation> {
  const { limit } = meter.view(model);
  const changes = await smallerOf(pointersTo(await meter.overBudget(keptResults(limit)), context), meter);
  const sizes = sizesOf(changes);
  const after = changes.length === 0 ? meter.predict(model) : meter.predictChanged(model, sizes.after - sizes.before);
  return { changes, before: meter.predict(model), after };
}

/** Writes a truncation, and a note by which it is taken back (L2). `said`: the Command that asked for it. */
export async function installTruncation(
  state: SessionState,
  { turn, said, text }: Pick<NoteLeft, "turn" | "said" | "text">,
  { changes }: WeighedTruncation,
): Promise<void> {
  const note = (written: readonly LogRecord[]): NoteLeft => ({
    ...{ kind: "note", turn, text },
    ...(said !== undefined && { said }),
    masks: written.flatMap(({ kind, id }) => (kind === "mask" ? [id] : [])),
  });
  await state.write([...changes.map(maskBody), note], {
    tell(records) {
      state.tell({ type: "results-masked", turnId: turn, count: changes.length, ...sizesOf(changes) });
      state.tell({ type: "note", turnId: turn, text, masking: { record: records.at(-1)!.id, undone: false } });
    },
  });
}
