/** M9 without a Model: what rules take out of a Memory, and what they only speak of. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tidyMemories } from "../../../../src/core/memory/tidy-memory.js";

const tidy = (text: string, saved: readonly string[], { isGlobal = false, there = [] as readonly string[] } = {}) => {
  const { changes, remarks } = tidyMemories([{ path: "m", text, saved, isGlobal }], (path) => there.includes(path));
  return { after: changes[0]?.after ?? text, said: remarks.map(({ what, line }) => `${what} ${line}`) };
};

test("R2: a saved fact that stands once more goes, the earlier one stays", () =>
  expect(tidy("# A\n- Uses tabs\n- uses tabs.\n\nend\n", ["Uses tabs", "uses tabs."])).toEqual({
    after: "# A\n- Uses tabs\n\nend\n",
    said: ["removed 3"],
  }));

test("R1: what a hand wrote is only spoken of", () =>
  expect(tidy("- Uses tabs\n- Uses tabs\n", [])).toEqual({ after: "- Uses tabs\n- Uses tabs\n", said: ["near 2"] }));

test("R3: contradictions and files that are gone are for the user to decide", () => {
  expect(tidy("- Never use tabs in Go files\n- Use tabs in Go files\n", ["Use tabs in Go files"]).said).toEqual([
    "against 2",
  ]);
  expect(tidy("- Start in src/app.ts and/or lib/old.ts, e.g. so\n", [], { there: ["src/app.ts"] }).said).toEqual([
    "stale 1",
  ]);
  expect(tidy("- Start in src/app.ts\n", [], { isGlobal: true, there: ["src/app.ts"] }).said).toEqual([
    "belongs-to-folder 1",
  ]);
});

test("code and headings are no facts", () =>
  expect(tidy("# Uses tabs\n# Uses tabs\n```\n- Uses tabs\n- Uses tabs\n```\n", ["Uses tabs"]).said).toEqual([]));

test("property: every line that is not a saved fact stays byte for byte, in its order", () => {
  const line = fc.constantFrom(
    "- Uses tabs",
    "- uses tabs",
    "- Likes tea",
    "## Head",
    "",
    "  text\r",
    "- Never uses tabs",
    "```",
  );
  fc.assert(
    fc.property(fc.array(line), fc.subarray(["Uses tabs", "Likes tea"]), (lines, saved) => {
      const text = lines.join("\n");
      const { after } = tidy(text, saved);
      const isHands = (each: string) => !saved.includes(each.replace(/^- /, ""));
      return (
        after.split("\n").filter(isHands).join("\n") === lines.filter(isHands).join("\n") ||
        after.endsWith("\n") !== text.endsWith("\n")
      );
    }),
  );
});
