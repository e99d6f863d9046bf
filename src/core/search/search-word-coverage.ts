/**
 * Counts the words of a question that an entry has: a bit for each concept that counts, instead of a list for each of
 * thousands of entries.
 * R1 A word is found whole if all its parts are found as themselves: of an identifier the whole, of a run of characters
 *    without spaces every pair.
 * R2 A word is found alike if any part of it is, or any term that stands for it.
 */
import type { WordFound } from "./search.js";
import type { Concept } from "./search-query.js";

/** The most concepts; those beyond them, as of a pasted page, are not reported. */
const MOST = 32;

interface Counted {
  readonly word: string;
  readonly isName: boolean;
  /** Bits of the parts that must be found as themselves, and of all parts. */
  needed: number;
  any: number;
  weight: number;
  entries: number;
}

interface Tally {
  /** The bit of a concept; 0 beyond the most. `entries`: the number of entries that have it as itself. */
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
