/**
 * Keeps count of which words of a question an entry has, and how: a bit for each concept that counts, of which there are
 * few, in the place of a list for each of thousands of entries.
 *
 * R1 A word is found whole if all that must be found of it is, as itself; of an identifier the whole alone, of a run of
 *    characters without spaces every pair.
 * R2 It is found alike if anything of it is, or anything that stands for it.
 */
import type { WordFound } from "./search.js";
import type { Concept } from "./search-query.js";

/** A question of more concepts is a pasted page; what comes after these is told of nowhere. */
const MOST = 32;

interface Counted {
  readonly word: string;
  readonly isName: boolean;
  /** Bits of what must be found as itself, and of all that may be found. */
  needed: number;
  any: number;
  weight: number;
  entries: number;
}

interface Tally {
  /** The bit of a concept; 0 beyond the most. `entries`: in how many it stands as itself. */
  count(concept: Concept, weight: number, entries: number): number;
  words(found: number, whole: number): readonly WordFound[];
}

export function createTally(): Tally {
  const words = new Map<string, Counted>();
  let next = 0;
  let all = 0;
  return {
    count({ word, isName = false, isPiece = false }, weight, entries) {
      all += weight;
      if (next >= MOST) return 0;
      const bit = 1 << next++;
      const known = words.get(word) ?? { word, isName, needed: 0, any: 0, weight: 0, entries };
      if (!isPiece) known.needed |= bit; // R1
      known.any |= bit;
      known.weight += weight;
      known.entries = Math.min(known.entries, isPiece ? Infinity : entries);
      words.set(word, known);
      return bit;
    },
    words: (found, whole) =>
      [...words.values()].map(({ word, isName, needed, any, weight, entries }) => ({
        word,
        found: needed !== 0 && (whole & needed) === needed ? "whole" : (found & any) !== 0 ? "alike" : "not",
        share: all > 0 ? weight / all : 0,
        isName,
        entries,
      })),
  };
}
