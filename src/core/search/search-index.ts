/**
 * The search index (Q1): entries in, ranked hits out. It is made of segments: new entries are sealed into a small one,
 * and small ones are merged, so that the cost of a change grows with what is new. Removed entries are marked.
 * R1 Answers depend on the entries alone, never on the order or the pieces in which they came: a key put twice counts
 *    as put the second time only, a removed key as never put.
 * R2 A segment is merged with the one before it unless that is twice as large: there are at most log₂ n.
 * R3 A segment of which more than half was removed is written anew.
 */
import type { Hit, SearchEntry, SearchGroup, SearchQuery } from "./search.js";
import { createSegmentBuilder, SEARCH_GROUPS } from "./search-build.js";
import { mergeSegments } from "./search-merge.js";
import { rankEntries, type LivingSegment } from "./search-rank.js";
import { keyOf, type SearchSegment } from "./search-segment.js";

export interface SearchIndex {
  /** Adds entries, or replaces those with the same key. */
  put(entries: readonly SearchEntry[]): void;
  remove(keys: readonly string[]): void;
  search(query: SearchQuery): readonly Hit[];
  /** The group, time and size of an entry, if there is one. */
  find(key: string): KnownEntry | undefined;
  keys(): Iterable<string>;
  /** See SearchPort. Looks at every key: some milliseconds for 100,000. */
  neighbours(key: string): { readonly before?: string; readonly after?: string };
  readonly count: number;
  readonly bytes: number;
  /** The segments to be stored, new entries included. */
  parts(): readonly IndexPart[];
}

interface KnownEntry {
  readonly group: SearchGroup;
  readonly time: number;
  readonly size: number;
}

export interface IndexPart {
  readonly segment: SearchSegment;
  /** The numbers of the entries that were removed. */
  readonly removed: readonly number[];
}

/** The most characters in entries that are not sealed yet, which are all in memory. */
const SEAL_AT = 2_000_000;

export function createSearchIndex(parts: readonly IndexPart[] = []): SearchIndex {
  const living: LivingSegment[] = [];
  const places = new Map<string, { readonly living: LivingSegment; readonly entry: number } | SearchEntry>();
  /** Entries that are not sealed yet. A key put again before that replaces the entry. */
  let pending = new Map<string, SearchEntry>();
  let pendingCharacters = 0;
  const totals = { entries: 0, words: 0, passages: 0, passageWords: 0 };

  for (const { segment, removed } of parts) {
    const part = { ...wholeOf(segment), deadCount: removed.length };
    for (const entry of removed) part.dead[entry] = 1;
    living.push(part);
    settle(part);
  }

  /** Adds the entries of a segment to the table of keys and the totals. */
  function settle(part: LivingSegment): void {
    for (let entry = 0; entry < part.segment.entries; entry++) {
      if (part.dead[entry] !== 0) continue;
      places.set(keyOf(part.segment, entry), { living: part, entry });
      weigh(part.segment, entry, 1);
    }
  }

  function weigh(segment: SearchSegment, entry: number, sign: 1 | -1): void {
    totals.entries += sign;
    totals.words += sign * segment.words[entry]!;
    const end = segment.firstPassage[entry + 1]!;
    for (let passage = segment.firstPassage[entry]!; passage < end; passage++) {
      totals.passages += sign;
      totals.passageWords += sign * segment.passageWords[passage]!;
    }
  }

  function bury(key: string): void {
    const place = places.get(key);
    if (!place) return;
    places.delete(key);
    if (!("living" in place)) {
      pending.delete(key);
      return;
    }
    place.living.dead[place.entry] = 1;
    place.living.deadCount++;
    weigh(place.living.segment, place.entry, -1);
  }

  function seal(): void {
    if (pending.size > 0) {
      const builder = createSegmentBuilder();
      for (const entry of pending.values()) builder.add(entry);
      const segment = builder.seal();
      pending = new Map();
      pendingCharacters = 0;
      const part = wholeOf(segment);
      living.push(part);
      settle(part);
    }
    tidy();
  }

  function tidy(): void {
    for (let at = living.length - 1; at >= 0; at--) {
      const { segment, deadCount } = living[at]!;
      if (deadCount * 2 > segment.entries) replace(at, 1); // R3
    }
    while (living.length > 1) {
      const last = living.length - 1;
      if (living[last - 1]!.segment.bytes.length >= 2 * living[last]!.segment.bytes.length) break;
      replace(last - 1, 2); // R2
    }
  }

  function replace(at: number, count: number): void {
    const old = living.slice(at, at + count);
    if (old.every(({ segment, deadCount }) => deadCount === segment.entries)) {
      living.splice(at, count);
      return;
    }
    const segment = mergeSegments(old);
    const part = wholeOf(segment);
    living.splice(at, count, part);
    for (let entry = 0; entry < segment.entries; entry++) places.set(keyOf(segment, entry), { living: part, entry });
  }

  function find(key: string): KnownEntry | undefined {
    const place = places.get(key);
    if (!place) return undefined;
    if (!("living" in place)) return { group: place.group, time: place.time, size: place.size ?? 0 };
    const { segment } = place.living;
    return {
      group: SEARCH_GROUPS[segment.groups[place.entry]!]!,
      time: segment.times[place.entry]!,
      size: segment.sizes[place.entry]!,
    };
  }

  return {
    put(entries) {
      for (const entry of entries) {
        bury(entry.key);
        places.set(entry.key, entry);
        pending.set(entry.key, entry);
        pendingCharacters += entry.text.length;
        if (pendingCharacters > SEAL_AT) seal();
      }
    },
    remove(keys) {
      for (const key of keys) bury(key);
    },
    search(query) {
      seal();
      return rankEntries(living, totals, query);
    },
    find,
    keys: () => places.keys(),
    neighbours(key) {
      const beginning = key.slice(0, key.lastIndexOf("/") + 1);
      const group = find(key)?.group;
      let before: string | undefined;
      let after: string | undefined;
      for (const other of places.keys()) {
        if (!other.startsWith(beginning) || other === key || other.includes("/", beginning.length)) continue;
        if (other < key ? before !== undefined && other < before : after !== undefined && other > after) continue;
        if (find(other)?.group !== group) continue;
        if (other < key) before = other;
        else after = other;
      }
      return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    },
    get count() {
      return places.size;
    },
    get bytes() {
      return living.reduce((sum, { segment }) => sum + segment.bytes.length, 0);
    },
    parts() {
      seal();
      return living.map(({ segment, dead, deadCount }) => ({ segment, removed: deadCount === 0 ? [] : deadOf(dead) }));
    },
  };
}

const wholeOf = (segment: SearchSegment): LivingSegment => ({
  segment,
  dead: new Uint8Array(segment.entries),
  deadCount: 0,
});

function deadOf(dead: Uint8Array): readonly number[] {
  const removed: number[] = [];
  for (let entry = dead.indexOf(1); entry >= 0; entry = dead.indexOf(1, entry + 1)) removed.push(entry);
  return removed;
}
