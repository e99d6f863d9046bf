/**
 * Two facts compared: whether one says what the other says, or the opposite. By their words, without a Model: so it
 * only ever leads to a question, or to a merge that the user sees before it is made.
 *
 * R1 Words are those of the search index (stems, pairs of characters where no spaces are written), without those that any sentence
 *    has. Numbers and negations are looked at by themselves.
 * R2 The same words, but one is negated: they contradict each other. So they do with other numbers in the same places.
 * R3 "X is a" and "X is b": the same beginning up to a word that gives one value, and another value: they contradict each other.
 * R4 All words of one in the other, or most of both: the same thing in other words.
 */
import { runsOf, wordsOfRun } from "../search/search-words.js";

/**
 * The relation of a new fact to an old one. `same`: word by word. `within`: the old one says it and more. `covers`: it says what the old
 * one says and more. `near`: the same in other words. `alike`: of the same matter. `against`: both can hardly hold.
 */
export type Likeness = "same" | "within" | "covers" | "near" | "alike" | "against";

/** Half of it must be there: "use tabs" is not all there is to "use tabs in makefiles and spaces elsewhere". */
const SHARE_OF_WHOLE = 0.5;
const NEAR = 0.75;
const ALIKE = 0.5;

export const likenessOf = (fact: string, old: string): Likeness | undefined =>
  compareFacts(readFact(fact), readFact(old));

/** For whoever compares many: each is read once. */
export function compareFacts(one: Fact, other: Fact): Likeness | undefined {
  if (one.plain === other.plain) return "same";
  if (one.words.size === 0 || other.words.size === 0) return undefined;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const least = Math.min(one.words.size, other.words.size);
  const overlap = shared / (one.words.size + other.words.size - shared);
  if (one.isNegated !== other.isNegated) return overlap >= ALIKE && shared / least >= NEAR ? "against" : undefined; // R2
  if (hasOtherNumbers(one.numbers, other.numbers)) return overlap >= ALIKE ? "against" : undefined; // R2
  if (givesAnotherValue(one.plain, other.plain)) return "against"; // R3
  if (!isSameSet(one.numbers, other.numbers)) return overlap >= ALIKE ? "alike" : undefined;
  if (overlap === 1 || overlap >= NEAR) return "near"; // R4
  if (shared === least && overlap >= SHARE_OF_WHOLE && least > 1)
    return one.words.size < other.words.size ? "within" : "covers";
  return overlap >= ALIKE ? "alike" : undefined;
}

export interface Fact {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Without case, points and bullets. */
  readonly plain: string;
}

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;
/** Words that turn a sentence round, in the languages the librarian takes orders in. */
const NEGATION =
  /(?<!\p{L})(?:never|not|no|none|without|avoid|cannot|\p{L}+n['’]t|stop|forbid(?:den)?|disable[ds]?|nie(?:mals)?|nicht|kein(?:e[nmrs]?)?|ohne|nunca|jamás|sin|ne|jamais|pas|не|никогда|без|нет)(?!\p{L})|[不没沒勿别別禁]|ない|ません|禁止|しないで/iu;
const NEGATING =
  /^(?:never|not|no|none|without|avoid|cannot|don|doesn|isn|aren|won|shouldn|mustn|can|t|stop|nie|niemals|nicht|kein|keine|ohne|nunca|jamas|sin|ne|jamais|pas|не|никогда|без|нет)$/u;
const COMMON = new Set(
  (
    "a an the this that these those it its is are was were be been being to of in on at for and or as by with from i me my we our you your user " +
    "project folder please always should must shall will would do does did has have had " +
    "der die das den dem ein eine ist sind und oder zu im mit auf immer el la los las un una es son y o de en con siempre и в на с это всегда"
  ).split(" "),
);

export function readFact(fact: string): Fact {
  const text = fact
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[的了]/gu, ""); // Chinese particles, which may as well be left out
  const words = new Set<string>();
  for (const run of runsOf(text)) {
    if (COMMON.has(run) || NEGATING.test(run)) continue;
    for (const piece of wordsOfRun(run).pieces) if (!/^\p{N}/u.test(piece) && !COMMON.has(piece)) words.add(piece);
  }
  const numbers = new Set(text.match(NUMBER) ?? []);
  return { words, numbers, isNegated: NEGATION.test(text), plain: plainOf(text) };
}

const plainOf = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, " ").trim();

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** Both name numbers, and each one that the other does not. */
const hasOtherNumbers = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((each) => !other.has(each)) && [...other].some((each) => !one.has(each));

/** After these comes the one thing that it is. */
const VALUE =
  /^(?:is|are|=|uses?|using|prefers?|called|named|with|via|in|ist|sind|heißt|nutzt|mit|es|son|usa|usan|это)$/u;
/** A value is a word or two. */
const VALUE_WORDS = 2;

/** R3. */
function givesAnotherValue(fact: string, old: string): boolean {
  const [one, other] = [fact.split(" "), old.split(" ")];
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
  if (same < 2 || !VALUE.test(one[same - 1]!)) return false;
  const rests = [one.length - same, other.length - same];
  return rests.every((rest) => rest > 0 && rest <= VALUE_WORDS);
}
