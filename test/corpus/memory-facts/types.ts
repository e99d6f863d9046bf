/**
 * The shape of the labelled pairs that judge how `save_memory` tells a new fact from one that is there (M8: near-duplicates
 * are merged). They were written without a look at what compares them.
 *
 * L1 "same": whoever knows one learns nothing from the other. To keep both would be noise.
 * L2 "contradicts": both are about the same matter and cannot both hold. The newer one replaces the older, or the user is asked.
 * L3 "different": both can hold, and each says something that the other does not, however many words they share.
 * L4 A label does not depend on which comes first: `a` and `b` may be swapped.
 * L5 Pairs of which one merely adds a detail to the other are left out: whether to merge them is a matter of taste.
 */
export interface FactPair {
  readonly language: Language;
  readonly a: string;
  readonly b: string;
  readonly relation: Relation;
  /** By what the two are alike or apart. */
  readonly by: Means;
}

export const languages = ["en", "de", "es", "ru", "zh", "ja"] as const;
export type Language = (typeof languages)[number];

export const relations = ["same", "different", "contradicts"] as const;
export type Relation = (typeof relations)[number];

/** Which means belong to which relation. */
export const meansOf = {
  same: ["wording", "order", "form"],
  different: ["subject", "place", "aspect"],
  contradicts: ["number", "negation", "opposite", "name"],
} as const satisfies Record<Relation, readonly string[]>;
export type Means = (typeof meansOf)[Relation][number];

type Row = readonly [by: Means, a: string, b: string];

/** Pairs of one language, their relation being that of their means. */
export const pairsIn = (language: Language, rows: readonly Row[]): readonly FactPair[] =>
  rows.map(([by, a, b]) => ({ language, a, b, relation: relationBy(by), by }));

const relationBy = (means: Means): Relation =>
  relations.find((relation) => meansOf[relation].some((one) => one === means))!;
