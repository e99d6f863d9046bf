/** The client weighs 79 KB gzipped, two thirds of the first-load budget: nothing may load it before it is needed. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = ["src", "workers"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(`${root}/${file}`, "utf8")),
);
const importing = (pattern: RegExp) => sources.filter((source) => pattern.test(source)).length;

test("Gemini's client is imported in one place, and only when asked", () => {
  expect(importing(/import\("@google\/genai"\)/)).toBe(1);
  expect(importing(/^import (?!type )[^;]*from "@google\/genai/m)).toBe(0);
});
