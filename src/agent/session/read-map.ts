/** The map of the next request, and the text of one of its blocks, for the screen (U2). */
import type { RecordId } from "../../core/ids.js";
import type { BlockText, MapView } from "../../core/port/context-port.js";
import { compressionDueAt } from "../../core/measure/budget.js";
import { textOf, type Content } from "../../core/content.js";
import type { ContextMap } from "../../core/measure/context-map.js";
import { AgentError } from "../../core/errors.js";
import type { LogRecord } from "../../core/log/log.js";
import { resultText } from "../../core/context/mask-preview.js";
import { plainText } from "../../core/context/recalled.js";
import type { SessionState } from "./session-state.js";
import type { Threshold } from "../../core/settings/settings.js";
import { sessionWords } from "./session-words.js";

/** While a Turn runs, what stands before the conversation is what the Turn sends, and is weighed already. */
export async function readMap(
  { meter, model, reframe, tellMeter }: SessionState,
  { threshold, isRunning }: { readonly threshold: Threshold; readonly isRunning: () => boolean },
  asked: MapView,
): Promise<ContextMap> {
  const told = meter.view(model).tokens;
  await meter.measure();
  if (!isRunning()) await reframe(meter);
  const map = await meter.map(model, asked);
  const { limit, source, tokens } = meter.view(model);
  const at = compressionDueAt({ limit }, threshold);
  if (tokens !== told) tellMeter(); // the frame of a Session that was just opened is weighed only now
  return { ...map, limit, source, ...(at !== undefined && { threshold: Math.round(at) }) };
}

/** Characters of a block that are shown. */
const SHOWN = 4_000;

export async function readBlock(
  { log, id: session }: SessionState,
  { record: id, part }: { readonly record: RecordId; readonly part?: number },
): Promise<BlockText> {
  const [record] = (await log.page(session, 1, `${id}0`)).records;
  const text = record?.id === id ? wordsIn(record, part) : undefined;
  if (text === undefined) throw new AgentError("NotFoundError", sessionWords.notInConversation);
  return {
    text: text.slice(0, SHOWN),
    more: Math.max(0, text.length - SHOWN),
    ...(record?.kind === "content" && { turn: record.turn }),
  };
}

function wordsIn(record: LogRecord, part: number | undefined): string | undefined {
  if (record.kind === "snapshot") return record.contents.map(textOf).join("\n\n");
  if (record.kind === "environment" || record.kind === "recalled") return textOf(record.content);
  if (record.kind !== "content") return undefined;
  if (part === undefined) return plainText({ content: withoutResults(record.content) });
  const result = record.content.parts[part]?.functionResponse;
  return result && resultText(result);
}

const withoutResults = (content: Content): Content => ({
  ...content,
  parts: content.parts.filter(({ functionResponse }) => !functionResponse),
});
