/** An answer in a word: `t` text, `h` a thought, `c` a call, `z` zero-width only; then its finish reason. */
import { expect, test } from "vitest";
import { earlyEndOf, findFault } from "../../../../src/core/models/answer-check.js";
import type { Part } from "../../../../src/core/content.js";
import type { FinishReason } from "../../../../src/core/models/model.js";

const PARTS: Record<string, Part> = {
  t: { text: "words" },
  h: { text: "hm", thought: true },
  c: { functionCall: { name: "f" } },
  z: { text: "\u200b<!-- a --><!<!-- b -->-- c -->\n" },
};
const fault = (notation: string, afterResult = false) => {
  const [letters = "", finish] = notation.split(" ");
  const parts = [...letters.replace("-", "")].map((letter) => PARTS[letter]!);
  return findFault({
    content: parts.length ? { role: "model", parts } : undefined,
    finish: finish as FinishReason,
    afterResult,
  });
};

test.each([
  ["t stop", undefined],
  ["c cut", undefined], // R1
  ["t cut", "cut"], // R2
  ["t", "cut"],
  ["t malformed-call", "malformed-call"], // R3
  ["- stop", "empty"],
  ["h stop", "only-thoughts"],
  ["- safety", "safety"],
  ["t safety", undefined],
  ["- max-tokens", "max-tokens"],
  ["t max-tokens", undefined],
  ["- recitation", "recitation"],
  ["- other", "blocked"],
])("%s is %s", (notation, expected) => expect(fault(notation)).toBe(expected));

test("R4: what does not show is nothing", () => expect(fault("z stop")).toBe("empty"));
test("R5: nothing said after a result is a silent end", () => {
  expect(fault("- stop", true)).toBeUndefined();
  expect(fault("-", true)).toBeUndefined();
  expect(fault("t cut", true)).toBe("cut");
});

test.each(["max-tokens", "safety", "recitation", "other"] as const)(
  "R6: words cut short by %s stand, and are not whole",
  (finish) => {
    expect(fault(`t ${finish}`)).toBeUndefined();
    expect(earlyEndOf(finish)).toBe(finish);
  },
);
test("R6: what the Model ended itself is whole", () => expect(earlyEndOf("stop")).toBeUndefined());
