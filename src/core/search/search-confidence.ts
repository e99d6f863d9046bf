/**
 * Whether there is an answer among the hits of a search, or "nothing found" is the honest one. A search always has a best
 * hit; what tells an answer from an accident is how much of the question it has, and of which words.
 *
 * R1 Half of what was asked must be there, rare words counting more.
 * R2 Where the rarest word of the question stands nowhere in the index as itself, the rest and what may stand for it must
 *    have six tenths: who asks for bcrypt is not answered by all that have a password and a hash.
 * R3 A rare name (an identifier, a long number) that stands there whole convinces by itself, whatever else was asked around
 *    it and in which language. Of several names all must stand there. Hits with more of them come first.
 * R4 Beside a convincing hit others may lack more: what is about a thing need not have every word of the question.
 */
import type { Hit, WordFound } from "./search.js";

/** By trial over 2,000 files: the rightest answers to 60 questions have 0.5 and more, and 0.69 where R2 holds; what was found for those without an answer has up to 0.53. */
const HALF = 0.5;
const WITHOUT_RAREST = 0.6;
const BESIDE = 0.35;
/** A name in more than one entry of fifty is a word of the project's own, not a thing in it. */
const RARE = 0.02;
const RARE_ANYWAY = 3;
/** R1 and R2 look at so many: what ranks below is no answer, whatever it has. */
const BEST = 5;

/** Whether a hit by itself is an answer. `entries`: how many the index has. */
export const convinces = (hit: Hit, entries: number): boolean => hasEnough(hit) || hasNames(hit, entries);

/** Those of the hits, given in their order, that may be shown; none where there is no answer. `entries`: as above. */
export function convincing(hits: readonly Hit[], entries: number): readonly Hit[] {
  const isAnswered = hits.slice(0, BEST).some(hasEnough);
  const shown = hits.filter((hit) => (isAnswered && hit.coverage >= BESIDE) || hasNames(hit, entries));
  const names = (hit: Hit) => hit.words.filter((word) => isRareName(word, entries) && word.found === "whole").length;
  return shown.toSorted((a, b) => names(b) - names(a)); // R3; equals keep their order
}

/** R1, R2 */
function hasEnough({ coverage, words }: Hit): boolean {
  const rarest = words.reduce<WordFound | undefined>(
    (most, word) => (most && most.share >= word.share ? most : word),
    undefined,
  );
  return coverage >= (rarest?.entries === 0 ? WITHOUT_RAREST : HALF);
}

/** R3 */
const hasNames = ({ words }: Hit, entries: number): boolean =>
  words.some((word) => isRareName(word, entries)) && words.every(({ isName, found }) => !isName || found === "whole");

const isRareName = ({ isName, entries: having }: WordFound, entries: number): boolean =>
  isName && having > 0 && having <= Math.max(RARE_ANYWAY, entries * RARE);
