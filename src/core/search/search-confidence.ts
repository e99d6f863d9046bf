/**
 * Decides whether the hits of a search contain an answer. A search always has a best hit; an answer differs from an
 * accident by how much of the question it has, and by which words.
 * R1 Half of the question must be found, rare words counting more.
 * R2 If the rarest word of the question is nowhere in the index as itself, six tenths must be found: a question about
 *    bcrypt is not answered by all that mention a password and a hash.
 * R3 A rare name (an identifier, a long number) that is found whole is enough, whatever the other words and their
 *    language. Of several names all must be found. Hits with more of them come first.
 * R4 Beside a convincing hit others may lack more words.
 */
import type { Hit, WordFound } from "./search.js";

/** By trial over 2,000 files: right answers have 0.5 and more, 0.69 where R2 holds; wrong ones up to 0.53. */
const HALF = 0.5;
const WITHOUT_RAREST = 0.6;
const BESIDE = 0.35;
/** A name in more than one entry of fifty is a common word of the project. */
const RARE = 0.02;
const RARE_ANYWAY = 3;
/** Hits that R1 and R2 consider: those that rank lower are no answer. */
const BEST = 5;

/** True if a hit by itself is an answer. `entries`: the number of entries in the index. */
export const convinces = (hit: Hit, entries: number): boolean => hasEnough(hit) || hasNames(hit, entries);

/** The hits that may be shown, from hits in their order; none where there is no answer. */
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
