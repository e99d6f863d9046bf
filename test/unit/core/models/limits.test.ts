import { describe, expect, test } from "vitest";
import { forgetSet, learnLimit, tokenLimit, unlearnLimit } from "../../../../src/core/models/limits.js";

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
  const here = { model: "models/gemini-2.5-pro", endpoint: "https://a" };
  const learnt = learnLimit([], { ...here, limit: 131_072 });

  test("holds for the model at the endpoint, and nowhere else", () => {
    expect(tokenLimit("gemini-2.5-pro", { learnt, endpoint: "https://a" })).toBe(131_072);
    expect(tokenLimit("gemini-2.5-pro", { learnt, endpoint: "https://b" })).toBe(1_048_576);
    expect(tokenLimit("gemini-2.5-flash", { learnt, endpoint: "https://a" })).toBe(1_048_576);
  });
  const withLimit = (limit: number, taught = learnt) =>
    tokenLimit("gemini-2.5-pro", { learnt: taught, endpoint: "https://a", overrides: { "gemini-2.5-pro": limit } });
  test("the user may set less, and more afterwards", () =>
    expect([withLimit(1_000), withLimit(2_000_000)]).toEqual([1_000, 2_000_000]));
  test("counts against what the user had set, until that is changed", () => {
    const taught = learnLimit([], { ...here, limit: 131_072, set: 2_000_000 });
    expect(withLimit(2_000_000, taught)).toBe(131_072);
    expect(withLimit(1_000_000, taught)).toBe(1_000_000);
    expect(withLimit(1_000, taught)).toBe(1_000);
    expect(withLimit(0, taught)).toBe(131_072);
    expect(withLimit(2_000_000, forgetSet(taught))).toBe(2_000_000);
  });
  test("is disproved by a larger request that was counted", () => {
    const answered = { model: "gemini-2.5-pro", endpoint: "https://a" };
    expect(unlearnLimit(learnt, { ...answered, counted: 131_073 })).toEqual([]);
    expect(unlearnLimit(learnt, { ...answered, counted: 131_072 })).toBe(learnt);
    expect(unlearnLimit(learnt, { ...answered, endpoint: "https://b", counted: 200_000 })).toBe(learnt);
  });
  test("the newest word counts, once", () => {
    const again = learnLimit(learnt, { ...here, limit: 65_536 });
    expect(again).toEqual([{ model: "gemini-2.5-pro", endpoint: "https://a", limit: 65_536 }]);
    expect(learnLimit(again, { ...here, limit: 65_536 })).toBe(again);
  });
  test.each([undefined, 0, 255, 100_000_001])("a refusal that names %s teaches nothing", (limit) =>
    expect(learnLimit(learnt, { ...here, limit })).toBe(learnt),
  );
  test("the list stays short", () => {
    let many = learnt;
    for (let at = 0; at < 500; at++) many = learnLimit(many, { model: `m${at}`, endpoint: "", limit: 131_072 });
    expect(many.length).toBeLessThanOrEqual(100);
    expect(many.at(-1)!.model).toBe("m499");
  });
});
