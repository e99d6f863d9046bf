/** The whole output of a call of which the Model was shown less (X2); its address is `tool-output://<call>`. */
import type { LogRecord } from "../../core/log/log.js";
import { resultText } from "../../core/context/mask-preview.js";
import { insideUntrusted } from "../../core/text/untrusted.js";
import type { CallId, RecordId } from "../../core/ids.js";

/** The id of a result whose call has none. */
export const placeOfResult = (record: RecordId, part: number): string => `${record}.${part}`;

/** Finds an output in its own record, if it was cut before it was sent, or else in the result, which may be masked since. */
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
