/**
 * The search index (Q1): entries in, ranked hits out. An index of segments: new entries are sealed into a small one, small
 * ones are merged, so that the cost of a change grows with what is new, and removed ones are marked and left out.
 *
 * R1 Answers depend on the entries alone, never on the order or the pieces in which they came: a key put twice is as if only
 *    the second had been put, a key removed as if it had never been.
 * R2 A segment is merged with the one before it when that is not twice as large: there are never more than log₂ n.
 * R3 A segment of which more than half was removed is written anew.
 */
import type { Hit, SearchEntry, SearchGroup, SearchQuery } from "./search.js";
import { createSegmentBuilder, SEARCH_GROUPS } from "./search-build.js";
import { mergeSegments } from "./search-merge.js";
import { rankEntries, type LivingSegment } from "./search-rank.js";
import { keyOf, type SearchSegment } from "./search-segment.js";

export interface SearchIndex {
  /** Adds, or replaces what was there under the same key. */
  put(entries: readonly SearchEntry[]): void;
  remove(keys: readonly string[]): void;
  search(query: SearchQuery): readonly Hit[];
  /** What is known of an entry, or nothing where there is none. */
  find(key: string): KnownEntry | undefined;
  keys(): Iterable<string>;
  /** See SearchPort. Looks at every key: some milliseconds for 100,000. */
  neighbours(key: string): { readonly before?: string; readonly after?: string };
  readonly count: number;
  readonly bytes: number;
  /** What is to be kept: seals what is new. */
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

/** Characters that may wait to be sealed: they are all in memory until then. */
const SEAL_AT = 2_000_000;

export function createSearchIndex(parts: readonly IndexPart[] = []): SearchIndex {
  const living: LivingSegment[] = [];
  const places = new Map<string, { readonly living: LivingSegment; readonly entry: number } | SearchEntry>();
  /** Put and not yet sealed. A key put again before that simply replaces. */
  let pending = new Map<string, SearchEntry>();
  let pendingCharacters = 0;
  const totals = { entries: 0, words: 0, passages: 0, passageWords: 0 };

  for (const { segment, removed } of parts) {
    const part: LivingSegment = { segment, dead: new Uint8Array(segment.entries), deadCount: removed.length };
    for (const entry of removed) part.dead[entry] = 1;
    living.push(part);
    settle(part);
  }

  /** Takes the entries of a segment into the table of keys and the totals. */
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
      const part: LivingSegment = { segment, dead: new Uint8Array(segment.entries), deadCount: 0 };
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
    const part: LivingSegment = { segment, dead: new Uint8Array(segment.entries), deadCount: 0 };
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

function deadOf(dead: Uint8Array): readonly number[] {
  const removed: number[] = [];
  for (let entry = dead.indexOf(1); entry >= 0; entry = dead.indexOf(1, entry + 1)) removed.push(entry);
  return removed;
}
