/**
 * Recalled records, which a Model reads again (C11): under the labels that lines of a Snapshot end with, cut to the words asked for.
 * R1 A label is the place of a record among all contents of the Session (C10). A call's record brings its results along.
 * R2 Of a long record the part with most of the words asked for is shown, and how much is left out.
 */
import { resultOf } from "./labelled-record.js";
import { wordsOf } from "../text/words.js";
import type { ContentSaid, LogRecord, RecordHead } from "../log/log.js";

export interface Labelled {
  readonly label: number;
  readonly record: RecordHead & ContentSaid;
}

export function labelled(records: readonly LogRecord[]): readonly Labelled[] {
  let label = 0;
  return records.flatMap((record): Labelled[] => {
    if (record.kind !== "content") return [];
    label++;
    return record.discarded ? [] : [{ label, record }];
  });
}

/** Characters of one record that are shown. */
const EXCERPT = 2_500;

export function excerptOf({ label, record }: Labelled, words = "", most = EXCERPT): string {
  const text = plainText(record);
  const when = new Date(record.at).toISOString().slice(0, 16).replace("T", " ");
  return `#${label} ${record.from}, ${when}:\n${bestPart(text, words, most)}`;
}

export function plainText({ content }: Pick<ContentSaid, "content">): string {
  return content.parts
    .flatMap(({ text, thought, functionCall, functionResponse }) => {
      if (functionCall) return [`calls ${functionCall.name} ${JSON.stringify(functionCall.args ?? {})}`];
      if (functionResponse) return [`${functionResponse.name} gave back:\n${resultOf(functionResponse).text}`];
      return text && !thought ? [text] : [];
    })
    .join("\n");
}

/** R2 */
function bestPart(text: string, words: string, most: number): string {
  if (text.length <= most) return text;
  const wanted = new Set(wordsOf(words));
  const lines = text.split("\n");
  const worth = lines.map((line) => wordsOf(line).filter((word) => wanted.has(word)).length);
  const best = wanted.size === 0 ? 0 : worth.indexOf(Math.max(...worth));
  const before = lines.slice(0, best).reduce((sum, line) => sum + line.length + 1, 0);
  const from = Math.max(0, Math.min(before - Math.floor(most / 4), text.length - most));
  const part = text.slice(from, from + most);
  const left = text.length - from - part.length;
  return `${from > 0 ? `... [${from} characters] ...\n` : ""}${part}${left > 0 ? `\n... [${left} characters] ...` : ""}`;
}

/** The records with most of the words, by reading each one: for Sessions without an index. */
export function findByWords(all: readonly Labelled[], words: string, limit: number): readonly Labelled[] {
  const wanted = [...new Set(wordsOf(words))];
  return all
    .map((each) => {
      const has = new Set(wordsOf(plainText(each.record)));
      return { each, found: wanted.filter((word) => has.has(word)).length };
    })
    .filter(({ found }) => found > 0)
    .toSorted((one, other) => other.found - one.found)
    .slice(0, limit)
    .map(({ each }) => each);
}
