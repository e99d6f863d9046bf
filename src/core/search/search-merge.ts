/** Makes one segment of several: the entries that still live, in the same order. */
import type { LivingSegment } from "./search-rank.js";
import {
  allTerms,
  compareBytes,
  createPostings,
  keyOf,
  readBody,
  readTitle,
  type Cursor,
  type SearchSegment,
} from "./search-segment.js";
import { createSegmentWriter, type EntryRow } from "./search-segment-writer.js";

const GONE = 0xffff_ffff;

export function mergeSegments(living: readonly LivingSegment[]): SearchSegment {
  const rows: EntryRow[] = [];
  let passages = 0;
  const sources = living.map(({ segment, dead }) => {
    const entries = new Uint32Array(segment.entries).fill(GONE);
    const moved = new Uint32Array(segment.passages).fill(GONE);
    for (let entry = 0; entry < segment.entries; entry++) {
      if (dead[entry] !== 0) continue;
      entries[entry] = rows.length;
      rows.push(rowOf(segment, entry));
      const end = segment.firstPassage[entry + 1]!;
      for (let passage = segment.firstPassage[entry]!; passage < end; passage++) moved[passage] = passages++;
    }
    const terms = allTerms(segment);
    return { segment, entries, passages: moved, terms, next: terms.next().value as Cursor | undefined };
  });
  const writer = createSegmentWriter();
  const bodies = createPostings();
  const titles = createPostings();
  for (let least = leastOf(sources); least; least = leastOf(sources)) {
    const text = least.slice();
    writer.startTerm(text);
    let entries = 0;
    let last = GONE;
    const see = (entry: number) => {
      if (entry !== last) entries++;
      last = entry;
    };
    for (const source of sources) {
      if (!source.next || compareBytes(source.next.bytes, source.next.length, text) !== 0) continue;
      const term = source.next.term();
      readBody(source.segment, term, bodies);
      readTitle(source.segment, term, titles);
      let title = 0;
      const seeTitlesUpTo = (most: number) => {
        for (; title < titles.count && titles.places[title]! <= most; title++) {
          const entry = source.entries[titles.places[title]!]!;
          if (entry === GONE) continue;
          writer.title(entry, titles.counts[title] === 1);
          see(entry);
        }
      };
      for (let at = 0; at < bodies.count; at++) {
        const place = bodies.places[at]!;
        const passage = source.passages[place]!;
        if (passage === GONE) continue;
        const entry = source.segment.entryOf[place]!;
        seeTitlesUpTo(entry);
        writer.body(passage, bodies.counts[at]!);
        see(source.entries[entry]!);
      }
      seeTitlesUpTo(GONE);
      source.next = source.terms.next().value as Cursor | undefined;
    }
    writer.endTerm(entries);
  }
  return writer.finish(rows);
}

function leastOf(sources: readonly { readonly next: Cursor | undefined }[]): Uint8Array | undefined {
  let least: Uint8Array | undefined;
  for (const { next } of sources) {
    if (next && (!least || compareBytes(next.bytes, next.length, least) < 0))
      least = next.bytes.subarray(0, next.length);
  }
  return least;
}

function rowOf(segment: SearchSegment, entry: number): EntryRow {
  const first = segment.firstPassage[entry]!;
  return {
    key: keyOf(segment, entry),
    group: segment.groups[entry]!,
    fileClass: segment.fileClasses[entry]!,
    nameWords: segment.nameWords[entry]!,
    time: segment.times[entry]!,
    size: segment.sizes[entry]!,
    words: segment.words[entry]!,
    passages: Array.from({ length: segment.firstPassage[entry + 1]! - first }, (_, at) => ({
      fromLine: segment.fromLines[first + at]!,
      lines: segment.lineCounts[first + at]!,
      words: segment.passageWords[first + at]!,
    })),
  };
}
