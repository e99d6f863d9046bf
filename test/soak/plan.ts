/** What a round is to do: chosen by the seed, ten rounds at a time, so that ten have every phase in them. */
import { createRandom, type Random } from "./random.js";

/**
 * When the browser is killed: while an answer is spoken; within a second of opening; while the database is made or
 * upgraded; while it is rebuilt from the journal; while the journal is compacted; while the other tab takes over.
 */
export type Phase = "stream" | "open" | "upgrade" | "recovery" | "compaction" | "take-over";

/** What befalls the database on disk before the browser is started again. */
export type Mishap = "none" | "deletion" | "damage";

export interface Plan {
  readonly round: number;
  readonly phase: Phase;
  readonly mishap: Mishap;
  readonly random: Random;
}

const TEN: readonly Phase[] = [
  ...(["stream", "stream", "stream", "open", "open"] as const),
  ...(["upgrade", "recovery", "recovery", "compaction", "take-over"] as const),
];

export function planOf(seed: number, round: number): Plan {
  const random = createRandom(seed, round);
  const order = createRandom(seed, -1 - Math.floor(round / TEN.length));
  const phases = order.shuffled(TEN);
  // One round that looks at everything comes after a deletion, another after damage; a recovery always needs one.
  const [deleted, damaged] = order.shuffled([...phases.keys()].filter((at) => speaks(phases[at]!)));
  const at = round % TEN.length;
  const phase = phases[at]!;
  const mishap = at === deleted ? "deletion" : at === damaged ? "damage" : "none";
  return { round, phase, random, mishap: phase === "recovery" ? (random.chance(0.7) ? "deletion" : "damage") : mishap };
}

/** Whether a message is sent in it, after a look at all that went before. */
export const speaks = (phase: Phase): boolean => ["stream", "compaction", "take-over"].includes(phase);
