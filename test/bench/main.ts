/**
 * `npm run bench [-- words of a name] [--json]`: runs the benches whose name holds the words, prints what they measured,
 * and fails if one is beyond its budget or could not be run. What a bench needs and this machine does not have is told, and
 * the next one runs. With `--json`, one object a line.
 */
import { isWithin, type Bench, type Measured, type Skipped } from "./bench.js";

const files = import.meta.glob<{ readonly benches: readonly Bench[] }>("./*.bench.ts");
const args = process.argv.slice(2);
const isJson = args.includes("--json");
const filter = args
  .filter((arg) => !arg.startsWith("--"))
  .join(" ")
  .toLowerCase();

const tell = (progress: string) => console.error(`  … ${progress}`);
const failed: string[] = [];
let found = 0;
let ran = 0;
for (const path of Object.keys(files).toSorted()) {
  const { benches } = await files[path]!();
  for (const bench of benches) {
    if (!bench.name.toLowerCase().includes(filter)) continue;
    found++;
    try {
      const measured = await bench.measure(tell);
      if ("skipped" in measured) {
        console.log(isJson ? JSON.stringify({ name: bench.name, ...measured }) : skippedRow(bench, measured));
        continue;
      }
      ran++;
      const isMet = isWithin(measured, bench.budget);
      if (!isMet) failed.push(`beyond its budget: ${bench.name}`);
      console.log(isJson ? lineOf(bench, measured) : rowOf(bench, measured, isMet));
    } catch (error) {
      failed.push(`could not be run: ${bench.name}`);
      console.error(error);
    }
  }
}
if (found === 0) console.error(`No bench is named "${filter}".`);
for (const failure of failed) console.error(failure);
process.exit(failed.length > 0 || ran === 0 ? 1 : 0);

function skippedRow({ name }: Bench, { skipped }: Skipped): string {
  return `skip ${name.padEnd(48)} ${skipped}`;
}

function lineOf({ name, unit }: Bench, { ours, baseline = null, ratio = null, note = null }: MeasuredOrNull): string {
  return JSON.stringify({ name, ours, baseline, ratio, unit, note });
}

function rowOf({ name, unit, budget }: Bench, { ours, baseline, ratio, note }: Measured, isMet: boolean): string {
  const { atMost, atLeast, ratioAtLeast, ratioAtMost } = budget;
  const limits = [
    atMost !== undefined && `≤ ${short(atMost)}`,
    atLeast !== undefined && `≥ ${short(atLeast)}`,
    ratioAtLeast !== undefined && `ratio ≥ ${short(ratioAtLeast)}`,
    ratioAtMost !== undefined && `ratio ≤ ${short(ratioAtMost)}`,
  ].filter(Boolean);
  const cells = [
    isMet ? "ok  " : "OVER",
    name.padEnd(48),
    `${short(ours)} ${unit}`.padEnd(26),
    (baseline === undefined ? "" : `baseline ${short(baseline)}`).padEnd(20),
    (ratio === undefined ? "" : `× ${short(ratio)}`).padEnd(12),
    `(${limits.join(", ")})`,
  ];
  return cells.join(" ") + (note ? `\n       ${note}` : "");
}

type MeasuredOrNull = { readonly [Key in keyof Measured]: Measured[Key] | null };

function short(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return value.toPrecision(3).includes("e") ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
