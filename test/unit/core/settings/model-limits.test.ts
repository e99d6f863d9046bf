import { describe, expect, test } from "vitest";
import { limitFor, withLimit } from "../../../../src/core/settings/model-limits.js";
import { mergeSettings, originFor } from "../../../../src/core/settings/settings-files.js";
import { readSettings } from "../../../../src/core/settings/settings.js";

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
