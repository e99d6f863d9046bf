import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateText } from "../../../../src/core/tokens/tokens.js";
import { shareRoom, truncateOutput } from "../../../../src/core/text/truncate.js";

const cut = (output: string, limits: { chars?: number; lines?: number }, room?: number) =>
  truncateOutput(output, {
    callId: "call-7",
    limits: { chars: 0, lines: 0, ...limits },
    ...(room !== undefined && { room }),
  });
/** What stands before and after the marker, which is two lines. */
const ends = (text: string) => {
  const [head = "", rest = ""] = text.split(/\n\.\.\. \[CONTENT TRUNCATED\] \.\.\.\n/);
  return { head, notice: rest.slice(0, rest.indexOf("\n")), tail: rest.slice(rest.indexOf("\n") + 1) };
};
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

describe("R1 R2 what is cut", () => {
  test("output within the defaults stays as it is", () => {
    const output = "x".repeat(39_000) + "\n".repeat(900);
    expect(truncateOutput(output, { callId: "1" })).toEqual({ text: output });
  });
  test("too many characters leave the first fifth and the last four fifths of what is allowed", () => {
    const { text, leftOut } = cut("a".repeat(5_000) + "b".repeat(5_000), { chars: 1_000 });
    expect(ends(text)).toMatchObject({ head: "a".repeat(200), tail: "b".repeat(800) });
    expect(leftOut).toEqual({ chars: 9_000, lines: 0 });
  });
  test("too many lines leave a fifth and four fifths of the lines, whole", () => {
    const { text, leftOut } = cut(numbered(300), { lines: 10 });
    expect(ends(text).head).toBe("line 1\nline 2");
    expect(ends(text).tail.split("\n")).toEqual([293, 294, 295, 296, 297, 298, 299, 300].map((n) => `line ${n}`));
    expect(leftOut!.lines).toBe(290);
  });
  test("of both limits the tighter one holds at each end", () => {
    const { text } = cut(`${"a".repeat(5_000)}\n${numbered(300)}`, { chars: 1_000, lines: 10 });
    expect(ends(text)).toMatchObject({ head: "a".repeat(200), tail: numbered(300).split("\n").slice(-8).join("\n") });
  });
  test("a newline at the end is no line too many", () =>
    expect(cut(`${numbered(10)}\n`, { lines: 10 }).leftOut).toBeUndefined());
});

test("R1 a limit of lines that is 0 or less is none", () => {
  for (const lines of [0, -1, -1_000]) expect(cut(numbered(5_000), { lines }).leftOut).toBeUndefined();
});

describe("R6 what would save nothing", () => {
  test("is not cut: by characters", () => {
    expect(cut("a".repeat(40_001), { chars: 40_000 }).leftOut).toBeUndefined();
    expect(cut("a".repeat(40_500), { chars: 40_000 }).leftOut).toBeDefined();
  });
  test("is not cut: by lines", () => expect(cut(numbered(12), { lines: 10 }).leftOut).toBeUndefined());
  test("is not cut: for want of room", () => expect(cut("a".repeat(600), {}, 0).leftOut).toBeUndefined());
  test("is cut where fewer tokens are left: a sign of Chinese takes more than a letter of the marker", () => {
    const { text, leftOut } = cut("上".repeat(630), {}, 0);
    expect(text.length).toBeGreaterThan(630);
    expect(leftOut).toBeDefined();
  });
});

test("R3 the marker says what is left out and where the full output is", () => {
  const { notice } = ends(cut(numbered(300), { lines: 10 }).text);
  expect(notice).toContain("290 lines");
  expect(notice).toContain("tool-output://call-7");
});

describe("R4 the room", () => {
  test("limits what a setting of 0 does not", () =>
    expect(cut("a".repeat(9_000), {}, 1_000).text.length).toBeLessThan(4_000));
  test("is counted in the output's own tokens, Chinese or English", () => {
    for (const output of ["words and words ".repeat(4_000), "上下文窗口".repeat(8_000)]) {
      const tokens = estimateText(cut(output, { chars: 40_000 }, 1_000).text);
      expect(tokens).toBeGreaterThan(800);
      expect(tokens).toBeLessThanOrEqual(1_000);
    }
  });
  test.each([0, -50_000])("a room of %d tokens still cuts, and leaves a preview", (room) => {
    const { text, leftOut } = cut("a".repeat(100_000), { chars: 40_000 }, room);
    expect(leftOut!.chars).toBe(99_500);
    expect(text).toContain("[CONTENT TRUNCATED]");
  });
});

test("X3 small outputs stay whole, the large ones share what is left", () => {
  expect(shareRoom([10, 500, 900], 610)).toEqual([10, 300, 300]);
  expect(shareRoom([10, 20], 1_000)).toEqual([10, 20]);
  expect(shareRoom([100, 100], -5)).toEqual([0, 0]);
});

const anyOutput = fc
  .array(fc.oneof(fc.constantFrom("\n", "\r\n", "😀", "漢", "\ud83d", "\ude00"), fc.string()), { maxLength: 400 })
  .map((pieces) => pieces.join("").repeat(20));
const anyLimits = fc.record({ chars: fc.integer({ min: 0, max: 3_000 }), lines: fc.integer({ min: 0, max: 60 }) });

test("R2 R5 head and tail are of the output, within the limits, and no pair is split", () => {
  fc.assert(
    fc.property(anyOutput, anyLimits, (output, limits) => {
      const { text, leftOut } = cut(output, limits);
      expect(text.length <= output.length || estimateText(text) < estimateText(output)).toBe(true);
      if (!leftOut) {
        expect(text).toBe(output);
        return;
      }
      const start = text.search(/\n\.\.\. \[CONTENT TRUNCATED\] \.\.\.\n\(/);
      const head = text.slice(0, start);
      const tail = text.slice(text.indexOf("\n", start + 30) + 1);
      expect(output.startsWith(head) && output.endsWith(tail)).toBe(true);
      expect(head.length + leftOut.chars + tail.length).toBe(output.length);
      if (limits.chars > 0) expect(head.length + tail.length).toBeLessThanOrEqual(Math.max(limits.chars, 500));
      if (limits.lines > 1) expect(linesIn(head) + linesIn(tail)).toBeLessThanOrEqual(limits.lines);
      expect(lonely(head) + lonely(tail) + lonely(output.slice(head.length, output.length - tail.length))).toBe(
        lonely(output),
      );
    }),
  );
});

const linesIn = (text: string) => (text === "" ? 0 : text.replace(/\n$/, "").split("\n").length);
/** Surrogates without their other half. */
const lonely = (text: string) => text.match(/\p{Surrogate}/gu)?.length ?? 0;
