/** The estimator before the tokenizer has loaded (T2): what it knows exactly, that it is even-handed, and how near it is. */
import { assert, constantFrom, property, string } from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../../../src/core/tokens/estimator.js";
import { estimateText } from "../../../../src/core/tokens/tokens.js";
import { cutSamples } from "../../../train/corpus.js";
import { jsonMin, jsonPretty, jsonStrings, plain, type Reader } from "../../../train/read-text.js";
import { loadReference } from "../../../train/reference.js";
import { totalError } from "../../../train/report.js";
import { UNSEEN_MODULES } from "../../../train/sources.js";

const count = loadReference();

describe("what is known exactly (R1)", () => {
  test.each([
    ["nothing", "", 0],
    ["a digit", "7", 1],
    ["digits, one each", "0123456789", 10],
    ["a newline", "\n", 1],
    ["31 newlines", "\n".repeat(31), 1],
    ["32 newlines", "\n".repeat(32), 2],
    ["a tab", "\t", 1],
    ["two tabs", "\t\t", 1],
    ["a single space", " ", 1],
    ["31 spaces", " ".repeat(31), 1],
    ["31 spaces and one more", " ".repeat(32), 2],
    ["a space before a digit", "1 2", 3],
    ["indented digits", "\n    1\n\n    2\n", 7],
    ["a space at the end of a line", "1 \n2", 4],
  ])("%s", (_name, text, tokens) => expect(estimateTokens(text)).toBe(tokens));

  test("as the reference counts them, for any blanks and digits", () => {
    const blanks = string({ unit: constantFrom(" ", "  ", "\n", "\t", "5", " ".repeat(30)), maxLength: 60 });
    assert(
      property(blanks, (text) => estimateTokens(text) === count(text)),
      { numRuns: 300 },
    );
  });
});

describe("even-handed", () => {
  const anyText = string({ unit: "binary", maxLength: 400 });

  test("at least one token for any text, at most four a character", () =>
    assert(
      property(anyText, (text) => {
        const tokens = estimateTokens(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(text === "" ? 0 : 1);
        expect(tokens).toBeLessThanOrEqual(4 * text.length);
      }),
    ));

  test("two texts together cost what they cost alone, give or take where they meet", () =>
    assert(
      property(anyText, anyText, (one, other) => {
        const apart = estimateTokens(one) + estimateTokens(other);
        expect(Math.abs(estimateTokens(one + other) - apart)).toBeLessThanOrEqual(8);
      }),
    ));

  test("a text said many times costs many times as much, however it is cut into blocks", () => {
    const line = "The quick brown fox jumps over the lazy dog; 狐狸跳过 🦊 x = 42.\n";
    const thousand = estimateTokens(line.repeat(1_000));
    expect(estimateTokens(line.repeat(10_000)) / thousand).toBeCloseTo(10, 2);
    expect(Math.abs(estimateTokens(line.repeat(10)) * 100 - thousand) / thousand).toBeLessThan(0.03);
  });

  test("lone surrogates are no more than bytes", () =>
    expect(estimateTokens("\ud800a\udc00".repeat(10))).toBeLessThanOrEqual(60));
});

/** Texts that every machine has after `npm ci`, from packages that the training never read. */
describe("near the reference tokenizer", () => {
  const modules = path.resolve("node_modules");
  const files = (folder: string, match: RegExp): string[] =>
    readdirSync(path.join(modules, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file))
      .filter((file) => match.test(file))
      .toSorted();
  const unseen = (match: RegExp): string[] =>
    ["fast-check", "parse5", "lit-html", "protobufjs", "comlink", "ajv"]
      .filter((name) => UNSEEN_MODULES.test(`${name}/`))
      .flatMap((name) => files(name, match).slice(0, 12));
  const locale = (code: string): string[] =>
    files("lighthouse/shared/localization/locales", new RegExp(`/${code}\\.json$`));

  const samplesOf = (paths: readonly string[], read: Reader): string[] =>
    paths.flatMap((file) => cutSamples(read(path.join(modules, file)).slice(0, 30_000)));

  const UNSEEN_LIMIT = 0.05;
  test.for<[kind: string, files: string[], read: Reader]>([
    ["TypeScript and JavaScript", unseen(/(?<!\.min)\.(m?js|ts)$/), plain],
    ["Markdown", unseen(/\.md$/), plain],
    ["indented JSON", unseen(/(?<!tsconfig[\w.-]*)\.json$/), jsonPretty],
    ["minified JSON", unseen(/(?<!tsconfig[\w.-]*)\.json$/), jsonMin],
    ["English", locale("en-US"), jsonStrings],
    ["Chinese", locale("zh"), jsonStrings],
    ["Japanese", locale("ja"), jsonStrings],
    ["Korean", locale("ko"), jsonStrings],
    ["Russian", locale("ru"), jsonStrings],
    ["Arabic", locale("ar"), jsonStrings],
    ["German", locale("de"), jsonStrings],
    ["Spanish", locale("es"), jsonStrings],
    ["French", locale("fr"), jsonStrings],
    ["Hindi", locale("hi"), jsonStrings],
  ])("$0 of a source it was not trained on: within 5 %", ([, paths, read]) => {
    const samples = samplesOf(paths, read).slice(0, 150);
    expect(samples.length).toBeGreaterThan(50);
    const judged = samples.map((text) => ({ tokens: count(text), estimate: estimateTokens(text) }));
    expect(Math.abs(totalError(judged)!)).toBeLessThan(UNSEEN_LIMIT);
  });

  test("packages it was trained on, taken together: within 3 %", () => {
    const samples = samplesOf([...files("eslint", /\.js$/), ...files("vite", /\.md$/)].slice(0, 60), plain).slice(
      0,
      600,
    );
    const judged = samples.map((text) => ({ tokens: count(text), estimate: estimateTokens(text) }));
    expect(Math.abs(totalError(judged)!)).toBeLessThan(0.03);
  });

  test("nearer than the plain rule by far, where that is worst: indented JSON", () => {
    const samples = samplesOf(unseen(/package\.json$/), jsonPretty);
    const errorOf = (estimate: (text: string) => number) =>
      Math.abs(totalError(samples.map((text) => ({ tokens: count(text), estimate: estimate(text) })))!);
    expect(errorOf(estimateTokens) * 3).toBeLessThan(errorOf(estimateText));
  });
});

test("its weights are small enough to come with the first load: 9 kB gzipped", () =>
  expect(gzipSync(readFileSync("src/core/tokens/estimator-weights.ts")).length).toBeLessThan(9_000));
