import { describe, expect, test } from "vitest";
import {
  forgetSet,
  learnLimit,
  limitFor,
  tokenLimit,
  unlearnLimit,
  withLimit,
} from "../../../../src/core/models/context-limits.js";
import { mergeSettings, originFor } from "../../../../src/core/settings/settings-files.js";
import { readSettings } from "../../../../src/core/settings/settings.js";

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

describe("T1 the limit that the user has set for a model", () => {
  test.each([
    [{ "local/qwen3": 8_000 }, "local/qwen3", "local/qwen3", 8_000],
    [{ "local/qwen3": 8_000 }, "gemini-2.5-pro", "gemini-2.5-pro", 0],
    [{ "local/qwen3": 8_000 }, "gemini-2.5-flash", "local/qwen3", 0], // who judges is another
    [{ auto: 50_000 }, "gemini-2.5-flash", "auto", 50_000],
    [{ auto: 50_000, "gemini-2.5-flash": 9_000 }, "gemini-2.5-flash", "auto", 9_000],
    [{ auto: 50_000 }, "gemini-2.5-flash", "gemini-2.5-flash", 0],
    [{ "*": 7_000, m: 9_000 }, "another", "another", 7_000],
    [{ m: 0, "*": 7_000 }, "m", "m", 0], // what is known of it, whatever holds for others
    [5_000, "whatever", "whatever", 5_000], // as first versions stored it
    [0, "whatever", "whatever", 0],
    [{}, "constructor", "constructor", 0],
  ])("of %j for %s, with %s chosen, is %d", (limits, model, chosen, limit) =>
    expect(limitFor(limits as never, model, chosen)).toBe(limit),
  );

  test.each([
    [undefined, 9_000, { m: 9_000 }],
    [{ other: 5_000 }, 9_000, { other: 5_000, m: 9_000 }],
    [{ other: 5_000, m: 1_000 }, 9_000, { other: 5_000, m: 9_000 }],
    [5_000, 9_000, { "*": 5_000, m: 9_000 }], // the others keep what they had
    [{ other: 5_000, m: 1_000 }, undefined, { other: 5_000 }],
    [{ m: 1_000 }, undefined, undefined],
    [5_000, undefined, undefined], // what is shown goes
    [{ "*": 5_000, m: 1_000 }, undefined, { "*": 5_000 }],
  ])("%j with %j for m is %j", (limits, limit, next) => expect(withLimit(limits as never, "m", limit)).toEqual(next));

  test("comes from the file that has one for this model", () => {
    const origin = { from: "folder" as const, user: { m: 1_000 }, folder: { other: 5_000 } };
    expect(originFor(origin, "m")).toEqual({ from: "user", user: 1_000 });
    expect(originFor(origin, "other")).toEqual({ from: "folder", folder: 5_000 });
    expect(originFor(origin, "third")).toEqual({ from: "default" });
  });

  test("is read from either form, and nothing else", () => {
    const read = (contextLimit: unknown) =>
      mergeSettings({ user: { model: { contextLimit } } as never }).values["model.contextLimit"];
    expect(read(9_000)).toBe(9_000);
    expect(read({ m: 9_000 })).toEqual({ m: 9_000 });
    for (const wrong of [12, "9000", [9_000], { m: 12 }, { m: "9000" }]) expect(read(wrong)).toBe(0);
    expect(readSettings({})["model.contextLimit"]).toBe(0);
  });

  test("S4: a folder's counts over the user's, model by model; its number for all models over all of them", () => {
    const merge = (user: unknown, folder: unknown) =>
      mergeSettings({ user: { model: { contextLimit: user } }, folder: { model: { contextLimit: folder } } } as never)
        .values["model.contextLimit"];
    expect(merge({ m: 1_000, n: 2_000 }, { n: 3_000 })).toEqual({ m: 1_000, n: 3_000 });
    expect(merge(1_000, { n: 3_000 })).toEqual({ "*": 1_000, n: 3_000 });
    expect(merge({ m: 1_000 }, 3_000)).toBe(3_000);
  });
});
