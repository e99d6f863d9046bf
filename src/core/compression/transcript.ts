/**
 * The transcript: a History as a summarising Model reads it (C4, C10), each record between tags, under its label, in pieces that fit.
 * R1 No text can close a record: an end tag in it is escaped.
 * R2 If the whole does not fit, results lose their middle, the oldest first, but for the newest 50,000 tokens of them (C3).
 * R3 If that does not fit either, there are several pieces, cut between records; a record that is larger than a piece loses its middle.
 */
import { resultOf, type LabelledRecord } from "../context/labelled-record.js";
import { MASK_BUDGET } from "../context/mask.js";
import { endsOf } from "../context/mask-preview.js";

export function transcriptOf(
  records: readonly LabelledRecord[],
  { room, count }: { readonly room: number; readonly count: (text: string) => number },
): readonly string[] {
  const whole = records.map((each) => written(each, Infinity));
  if (whole.reduce((sum, text) => sum + count(text), 0) <= room) return [whole.join("\n")];
  return packed(shortened(records, count), { room, count });
}

/** R2: characters that are left of a result, enough to see what it was. */
const SHORT = 500;

function shortened(records: readonly LabelledRecord[], count: (text: string) => number): readonly string[] {
  const texts: string[] = [];
  let kept = 0;
  for (const each of records.toReversed()) {
    const whole = written(each, Infinity);
    const tokens = each.from === "tool" ? count(whole) : 0;
    const isShort = kept + tokens > MASK_BUDGET.keep;
    texts.push(isShort ? written(each, SHORT) : whole);
    kept += isShort ? 0 : tokens;
  }
  return texts.toReversed();
}

/** R3 */
function packed(
  texts: readonly string[],
  { room, count }: { readonly room: number; readonly count: (text: string) => number },
): readonly string[] {
  const pieces: string[][] = [];
  let left = 0;
  for (const text of texts) {
    let fitting = text;
    let tokens = count(fitting);
    while (tokens > room && fitting.length > SHORT) {
      fitting = endsOf(text, Math.floor((fitting.length * room * 0.9) / tokens));
      tokens = count(fitting);
    }
    if (tokens > left || pieces.length === 0) {
      pieces.push([]);
      left = room;
    }
    pieces.at(-1)!.push(fitting);
    left -= tokens;
  }
  return pieces.map((piece) => piece.join("\n"));
}

function written({ label, from, content }: LabelledRecord, longest: number): string {
  const lines = content.parts.flatMap((part): readonly string[] => {
    if (part.thought) return [];
    if (part.functionCall) return [`calls ${part.functionCall.name} ${JSON.stringify(part.functionCall.args ?? {})}`];
    if (part.functionResponse) {
      const { text, failed } = resultOf(part.functionResponse);
      return [`${part.functionResponse.name} ${failed ? "failed" : "gave back"}:\n${endsOf(text, longest)}`];
    }
    if (part.inlineData || part.fileData) return [`[${(part.inlineData ?? part.fileData)?.mimeType ?? "media"}]`];
    return part.text ? [part.text] : [];
  });
  return `<record label="#${label}" from="${from}">\n${lines.join("\n").replaceAll(/<\/record/gi, "&lt;/record")}\n</record>`;
}
