/**
 * Changes by hand of what the Model is sent (U2): pin, fold, remove, and the way back of each, as records (L2).
 * R1 A call never parts from its results: the whole exchange is pinned or removed (core/context/exchange.ts).
 * R2 A change that is made twice does nothing the second time; taken back, nothing of it is left, however often it was made.
 * R3 A fold must make something smaller.
 */
import type { ContextChange, RecordMark } from "../../core/context/context-change.js";
import type { Content } from "../../core/content.js";
import { foldedContent } from "../../core/context/context.js";
import { AgentError } from "../../core/errors.js";
import { foldPreview } from "../../core/context/fold-preview.js";
import type { FoundContent } from "../../core/measure/gauge.js";
import type { ContentSaid, LogRecord, RecordBody, RecordHead } from "../../core/log/log.js";
import { maskedOutput } from "../../core/context/mask-preview.js";
import { placeOfResult } from "../calls/full-output.js";
import { maskBody, smallerOf, type ResultChange } from "../request/old-results.js";
import type { SessionState } from "./session-state.js";
import { sessionWords } from "./session-words.js";
import type { TurnViews } from "./turn-views.js";
import type { WeighedItem } from "../../core/measure/context-weights.js";
import type { RecordId } from "../../core/ids.js";

export async function changeContext(state: SessionState, change: ContextChange): Promise<void> {
  const found = await state.meter.find(change.record);
  if (!found) throw notFound();
  const bodies = await bodiesFor(state, found, change);
  if (bodies.length === 0) return;
  await state.write(bodies, {
    async tell(records) {
      state.tell({ type: "context-changed", sessionId: state.id, marks: marksAfter(state.turns, records) });
      await showTurn(state, change.record);
    },
  });
}

async function bodiesFor(
  state: SessionState,
  found: FoundContent,
  { how, part, wholeTurn = false }: ContextChange,
): Promise<readonly RecordBody[]> {
  const items = wholeTurn ? found.turn : found.exchange; // R1
  const undo = (ids: readonly RecordId[]) => [...new Set(ids)].map((of): RecordBody => ({ kind: "undo", of }));
  switch (how) {
    case "pin":
      return items.filter(({ effects }) => !effects?.pins.length).map((item) => ({ kind: "pin", record: item.record }));
    case "unpin":
      return undo(items.flatMap(({ effects }) => effects?.pins ?? []));
    case "remove": {
      const records = items.filter((item) => !item.away).map((item) => item.record);
      return records.length > 0 ? [{ kind: "removal", records }] : [];
    }
    case "put-back":
      return undo(items.flatMap(({ effects }) => effects?.removals ?? []));
    case "unfold": {
      const folded = wholeTurn ? items : [found];
      const isMeant = (mask: { readonly part: number }) => part === undefined || mask.part === part;
      return undo(
        folded.flatMap(({ effects }) => [
          ...(effects?.masks.filter(isMeant).map(({ id }) => id) ?? []),
          ...(part === undefined ? (effects?.folds ?? []) : []),
        ]),
      );
    }
    case "fold": {
      const folds = await Promise.all((wholeTurn ? items : [found]).map((item) => foldsOf(state, item, part)));
      if (folds.flat().length > 0 || wholeTurn) return folds.flat();
      if (found.effects?.folds.length || found.effects?.masks.some((mask) => mask.part === part)) return []; // R2
      throw new AgentError("InvalidStateError", sessionWords.shortAlready);
    }
  }
}

/** Previews for each result and for the words, or for the one result that was named; only those that make something smaller (R3). */
async function foldsOf(state: SessionState, item: WeighedItem, only?: number): Promise<readonly RecordBody[]> {
  if (item.away) return [];
  const { content } = await readContent(state, item.record);
  const masked = new Set(item.effects?.masks.map(({ part }) => part));
  const results = item.weight.results.flatMap(({ part, tool, tokens }): ResultChange[] => {
    const result = content.parts[part]?.functionResponse;
    if (!result || masked.has(part) || (only !== undefined && part !== only)) return [];
    const preview = maskedOutput(result, result.id ?? placeOfResult(item.record, part));
    return [{ record: item.record, part, tool, tokens, preview }];
  });
  const masks = (await smallerOf(results, state.meter)).map(maskBody);
  if (only !== undefined || item.effects?.folds.length) return masks;
  return [...masks, ...(await foldOfWords(state, item, content))];
}

async function foldOfWords(
  { meter }: SessionState,
  { record, weight }: WeighedItem,
  content: Content,
): Promise<readonly RecordBody[]> {
  const preview = foldPreview(content);
  if (preview === undefined) return [];
  const words = { ...content, parts: content.parts.filter(({ functionResponse }) => !functionResponse) };
  const folded = await meter.weigh(foldedContent(words, preview));
  const before = weight.tokens - weight.results.reduce((sum, { tokens }) => sum + tokens, 0);
  return folded && folded.tokens < before ? [{ kind: "fold", record, preview, weight: folded }] : [];
}

/** One record, whole. */
async function readContent({ log, id: session }: SessionState, id: RecordId): Promise<RecordHead & ContentSaid> {
  const [record] = (await log.page(session, 1, `${id}0`)).records;
  if (record?.id !== id || record.kind !== "content") throw notFound();
  return record;
}

const marksAfter = (turns: TurnViews, records: readonly LogRecord[]): readonly RecordMark[] => [
  ...new Map(records.flatMap((record) => turns.marksAfter(record).map((mark) => [mark.record, mark]))).values(),
];

/** Records that are read to show a Turn anew. */
const NEWEST = 200;

/** Shows a Turn of this visit whole, if it is near the end: its blocks do not name their records yet, so that marks alone would not be seen. */
async function showTurn({ log, id: session, turns, tell }: SessionState, record: RecordId): Promise<void> {
  const { records } = await log.page(session, NEWEST);
  const said = records.find(({ id }) => id === record);
  if (said?.kind !== "content") return;
  const turn = turns.of(records).find(({ id }) => id === said.turn);
  if (turn && !turn.partial) tell({ type: "turn-replaced", sessionId: session, turn });
}

const notFound = () => new AgentError("NotFoundError", sessionWords.notChangeable);
