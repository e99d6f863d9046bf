/** The whole of what a Tool gave back, where the Model was shown less (X2): read as `tool-output://<call>`. */
import type { LogRecord } from "../../core/log/log.js";
import { resultText } from "../../core/context/mask-preview.js";
import { insideUntrusted } from "../../core/text/untrusted.js";
import type { CallId, RecordId } from "../../core/ids.js";

/** Where a call has no id of its own, its result is known by its place. */
export const placeOfResult = (record: RecordId, part: number): string => `${record}.${part}`;

/** `records` of the Session. What was cut before it reached the Model stands apart; what was masked later, in its result. */
export function findFullOutput(records: readonly LogRecord[], callId: CallId): string | undefined {
  const kept = records.find((record) => record.kind === "output" && record.call === callId);
  if (kept?.kind === "output") return kept.text;
  for (const record of records) {
    if (record.kind !== "content" || record.from !== "tool" || record.discarded) continue;
    const result = record.content.parts.find(({ functionResponse: each }, at) =>
      each?.id === undefined ? each && placeOfResult(record.id, at) === callId : each.id === callId,
    )?.functionResponse;
    if (!result) continue;
    const text = resultText(result);
    return insideUntrusted(text) ?? text;
  }
  return undefined;
}
