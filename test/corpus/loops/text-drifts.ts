/** Chants that change a little on their way: slow enough that a user sees the same thing again and again (D2). */
import type { Dice } from "./dice.js";
import { answer, times } from "./prose.js";
import { chant, type Chant } from "./streams.js";
import type { TextStream } from "./types.js";

/** `write(n)` for n = 0, 1, 2 … */
const series = (count: number, write: (index: number) => string) => times(count, write).join("");

/** One of the given, but never more than twice the same in a row: a decoder that wavers between few ways on. */
function waver(dice: Dice, choices: readonly string[], count: number): string {
  const said: string[] = [];
  while (said.length < count) {
    const next = dice.pick(choices);
    if (next !== said.at(-1) || next !== said.at(-2)) said.push(next);
  }
  return said.join("");
}

const drifts: Chant[] = [
  {
    name: "a counter that grows at every sixth repetition",
    kind: "drift",
    why: "a slow drift; among nine periods at most three are distinct (D2 allows 5)",
    period: 70,
    write: () => ({
      body: series(60, (n) => `Attempt ${1 + Math.floor(n / 6)}: I will run the build again and look at its output. `),
    }),
  },
  {
    name: "a counter that wraps at four",
    kind: "drift",
    why: "D2: four distinct periods at most, however often the counter goes round; a user sees attempts 1 to 4 for ever",
    period: 57,
    write: () => ({ body: series(70, (n) => `Try ${1 + (n % 4)}. The lock is still held, I will wait for it. `) }),
  },
  {
    name: "one word changes at every eighth repetition",
    kind: "drift",
    why: "a slow drift of wording; two distinct periods within ten occurrences",
    cut: "bursts",
    period: 80,
    write: () => ({
      body: series(
        64,
        (n) =>
          `Let me take ${["another", "a closer", "one more", "a fresh"][Math.floor(n / 8) % 4]} look at the reducer and at what it returns. `,
      ),
    }),
  },
  {
    name: "a chant that grows shorter",
    kind: "drift",
    why: "a sentence loses a clause after every fourteen repetitions, down to two words; each stage alone is a chant",
    period: 150,
    write: () => {
      const stages = [
        "I will now go through the list of failing tests, one after the other, and repair them, starting with the first of them. ",
        "I will now go through the list of failing tests, and repair them. ",
        "I will now repair the tests. ",
        "Repairing. ",
      ];
      return { body: stages.map((stage) => stage.repeat(14)).join("") };
    },
  },
  {
    name: "a chant with a rare interjection",
    kind: "drift",
    why: "D2 allows 5 distinct periods: every twelfth sentence is another one, the rest is the same",
    period: 72,
    write: () => ({
      body: series(48, (n) =>
        n % 12 === 11 ? "Hmm, wait. " : "The types do not match, so I will change the signature of the method. ",
      ),
    }),
  },
  {
    name: "punctuation that wavers",
    kind: "drift",
    why: "a user sees the same sentence; its end is one of two, five in a row of each",
    cut: "twenty",
    period: 70,
    write: () => ({
      body: series(
        60,
        (n) => `Okay, so the solution is to restart the language server first${n % 10 < 5 ? ". " : "! "}`,
      ),
    }),
  },
  {
    name: "two sentences in an order by chance",
    kind: "drift",
    why: "#13322: two intentions, now one, now the other, without an end; between two of the same lies one of few texts",
    period: 150,
    write: (dice) => ({
      before: answer(dice, 3) + "\n\n",
      body: waver(
        dice,
        [
          "I'll start with grepping for the definition of the helper. ",
          "I'll execute the search for the helper's definition right now. ",
        ],
        80,
      ),
    }),
  },
  {
    name: "a chant that starts slowly",
    kind: "drift",
    why: "the same sentence first after each paragraph, then after each sentence, then alone; the last stage is the chant",
    period: 62,
    write: (dice) => {
      const refrain = "In short, the cache has to be cleared before each test run. ";
      return {
        before: times(4, () => `${answer(dice, 1)}\n\n${refrain}\n\n`).join(""),
        body: refrain.repeat(40),
      };
    },
  },
];

export const driftingChants: readonly TextStream[] = drifts.map(chant);
