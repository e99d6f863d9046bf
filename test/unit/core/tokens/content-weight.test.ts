import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Content, Part } from "../../../../src/core/content.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { weighContent, type TextCounter } from "../../../../src/core/tokens/content-weight.js";

/** A token a character. */
const byLength: TextCounter = { exact: true, count: (text) => text.length };
const weigh = (role: "user" | "model", ...parts: Part[]) => weighContent({ role, parts }, byLength);
const image = { inlineData: { mimeType: "image/png", data: "" } };

describe("R1 R2 what counts", () => {
  test("a text", () => expect(weigh("user", { text: "four" }).tokens).toBe(4));
  test("name, keys and string values of a call, at any depth; no number", () =>
    expect(
      weigh("model", { functionCall: { id: "long", name: "ab", args: { c: ["d", 5, { e: "fg" }], h: null } } }).tokens,
    ).toBe(8));
  test("how many JSON values calls and results hold", () =>
    expect(weigh("model", { functionCall: { name: "ab", args: { c: ["d", 5], h: null } } }).values).toBe(5));
  test("apart, what stands in calls and results", () => {
    expect(weigh("model", { text: "four" }, { functionCall: { name: "ab", args: { c: "d" } } }).structured).toBe(4);
    expect(weigh("user", { text: "four" }, { functionResponse: { name: "ab", parts: [image] } }).structured).toBe(2);
  });
  test("the same of a result", () =>
    expect(weigh("user", { functionResponse: { name: "ab", response: { output: "xyz" } } }).tokens).toBe(11));
  test("no thought, no signature", () =>
    expect(weigh("model", { text: "deep", thought: true }, { text: "", thoughtSignature: "opaque" }).tokens).toBe(0));
  test("media by their kind, also inside a result; then the weight is not exact", () => {
    const beside = weigh("user", { text: "see" }, image);
    const inside = weigh("user", { functionResponse: { name: "ab", parts: [image] } });
    expect(beside).toMatchObject({ tokens: 3_003, media: 3_000, exact: false });
    expect(inside).toMatchObject({ tokens: 3_002, media: 3_000, exact: false });
    expect(inside.results[0]!.tokens).toBe(3_002);
  });
  test("a result nested a hundred thousand deep, without a stack overflow", () => {
    let response: Record<string, unknown> = { x: "leaf" };
    for (let depth = 0; depth < 100_000; depth++) response = { x: response };
    expect(weigh("user", { functionResponse: { name: "f", response } }).tokens).toBe(1 + 100_001 + 4);
  });
  test("a film by its length in bytes, not as text", () =>
    expect(weigh("user", { inlineData: { mimeType: "video/mp4", data: "A".repeat(4_000_000) } }).tokens).toBe(7_500));
});

test.each([
  ["a user's words", weigh("user", { text: "x" }), { startsTurn: true }],
  ["a user's picture", weigh("user", image), { startsTurn: true }],
  ["a result", weigh("user", { functionResponse: { name: "x" } }), { hasResult: true }],
  ["a result with words", weigh("user", { functionResponse: { name: "x" } }, { text: "x" }), { hasResult: true }],
  ["a model's words", weigh("model", { text: "x" }), { endsTurn: true }],
  ["words and a call", weigh("model", { text: "x" }, { functionCall: { name: "x" } }), { hasCall: true }],
])("knows %s", (_, { startsTurn, endsTurn, hasCall, hasResult }, flags) =>
  expect(Object.entries({ startsTurn, endsTurn, hasCall, hasResult }).filter(([, is]) => is)).toEqual(
    Object.entries(flags),
  ),
);

test("says whose each result is", () =>
  expect(weigh("user", { text: "x" }, { functionResponse: { id: "7", name: "glob" } }).results).toEqual([
    { part: 1, tool: "glob", callId: "7", tokens: 4, values: 0 },
  ]));

test("R3 tokens are whole, results are part of them, and what is only estimated says so", () => {
  const anyPart: fc.Arbitrary<Part> = fc.oneof(
    fc.record({ text: fc.string({ unit: "grapheme" }) }),
    fc.record({
      functionResponse: fc.record({ name: fc.string(), response: fc.dictionary(fc.string(), fc.jsonValue()) }),
    }),
    fc.constant(image),
  );
  fc.assert(
    fc.property(fc.array(anyPart), (parts) => {
      const content: Content = { role: "user", parts };
      const { tokens, media, results, exact } = weighContent(content, plainCounter);
      const rest = weighContent({ role: "user", parts: parts.filter((part) => !part.functionResponse) }, plainCounter);
      expect(Number.isInteger(tokens)).toBe(true);
      expect(rest.tokens + results.reduce((sum, result) => sum + result.tokens, 0)).toBe(tokens);
      expect(media).toBeLessThanOrEqual(tokens);
      expect(exact).toBe(false);
    }),
  );
});
