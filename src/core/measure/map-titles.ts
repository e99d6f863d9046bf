/** Titles of the blocks of a context map: the first words of their records, so that a map can be read without these. */
import type { RecordId } from "../ids.js";
import { textBesideEditorContext } from "../context/editor-tags.js";
import type { MapBlock } from "./context-map.js";
import type { ContentSaid, LogRecord } from "../log/log.js";

/** The titles of one record: of its words, and of each result by its call. */
export interface Titles {
  readonly words: string;
  /** The Tools it calls. */
  readonly called: string;
  readonly calls: Readonly<Record<string, string>>;
  /** The calls of its results, by part. */
  readonly results: Readonly<Record<number, string>>;
}

const LENGTH = 90;

export function titlesOf(record: LogRecord): Titles | undefined {
  if (record.kind !== "content") return undefined;
  const { content, shown } = record;
  const results = content.parts.flatMap(({ functionResponse: each }, part) =>
    each?.id ? [[part, each.id] as const] : [],
  );
  return {
    words: brief(shown ?? textBesideEditorContext(content)),
    called: callsIn(record),
    calls: Object.fromEntries((record.calls ?? []).map(({ id, title }) => [id, brief(title)])),
    results: Object.fromEntries(results),
  };
}

const callsIn = ({ content }: ContentSaid): string =>
  [...new Set(content.parts.flatMap(({ functionCall }) => functionCall?.name ?? []))].join(", ");

const brief = (text: string): string => {
  // Marks of Markdown say nothing in a title.
  const plain = text.slice(0, 4 * LENGTH).replace(/\*\*|`|^\s*#+\s/gm, "");
  const line = plain.replace(/\s+/g, " ").trim();
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1)}…` : line;
};

/** The records whose titles a map needs. */
export const untitledIn = (blocks: readonly MapBlock[]): readonly RecordId[] =>
  blocks.flatMap(({ record, blocks: inner = [], kind }) => [
    ...(record !== undefined && kind !== "snapshot" && kind !== "environment" ? [record] : []),
    ...untitledIn(inner),
  ]);

export function withTitles(
  blocks: readonly MapBlock[],
  titles: Pick<ReadonlyMap<string, Titles>, "get">,
): readonly MapBlock[] {
  return blocks.map((block) => {
    const inner = block.blocks && { blocks: withTitles(block.blocks, titles) };
    const found = block.record === undefined ? undefined : titles.get(block.record);
    if (!found) return inner ? { ...block, ...inner } : block;
    const call = block.part === undefined ? undefined : found.results[block.part];
    const title = block.part === undefined ? found.words : call === undefined ? "" : (found.calls[call] ?? "");
    const name = block.kind === "model" && !title && found.called ? { name: found.called } : {};
    return { ...block, ...name, ...(title && { title }), ...inner };
  });
}
