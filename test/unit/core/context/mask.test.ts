import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskedOutput } from "../../../../src/core/context/mask-preview.js";
import { createResultIndex, type ResultIndex } from "../../../../src/core/context/mask.js";
import type { WeighedResult } from "../../../../src/core/tokens/content-weight.js";

/**
 * A Content a word: the thousands of tokens of its results, joined by "+", which a Model has asked for just before; "-" is a Model's words,
 * "u" a user's. "s40" is a Skill's, "p40" has given way to a pointer, "c40" was cut to the room there was.
 */
const indexOf = (history: string): ResultIndex => {
  const index = createResultIndex();
  for (const [at, word] of history.split(" ").entries()) {
    if (word !== "u") index.append(`m${at}`, { results: [], startsTurn: false, hasResult: false });
    if (word === "-" || word === "") continue;
    const results = word === "u" ? [] : word.split("+").map((size, part) => resultOf(size, `${at}.${part}`, part));
    index.append(String(at), { results, startsTurn: word === "u", hasResult: word !== "u" });
  }
  return index;
};
const resultOf = (size: string, callId: string, part: number): WeighedResult => ({
  ...{ part, callId, tokens: 1_000 * Number(size.replace(/^[spc]/, "")) },
  tool: size.startsWith("s") ? "activate_skill" : "grep_search",
  ...(/^[pc]/.test(size) && { masked: true }),
  ...(size.startsWith("c") && { cut: true }),
});
const toMask = (history: string) =>
  indexOf(history)
    .toMask()
    .map(({ callId }) => callId);
const overBudget = (history: string) =>
  indexOf(history)
    .overBudget()
    .map(({ callId }) => callId);

describe("X4 masking", () => {
  test("R1 the result that crosses 50,000 and all older ones are masked", () =>
    expect(toMask("5 40 20 20 -")).toEqual(["0.0", "1.0"]));
  test("R1 nothing is masked if that frees less than 30,000", () => expect(toMask("9 20 20 20 10 -")).toEqual([]));
  test("R1 just 50,000 stay", () => expect(toMask("40 25 25 -")).toEqual(["0.0"]));
  test("R1 parts of one Content are told apart", () => expect(toMask("40+30+20 -")).toEqual(["0.0"]));
  test("R3 what no Model has read stays, and counts", () => expect(toMask("31 5 90")).toEqual(["0.0", "1.0"]));
  test("R3 words of ours or of the user after results change nothing: no Model has read them", () =>
    expect(toMask("31 5 90 u u")).toEqual(["0.0", "1.0"]));
  test("R4 small results stay", () => expect(toMask("0.1 60 50 -")).toEqual(["1.0"]));
  test("R4 what guides the Model stays", () => expect(toMask("s40 60 50 -")).toEqual(["1.0"]));
  test("R5 what has given way to a pointer is not masked again, nor does it count", () =>
    expect(toMask("p40 40 30 p40 20 -")).toEqual(["1.0"]));
  test("R5 what was cut to fit may give way", () => expect(toMask("c40 40 20 -")).toEqual(["0.0", "1.0"]));
});

describe("C3 reverse budget", () => {
  test("R2 from the newest on, what fits stays", () => expect(overBudget("20 60 40 -")).toEqual(["0.0", "1.0"]));
  test("R2 an older one that still fits stays behind a larger one that does not", () =>
    expect(overBudget("5 60 40 -")).toEqual(["1.0"]));
  test("R3 what no Model has read stays, however large", () => expect(overBudget("20 90")).toEqual(["0.0"]));
  test("R3 what no Model has read stays, whatever was said after it", () =>
    expect(overBudget("30 60 u")).toEqual(["0.0"]));
  test("R5 what was cut to fit may give way", () => expect(overBudget("c60 40 -")).toEqual(["0.0"]));
});

const anyHistory = fc.array(fc.array(fc.nat(60), { maxLength: 3 }), { minLength: 1, maxLength: 20 });
const written = (history: number[][]) => history.map((sizes) => sizes.join("+") || "-").join(" ");

test("R1 what is masked is older than all that stays but what is too small, and the rest holds 50,000 or is unread", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const masks = indexOf(written(history)).toMask();
      if (masks.length === 0) return;
      const newest = Number(masks.at(-1)!.record);
      const older = history.slice(0, newest).flat();
      expect(masks.filter(({ record }) => Number(record) < newest)).toHaveLength(
        older.filter((size) => size > 0).length,
      );
      expect(masks.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThanOrEqual(30_000);
      expect(newest).toBeLessThan(history.length - 1);
    }),
  );
});

test("R2 what stays and what stands for the rest is at most 50,000, but for what is unread or small", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const masked = new Set(overBudget(written(history)));
      const kept = history.slice(0, -1).flatMap((sizes, at) => sizes.filter((_, part) => !masked.has(`${at}.${part}`)));
      expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50);
    }),
  );
});

describe("what stands in a result's place", () => {
  const shell = (output: string) => maskedOutput({ name: "run_shell_command", response: { output } }, "call-7");
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

  test("R2 has both ends of a long output, and its address", () => {
    const text = maskedOutput({ name: "glob", response: { output: `${"a".repeat(900)}${"b".repeat(900)}` } }, "call-7");
    expect(text).toMatch(/^<tool_output_masked>\na{250}\n.*1300 characters.*\nb{250}\n/);
    expect(text).toMatch(/tool-output:\/\/call-7.*\n<\/tool_output_masked>$/);
  });
  test("R2 has all of a short one", () =>
    expect(maskedOutput({ name: "glob", response: { found: [1, 2] } }, "7")).toContain('"found": [\n'));
  test("R1 has the first and last ten lines of a shell's output", () => {
    const text = shell(`Output: ${lines(100)}`);
    expect(text).toContain("line 10\n... [80 lines] ...\nline 91\n");
    expect(text).not.toContain("line 11\n");
  });
  test("R1 has whole what a shell says besides", () => {
    const text = shell(`Output: ${lines(100)}\nError: it broke\nbadly\nExit Code: 3`);
    expect(text).toContain("line 100\nError: it broke\nbadly\nExit Code: 3\n");
  });
  test("R1 takes a line of the output that begins with Error: for what it is", () => {
    const text = shell(`Output: one\nError: 1\n${lines(100)}\nError: last\nExit Code: 3`);
    expect(text).toContain("Error: 1");
    expect(text).not.toContain("line 50\n");
  });
  test("R1 has an error and exit code that stand beside the output", () => {
    const text = maskedOutput({ name: "run_shell_command", response: { output: "x", exitCode: 2, error: "no" } }, "7");
    expect(text).toContain("exitCode: 2\nerror: no");
  });
  test("R3 is short however long a line or a section is", () =>
    expect(shell(`Output: ${"a".repeat(99_999)}\nError: ${"b".repeat(99_999)}`).length).toBeLessThan(4_000));
});
