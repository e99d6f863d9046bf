/** The search behind the `recall` Tool (C11): finds records of a Session by the search index where there is one, else by reading each. */
import { contextOf } from "../../core/context/context.js";
import { excerptOf, findByWords, labelled } from "../../core/context/recalled.js";
import type { LogStore } from "../../core/log/store.js";
import type { SearchIndexer } from "./search-indexer.js";

/** Excerpts under their labels, the best first. */
export type Recall = (asked: {
  readonly labels: readonly number[];
  readonly words: string;
  readonly limit: number;
}) => Promise<readonly string[]>;

interface RecallParts {
  readonly log: Pick<LogStore, "records">;
  readonly indexer?: Pick<SearchIndexer, "findRecords">;
  readonly session: () => string;
}

export function createRecall({ log, indexer, session }: RecallParts): Recall {
  return async ({ labels, words, limit }) => {
    const records = await log.records(session());
    const all = labelled(records);
    const named = all.filter(({ label }) => labels.includes(label));
    const found = words.trim() === "" ? [] : await search();
    return [...new Set([...named, ...found])]
      .slice(0, Math.max(limit, named.length))
      .map((each) => excerptOf(each, words));

    /** Records that have left the context; those that stand in it need not be found. */
    async function search() {
      const there = new Set(contextOf(records).flatMap(({ record, shortened }) => (shortened ? [] : [record])));
      const gone = all.filter(({ record }) => !there.has(record.id));
      const ids = (await indexer?.findRecords(session(), words, { limit: 3 * limit }))?.map(({ id }) => id) ?? [];
      const byId = new Map(gone.map((each) => [each.record.id, each]));
      const hits = ids.flatMap((id) => byId.get(id) ?? []).slice(0, limit);
      return hits.length > 0 ? hits : findByWords(gone, words, limit);
    }
  };
}
