/**
 * A draft of a Snapshot: weighed against what it would stand for, and written. For a compression, and for one that was looked at before
 * (compression-preview.ts). Numbers as in compress.ts.
 */
import { compressionBlock } from "../../core/compression/compression.js";
import type { Drafted, Prepared } from "../../core/compression/snapshot-maker.js";
import { modelSaid, userSaid, type Content } from "../../core/content.js";
import type { EnvironmentTold, LogRecord, NoteLeft, SnapshotTaken } from "../../core/log/log.js";
import { MASK_BUDGET } from "../../core/context/mask.js";
import type { Weighed } from "../../core/measure/content-weight.js";
import type { CompressorParts } from "./compress.js";
import { maskBody, pointersTo, sizesOf, smallerOf, type WeighedChange } from "../request/old-results.js";
import { snapshotHeard, snapshotIntro } from "../prompts/snapshot.js";

export interface SnapshotDraft extends Drafted {
  readonly method: "model" | "extractive";
  readonly score?: number;
  /** As a sentence, where there is more to say. */
  readonly why?: string;
}

export interface WeighedDraft {
  readonly prepared: Prepared;
  readonly draft: SnapshotDraft;
  readonly contents: readonly Content[];
  readonly weight: readonly Weighed[];
  readonly environment: EnvironmentTold;
  readonly masks: readonly WeighedChange[];
  /** Tokens of the next request, without and with it. */
  readonly before: number;
  readonly after: number;
}

/** Results that are kept may fill this part of a small window. */
const KEPT_RESULTS = 0.2;

const keptResults = (limit: number): number => Math.min(MASK_BUDGET.keep, Math.floor(KEPT_RESULTS * limit));

/** What stands in the context where a Snapshot of this text is installed (C7). */
export const contentsOf = (text: string): readonly Content[] => [
  userSaid(`${snapshotIntro}\n${text}`),
  modelSaid(snapshotHeard),
];

/** Nothing where it can't be measured. */
export async function weighDraft(
  { meter, context, environment: describe }: CompressorParts,
  { model, prepared, draft }: { readonly model: string; readonly prepared: Prepared; readonly draft: SnapshotDraft },
  signal: AbortSignal,
): Promise<WeighedDraft | undefined> {
  const before = meter.predict(model);
  const { limit } = meter.view(model);
  const contents = contentsOf(draft.text);
  const [weights, environment, over] = await Promise.all([
    meter.weighAll(contents),
    describe(),
    meter.overBudget(keptResults(limit)),
  ]);
  const isKept = ({ record }: { readonly record: string }) => record < prepared.from || record > prepared.through;
  const masks = await smallerOf(pointersTo(over.filter(isKept), context), meter); // R5
  signal.throwIfAborted();
  const weight = weights.filter((each) => each !== undefined);
  if (weight.length < contents.length || !environment.weight) return undefined;
  const added = tokensOf(weight) + environment.weight.tokens;
  const sizes = sizesOf(masks);
  const change = added - prepared.replaced - prepared.environment - (sizes.before - sizes.after);
  const after = meter.predictChanged(model, change); // R3: both sides by the same weights
  return { prepared, draft, contents, weight, environment, masks, before, after };
}

export const tokensOf = (weights: readonly Weighed[]): number => weights.reduce((sum, { tokens }) => sum + tokens, 0);

interface Installing {
  readonly turn: string;
  readonly heading?: () => readonly LogRecord[];
}

/** Writes it, with what comes along; from then on it is what the context has. `heading`: written before it, with it. */
export async function installDraft(
  parts: CompressorParts,
  { turn, heading = () => [] }: Installing,
  { prepared, draft, contents, weight, environment, masks, before, after }: WeighedDraft,
): Promise<void> {
  const head = heading();
  const masked = masks.map((change) => parts.record(maskBody(change)));
  const told = parts.record(environment);
  const { method, score, leftOut, sources, retold } = draft;
  const shortened = masks.map(({ record, tool, tokens, weight: less }) => ({
    ...{ record, tool },
    ...{ before: tokens, after: less.tokens },
  }));
  const snapshot = parts.record<SnapshotTaken>({
    kind: "snapshot",
    ...{ turn, from: prepared.from, through: prepared.through, contents, weight },
    ...{ method, ...(score !== undefined && { score }), before, after, leftOut, sources, retold },
    ...(shortened.length > 0 && { shortened }),
    along: [...masked, told].map(({ id }) => id),
  });
  await parts.append([...head, ...masked, told, snapshot]);
  await reproject(parts);
  const block = compressionBlock(snapshot);
  parts.tell({ type: "chat-compressed", turnId: turn, before: block.before, after: block.after, block });
  parts.onWeighed();
}

/** The Log has changed the context: it is read and weighed anew. */
export async function reproject({
  context,
  meter,
  reframe,
}: Pick<CompressorParts, "context" | "meter" | "reframe">): Promise<void> {
  context.forget();
  await context.read();
  await meter.refresh();
  await reframe();
}

/** C3 alone: which results would give way, and what the next request would weigh then. */
export async function weighTruncation(
  { meter, context }: Pick<CompressorParts, "meter" | "context">,
  model: string,
): Promise<{ readonly changes: readonly WeighedChange[]; readonly before: number; readonly after: number }> {
  const { limit } = meter.view(model);
  const changes = await smallerOf(pointersTo(await meter.overBudget(keptResults(limit)), context), meter);
  const sizes = sizesOf(changes);
  const after = changes.length === 0 ? meter.predict(model) : meter.predictChanged(model, sizes.after - sizes.before);
  return { changes, before: meter.predict(model), after };
}

/** Writes it, and a note of it, by which it is taken back (L2). `said`: the Command that asked for it. */
export async function installTruncation(
  parts: CompressorParts,
  { turn, heading = () => [], said }: Installing & { readonly said?: string },
  { changes, text }: { readonly changes: readonly WeighedChange[]; readonly text: string },
): Promise<void> {
  const head = heading();
  const masked = changes.map((change) => parts.record(maskBody(change)));
  const masks = masked.map(({ id }) => id);
  const note = parts.record<NoteLeft>({ kind: "note", turn, ...(said !== undefined && { said }), text, masks });
  await parts.append([...head, ...masked, note]);
  parts.context.mask(changes);
  await parts.meter.refresh();
  parts.tell({ type: "results-masked", turnId: turn, count: changes.length, ...sizesOf(changes) });
  parts.tell({ type: "note", turnId: turn, text, masking: { record: note.id, undone: false } });
  parts.onWeighed();
}
