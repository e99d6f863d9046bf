/** The client weighs 79 KB gzipped, two thirds of the first-load budget: nothing may load it before it is needed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const files = ["src", "workers"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${root}/${file}`.replaceAll(path.sep, "/")),
);
const importing = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8"))).length;

test("Gemini's client is imported in one place, and only when asked", () => {
  expect(importing(/import\("@google\/genai"\)/)).toBe(1);
  expect(importing(/^import (?!type )[^;]*from "@google\/genai/m)).toBe(0);
});

test("what runs model files is imported by its own page alone", () => {
  const holding = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(holding(/^import (?!type )[^;]*"@wllama\/wllama/m)).toEqual([
    "src/platform/models/model-file/page/runtime.ts",
  ]);
  expect(holding(/(?:from|import)[ (]"[^"]*\/runtime\.js"/)).toEqual([
    "src/platform/models/model-file/page/serve-requests.ts",
  ]);
  expect(holding(/(?:from|import)[ (]"[^"]*\/serve-requests\.js"/)).toEqual([
    "src/platform/models/model-file/page/framed-page.ts",
  ]);
  expect(holding(/(?:from|import)[ (]"[^"]*\/framed-page\.js"/)).toEqual([]);
});

test("models of this device are loaded when they are asked for", () => {
  const statically = /^import (?!type )[^;]*"[^"]*\/(?:\w+(?:-\w+)*-provider|openai-server|on-device|gguf)\.js"/m;
  expect(files.filter((file) => statically.test(readFileSync(file, "utf8")))).toEqual([]);
});
