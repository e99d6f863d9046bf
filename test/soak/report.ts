/** A run in words: a line a round, and a summary. */
import type { Look } from "./app-visit.js";
import type { RoundResult } from "./progress.js";

export function printRound({ round, phase, mishap, openMs, draftAge, words, losses }: RoundResult): void {
  const facts = [
    mishap === "none" ? "" : `after ${mishap}`,
    openMs === undefined ? "" : `ready in ${openMs} ms`,
    words ? `${words} kept, ${draftAge} ms lost` : "",
  ];
  console.log([`${round + 1} ${phase}`, ...facts.filter(Boolean)].join(", "));
  for (const loss of losses) console.log(`   LOSS ${loss}`);
}

/** Returns how many losses there were, those among them that only the last look has found. */
export function printSummary(rounds: readonly RoundResult[], last: Look): number {
  for (const loss of last.losses) console.log(`   LOSS after the last round: ${loss}`);
  const phases = [...new Set(rounds.map(({ phase }) => phase))].toSorted();
  console.log(
    `${rounds.length} rounds: ${phases.map((phase) => `${phase} ${rounds.filter((each) => each.phase === phase).length}`).join(", ")}`,
  );
  const mishaps = (["deletion", "damage"] as const).map(
    (kind) => `${rounds.filter(({ mishap }) => mishap === kind).length} × ${kind}`,
  );
  console.log(`The database was lost in between: ${mishaps.join(", ")}`);
  const opened = (lost: boolean) =>
    rounds.filter(({ mishap }) => (mishap === "deletion") === lost).flatMap(({ openMs }) => openMs ?? []);
  console.log(`Ready after (ms): ${spread(opened(false))}; with the database rebuilt: ${spread(opened(true))}`);
  console.log(
    `Words lost at a kill, by their age (ms): ${spread([...rounds, last].flatMap(({ draftAge }) => draftAge ?? []))}`,
  );
  const losses = rounds.reduce((sum, each) => sum + each.losses.length, last.losses.length);
  console.log(`${losses} losses`);
  return losses;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const part = (of: number) => sorted[Math.min(sorted.length - 1, Math.floor(of * sorted.length))];
  return sorted.length === 0 ? "none" : `median ${part(0.5)}, 95 % ${part(0.95)}, most ${sorted.at(-1)}`;
}
