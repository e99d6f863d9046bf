import { describe, expect, test } from "vitest";
import { isChoosable, modelMeant, onlyQuotes, providerOf } from "../../../../src/core/models/model-names.js";
import { hasChain, routeTo } from "../../../../src/core/models/route.js";
import { mergeSettings } from "../../../../src/core/settings/settings-files.js";

test.each([
  ["pro", "gemini-2.5-pro"],
  ["flash", "gemini-2.5-flash"],
  ["flash-lite", "gemini-2.5-flash-lite"],
  ["auto", "auto"],
  ["auto-gemini-3", "auto"],
  ["auto-gemini-2.5", "auto"],
  ["models/gemini-2.5-pro", "gemini-2.5-pro"],
  ["models/mine", "models/mine"],
  ["gemini-3-pro-preview", "gemini-3-pro-preview"],
  ["constructor", "constructor"],
])("by %s is meant %s", (said, meant) => expect(modelMeant(said)).toBe(meant));

test("S4 a file of Gemini CLI's may name a model as it does there", () => {
  const { values, origins } = mergeSettings({ user: { model: { name: "flash" } } });
  expect(values["model.name"]).toBe("gemini-2.5-flash");
  expect(origins["model.name"]).toMatchObject({ from: "user" });
});

describe("whose it is", () => {
  const isNear = (name: string) => providerOf(name).isNear;
  const isGemini = (name: string, baseUrl: string) =>
    providerOf(name).id === "gemini" && isChoosable(name, { "model.baseUrl": baseUrl });
  test.each([
    ["librarian", "librarian"],
    ["browser", "onDevice"],
    ["local/llama3", "localServer"],
    ["file/a.gguf", "modelFile"],
  ])("%s is near, and no Gemini", (name, id) => {
    expect([isNear(name), isGemini(name, ""), isGemini(name, "https://a.example")]).toEqual([true, false, false]);
    expect([providerOf(name).id, isChoosable(name, { "model.baseUrl": "https://a.example" })]).toEqual([id, false]);
  });
  test.each(["gemini-3-pro-preview", "gemma-4-31b-it", "models/x", "tunedModels/x-1"])("%s is Gemini's", (name) =>
    expect([isNear(name), isGemini(name, "")]).toEqual([false, true]),
  );
  test.each(["qwen3:8b", "team/large"])("%s is Gemini's only behind an address", (name) =>
    expect([isGemini(name, ""), isGemini(name, "https://a.example")]).toEqual([false, true]),
  );
  test.each(["", "auto", "two words", "a?key=b", "../x"])("%j is nobody's", (name) =>
    expect([isGemini(name, ""), isGemini(name, "https://a.example")]).toEqual([false, false]),
  );
});

test("G3 only the librarian quotes and does not write", () =>
  expect(["librarian", "auto", "gemini-2.5-pro", "browser", "local/x", "file/x", ""].filter(onlyQuotes)).toEqual([
    "librarian",
  ]));

test.each(["gemini-3-pro-preview", "team/large", "gemma-4-31b-it"])(
  "G4 a folder's file does not move who chose a model of this device to %s",
  (name) => {
    const { values, origins } = mergeSettings({
      user: { model: { name: "local/llama3" } },
      folder: { model: { name } },
    });
    expect(values["model.name"]).toBe("local/llama3");
    expect(origins["model.name"].wrong?.folder).toMatch(/further than you allow/);
  },
);

test("R1 nobody takes the place of one that was named and isn't listed", () => {
  const wanted = "gemini-3-pro-preview";
  expect(hasChain(wanted)).toBe(false);
  expect(routeTo({ wanted, isPlanning: false, isAvailable: (model) => model !== wanted })).toEqual({
    model: wanted,
    by: "override",
  });
});
