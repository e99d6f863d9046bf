/** Plausible words for the streams: what a model says between the things it lists, and the names it uses. */
import type { Dice } from "./dice.js";

const parts = ["parser", "cache", "router", "scheduler", "renderer", "store", "queue", "session", "lexer", "gateway"];
const verbs = ["reads", "keeps", "rebuilds", "drops", "measures", "locks", "copies", "orders", "hides", "publishes"];
const things = ["entries", "tokens", "handles", "records", "listeners", "offsets", "headers", "snapshots", "weights"];
const ways = ["in one pass", "before it returns", "when the folder changes", "without a lock", "only on request"];
const causes = ["a late callback", "an old index", "the second worker", "a missing await", "the default timeout"];
const people = [
  "Anna",
  "Bashir",
  "Chen",
  "Dolores",
  "Emeka",
  "Farida",
  "Goran",
  "Hana",
  "Ines",
  "Jonas",
  "Kavya",
  "Luca",
];
const towns = [
  "Ghent",
  "Porto",
  "Tartu",
  "Cork",
  "Bergen",
  "Graz",
  "Lund",
  "Brno",
  "Split",
  "Nantes",
  "Turku",
  "Zadar",
];

export const person = (dice: Dice) => dice.pick(people);
export const town = (dice: Dice) => dice.pick(towns);
export const part = (dice: Dice) => dice.pick(parts);
export const thing = (dice: Dice) => dice.pick(things);
export const verb = (dice: Dice) => dice.pick(verbs);

export function sentence(dice: Dice): string {
  const [one, other] = dice.shuffle(parts);
  const [these, those] = dice.shuffle(things);
  return dice.pick([
    () => `The ${one} ${verb(dice)} ${these} ${dice.pick(ways)}, and the ${other} never sees it.`,
    () =>
      `I looked at the ${one} first, because ${dice.pick(causes)} can leave ${dice.between(2, 90)} ${these} behind.`,
    () => `What surprised me is that the ${one} ${verb(dice)} ${these} while the ${other} still holds ${those}.`,
    () => `On line ${dice.between(10, 900)} the ${one} asks the ${other} for ${these}; that is where the time goes.`,
    () => `${person(dice)} wrote this part for ${town(dice)}'s ${one}, so the ${these} come ${dice.pick(ways)}.`,
    () => `If ${dice.pick(causes)} is to blame, then ${those} should be counted ${dice.pick(ways)}.`,
    () => `With ${dice.between(3, 60)} ${these} it takes ${dice.between(4, 900)} ms, most of it in the ${other}.`,
  ])();
}

export const paragraph = (dice: Dice, sentences = 5) => times(sentences, () => sentence(dice)).join(" ");

export const answer = (dice: Dice, paragraphs = 4) => times(paragraphs, () => paragraph(dice)).join("\n\n");

/** A path like `packages/core/src/cache-17.ts`; `index` keeps a list of them free of doubles. */
export const sourcePath = (dice: Dice, index: number) =>
  `packages/${dice.pick(["core", "cli", "web", "lab"])}/src/${part(dice)}-${index}.${dice.pick(["ts", "ts", "tsx", "css"])}`;

export const clock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((unit) => String(Math.floor(unit)).padStart(2, "0"))
    .join(":");

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const lines = (count: number, make: (index: number) => string) => times(count, make).join("\n");
