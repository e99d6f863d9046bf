/** Errors by kind: of held-out documents, and of sources that no training saw. */
import type { Document } from "./corpus.js";

export interface Judged {
  readonly kind: string;
  readonly split: Document["split"];
  readonly source: string;
  readonly tokens: number;
  readonly estimate: number;
}

export interface KindError {
  readonly kind: string;
  readonly trained?: number;
  readonly heldOut?: number;
  readonly unseen?: number;
  /** The unseen source that is estimated worst. */
  readonly worst?: { readonly source: string; readonly error: number };
}

export function errorsByKind(judged: readonly Judged[]): KindError[] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const of = (split: Document["split"]) => judged.filter((one) => one.kind === kind && one.split === split);
    const unseen = of("unseen");
    const [worst] = [...new Set(unseen.map(({ source }) => source))]
      .map((source) => ({ source, error: totalError(unseen.filter((one) => one.source === source))! }))
      .toSorted((one, other) => Math.abs(other.error) - Math.abs(one.error));
    return {
      kind,
      trained: totalError(of("train")),
      heldOut: totalError(of("held-out")),
      unseen: totalError(unseen),
      worst,
    };
  });
}

/** Of all tokens together: 0.01 is one per cent too many. */
export function totalError(judged: readonly Pick<Judged, "tokens" | "estimate">[]): number | undefined {
  if (judged.length === 0) return undefined;
  const sum = (what: "tokens" | "estimate") => judged.reduce((total, one) => total + one[what], 0);
  return sum("estimate") / sum("tokens") - 1;
}

export function tableOf(errors: readonly KindError[]): string {
  const percent = (error: number | undefined) => (error === undefined ? "-" : (100 * error).toFixed(2)).padStart(8);
  return [
    `${"kind".padEnd(36)}   train  held out  unseen  worst unseen source`,
    ...errors.map(
      ({ kind, trained, heldOut, unseen, worst }) =>
        `${kind.padEnd(36)}${percent(trained)}${percent(heldOut)}${percent(unseen)}` +
        (worst ? `${percent(worst.error)} ${worst.source}` : ""),
    ),
  ].join("\n");
}
