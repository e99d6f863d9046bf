import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLimit, learnLimit, tokenLimit } from "../../../src/core/limits.js";

describe("R2 what is known", () => {
  test.each([
    ["gemini-1.5-pro", 2_097_152],
    ["gemini-1.5-pro-002", 2_097_152],
    ["models/gemini-1.5-pro", 2_097_152],
    ["gemini-2.5-flash", 1_048_576],
    ["gemma-4-31b-it", 256_000],
    ["gemma-4-26b-a4b-it", 256_000],
    ["auto", 1_048_576],
    ["something-else", 1_048_576],
  ])("%s takes %d", (model, limit) => expect(tokenLimit(model)).toBe(limit));

  test("the user's own goes before it", () => {
    expect(tokenLimit("gemini-2.5-pro", { overrides: { "gemini-2.5-pro": 65_536 } })).toBe(65_536);
    expect(tokenLimit("models/gemini-2.5-pro", { overrides: { "gemini-2.5-pro": 65_536 } })).toBe(65_536);
    expect(tokenLimit("gemini-2.5-pro", { overrides: { "gemini-2.5-pro": 0 } })).toBe(1_048_576);
    expect(tokenLimit("constructor", { overrides: {} })).toBe(1_048_576);
  });
});

describe("R1 what a server said", () => {
  const message = "The input token count (317740) exceeds the maximum number of tokens allowed (131072).";
  const here = { model: "models/gemini-2.5-pro", endpoint: "https://a" };
  const learnt = learnLimit([], { ...here, message });

  test("holds for the model at the endpoint, and nowhere else", () => {
    expect(tokenLimit("gemini-2.5-pro", { learnt, endpoint: "https://a" })).toBe(131_072);
    expect(tokenLimit("gemini-2.5-pro", { learnt, endpoint: "https://b" })).toBe(1_048_576);
    expect(tokenLimit("gemini-2.5-flash", { learnt, endpoint: "https://a" })).toBe(1_048_576);
  });
  test("the user may set less, not more", () => {
    const set = (limit: number) =>
      tokenLimit("gemini-2.5-pro", { learnt, endpoint: "https://a", overrides: { "gemini-2.5-pro": limit } });
    expect([set(1_000), set(2_000_000)]).toEqual([1_000, 131_072]);
  });
  test("the newest word counts, once", () => {
    const again = learnLimit(learnt, { ...here, message: message.replace("131072", "65536") });
    expect(again).toEqual([{ model: "gemini-2.5-pro", endpoint: "https://a", limit: 65_536 }]);
    expect(learnLimit(again, { ...here, message: message.replace("131072", "65536") })).toBe(again);
  });
  test("an error of another kind teaches nothing", () =>
    expect(learnLimit(learnt, { ...here, message: "Not found." })).toBe(learnt));
  test("the list stays short", () => {
    let many = learnt;
    for (let at = 0; at < 500; at++) many = learnLimit(many, { model: `m${at}`, endpoint: "", message });
    expect(many.length).toBeLessThanOrEqual(100);
    expect(many.at(-1)!.model).toBe("m499");
  });
});

test.each([
  ["The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", 1_048_576],
  ["The input token count exceeds the maximum number of tokens allowed 1048576.", 1_048_576],
  ["Error: The input token count (81,881) exceeds the maximum number of tokens allowed (65,536).", 65_536],
  [
    "Unable to submit request because the input token count is 1050000 but the model supports up to 1048576. Reduce it.",
    1_048_576,
  ],
  ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.", 128_000],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
  ["prompt is too long: 205000 tokens > 200000 maximum", 200_000],
  ["prompt is too long (539 tokens, max 508)", 508],
  ["the request exceeds the available context size (8192 tokens), try increasing it", 8_192],
  ["request (9000 tokens) exceeds the available context size (8192 tokens)", 8_192],
  ["Requested tokens (600) exceed context window of 512", 512],
  ["Trying to keep the first 5000 tokens. However, the model is loaded with context length of only 4096 tokens", 4_096],
  ["Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)", 131_072],
  ["Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length", 32_768],
  [
    '{"error":{"message":"{\\n \\"message\\": \\"The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).\\""}}',
    1_048_576,
  ],
])("learns from %j", (message, limit) => expect(findLimit(message)).toBe(limit));

test.each([
  "Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000. Please retry in 12s.",
  "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.",
  "maxOutputTokens 100000 exceeds the maximum of 8192",
  "max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
  "The input token count (1) exceeds the maximum number of tokens allowed (5).",
  "The input token count (100) exceeds the maximum number of tokens allowed (131072).",
  "Request payload size exceeds the limit: 20971520 bytes.",
  "",
])("learns nothing from %j", (message) => expect(findLimit(message)).toBeUndefined());

test("reads any text without harm, and only limits that can be one", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), (before, limit, after) => {
      const found = findLimit(`${before} exceeds the maximum number of tokens allowed (${limit}) ${after}`);
      if (limit >= 256 && limit <= 100_000_000 && !/\d/.test(before)) expect(found).toBe(limit);
      else if (found !== undefined) expect(found).toBeGreaterThanOrEqual(256);
    }),
  );
});
