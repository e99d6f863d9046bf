/**
 * The entries of Sessions in the search index: messages, answers, and outputs of Tools. The key is `<session>/<record>`.
 *
 * R1 An answer has the words of its question as a title, an output those of its call: people remember either.
 * R2 The librarian's answers are left out: its quotations would be found instead of the texts they quote.
 * R3 Outputs of Tools are a group of their own: recall wants them, "what did I say" does not.
 */
import type { Content } from "../../core/content.js";
import { onlyQuotes } from "../../core/models/model-names.js";
import { textBesideEditorContext } from "../../core/context/editor-tags.js";
import type { LogRecord } from "../../core/log/log.js";
import type { SearchEntry } from "../../core/search/search.js";

type ContentRecord = Extract<LogRecord, { kind: "content" }>;

/** Characters of a question or a call that become a title. */
const TITLE_CHARACTERS = 200;
/** Longer outputs are mostly files, which are found in the folder. */
const OUTPUT_CHARACTERS = 64_000;
/** Questions and calls that are remembered as titles for their answers and outputs. */
const MOST_KEPT = 2_000;

/** Whether a record is a message or an answer, by R2. */
export const isSaid = (record: LogRecord): record is ContentRecord => isKept(record) && isWords(record);

/** Whether a record makes an entry, or the title of one. */
export const isWorthFinding = (record: LogRecord): record is ContentRecord =>
  isKept(record) && (isWords(record) || record.from === "tool" || hasCalls(record.content));

const isKept = (record: LogRecord): record is ContentRecord => record.kind === "content" && record.discarded !== true;
const isWords = ({ from, model, content }: ContentRecord): boolean =>
  (from === "user" || (from === "model" && !onlyQuotes(model ?? ""))) && textBesideEditorContext(content).trim() !== "";
const hasCalls = ({ parts }: Content): boolean => parts.some((part) => part.functionCall !== undefined);

/** A function from records, given in writing order, to their entries. It remembers questions and calls between two batches. */
export function createSessionEntries(): (records: readonly LogRecord[]) => readonly SearchEntry[] {
  const titles = new Map<string, string>();
  const keep = (name: string, words: string) => {
    titles.set(name, words.slice(0, TITLE_CHARACTERS));
    if (titles.size > MOST_KEPT) titles.delete(titles.keys().next().value!);
  };

  return (records) =>
    records.filter(isWorthFinding).flatMap((record): readonly SearchEntry[] => {
      const { session, id, turn, from, content, at: time } = record;
      for (const { functionCall: call } of content.parts)
        if (call) keep(`${session}/${call.id ?? call.name}`, wordsOfCall(call.name, call.args));
      const key = `${session}/${id}`;
      if (from === "tool") {
        const text = outputOf(content);
        const title = content.parts
          .flatMap(({ functionResponse: result }) =>
            result ? (titles.get(`${session}/${result.id ?? result.name}`) ?? result.name) : [],
          )
          .join(" ");
        return text.trim() === "" ? [] : [{ key, group: "output", title, text, time }]; // R3
      }
      if (!isSaid(record)) return [];
      const text = textBesideEditorContext(content);
      const title = from === "model" ? titles.get(turn) : undefined; // R1
      if (from === "user") keep(turn, text);
      return [{ key, group: "session", text, time, ...(title && { title }) }];
    });
}

const wordsOfCall = (name: string, args: Readonly<Record<string, unknown>> = {}): string =>
  [name, ...Object.values(args).filter((value) => typeof value === "string")].join(" ");

function outputOf({ parts }: Content): string {
  const texts = parts.flatMap(({ functionResponse: result }) =>
    Object.values(result?.response ?? {}).filter((value) => typeof value === "string"),
  );
  return texts.join("\n").slice(0, OUTPUT_CHARACTERS);
}
