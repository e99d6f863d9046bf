/** How the user's file and a folder's come together. The numbers are the rules in settings-files.ts. */
import { describe, expect, test } from "vitest";
import {
  fromFlat,
  mergeSettings,
  readText,
  withSetting,
  type Scope,
} from "../../../../src/core/settings/settings-files.js";
import { isSettingKey, readSettings, settingKeys, settingOf } from "../../../../src/core/settings/settings.js";

/** Files as JSON texts. */
const merge = (user: string, folder = "") =>
  mergeSettings({ user: readText(user).group, folder: readText(folder).group });
const change = (text: string, key: string, value: unknown, scope: Scope = "user") =>
  withSetting(text, key, { value, scope });

describe("the table", () => {
  test.each(settingKeys)("%s: its default fits, and its words are there", (key) => {
    const { initial, fits, label, hint, expects } = settingOf(key);
    expect(fits(initial)).toBe(true);
    expect([label, hint, expects].every((words) => words.length > 3)).toBe(true);
  });
  test("a name that every object has is no Setting", () => expect(isSettingKey("constructor")).toBe(false));
});

test("R1: folder over user over default", () => {
  const { values, origins } = merge(
    '{"model":{"compressionThreshold":0.6,"routing":"model"}}',
    '{"model":{"compressionThreshold":0.3}}',
  );
  expect([values["model.compressionThreshold"], values["model.routing"], values["ui.theme"]]).toEqual([
    0.3,
    "model",
    "system",
  ]);
  expect(origins["model.compressionThreshold"]).toEqual({ from: "folder", user: 0.6, folder: 0.3 });
  expect(origins["model.routing"]).toEqual({ from: "user", user: "model" });
  expect(origins["ui.theme"]).toEqual({ from: "default" });
});

test("R1: what was chosen in this tab counts most", () => {
  const { values, origins } = mergeSettings({
    user: {},
    folder: { model: { name: "auto" } },
    tab: { "model.name": "gemini-2.5-pro" },
  });
  expect([values["model.name"], origins["model.name"].from]).toEqual(["gemini-2.5-pro", "tab"]);
});

test("R3: what does not fit is passed over with a sentence, and what would count without it counts", () => {
  const { values, origins } = merge(
    '{"model":{"compressionThreshold":0.6}}',
    '{"model":{"compressionThreshold":"0.3"}}',
  );
  expect(values["model.compressionThreshold"]).toBe(0.6);
  expect(origins["model.compressionThreshold"]).toEqual({
    from: "user",
    user: 0.6,
    wrong: {
      folder:
        'This folder’s settings.json is passed over here: it has "0.3", but this must be a number from 0.05 to 1, “ask” or “off”.',
    },
  });
});

test("a variable of an environment is a text like others", () =>
  expect(merge('{"model":{"name":"$MODEL"}}').values["model.name"]).toBe("$MODEL"));

describe("R4: a folder can't", () => {
  test.each(["model.baseUrl", "model.localServer", "model.localServerModel"])("set %s", (key) => {
    const folder = change("", key, "https://elsewhere.example");
    const { values, origins } = merge("", folder);
    expect((values as Record<string, unknown>)[key]).toBe("");
    expect(origins[key as "model.baseUrl"].wrong?.folder).toContain("only you can set this.");
    expect(() => change("", key, "https://elsewhere.example", "folder")).toThrow(/only you can/);
    expect(JSON.parse(change(folder, key, undefined, "folder"))).toEqual({});
  });

  test.each([
    ["", "plan", "plan"],
    ["", "auto_edit", "default"],
    ["auto_edit", "default", "default"],
    ["plan", "default", "plan"],
    ["plan", "auto_edit", "plan"],
    ["auto_edit", "auto_edit", "auto_edit"],
  ])("be laxer than its user: %j and %j make %j", (user, folder, made) => {
    const file = (mode: string) => (mode === "" ? "" : `{"general":{"defaultApprovalMode":"${mode}"}}`);
    expect(merge(file(user), file(folder)).values["general.defaultApprovalMode"]).toBe(made);
  });

  test("bring yolo, and neither can the user's file", () => {
    const yolo = '{"general":{"defaultApprovalMode":"yolo"}}';
    expect(merge(yolo, yolo).values["general.defaultApprovalMode"]).toBe("default");
  });

  test.each([
    ["librarian", "gemini-2.5-pro", "librarian"],
    ["file/tiny.gguf", "auto", "file/tiny.gguf"],
    ["file/tiny.gguf", "librarian", "librarian"],
    ["auto", "gemini-2.5-pro", "gemini-2.5-pro"],
    ["", "gemini-2.5-pro", "gemini-2.5-pro"],
  ])("move someone from this device to the network (G4): %j and %j make %j", (user, folder, made) => {
    const file = (name: string) => (name === "" ? "" : `{"model":{"name":"${name}"}}`);
    expect(merge(file(user), file(folder)).values["model.name"]).toBe(made);
  });

  test("bring back a Tool that its user left out", () =>
    expect(
      merge('{"tools":{"exclude":["glob"]}}', '{"tools":{"exclude":["grep_search"]}}').values["tools.exclude"],
    ).toEqual(["glob", "grep_search"]));
});

test("R5: a file that can't be read counts as empty, and says in which line", () => {
  expect(readText('{\n"model": {\n')).toEqual({
    group: {},
    fault: 'The settings file can\'t be read: in line 3 a name in double quotes, or "}" is missing.',
  });
  expect(() => change('{ "a" }', "ui.theme", "dark")).toThrow(/in line 1 .* Nothing was changed/);
});

test("R2: a change keeps unknown keys and comments", () => {
  const text = '{\n  // servers of mine\n  "mcpServers": { "a": {} },\n  "model": "old"\n}\n';
  expect(change(text, "ui.theme", "dark")).toBe(text.replace('"old"', '"old",\n  "ui": {\n    "theme": "dark"\n  }'));
  expect(() => change(text, "model.name", "auto")).toThrow(/“model” is no group/);
});

test.each([
  ["ui.theme", "blue"],
  ["model.compressionThreshold", 2],
  ["model.contextLimit", 12],
  ["model.baseUrl", "http://example.org"],
  ["tools.exclude", "glob"],
  ["no.such", 1],
])("%s can't be set to %j", (key, value) => expect(() => change("", key, value)).toThrow());

test("what the first versions stored is read on, without the defaults they had written", () => {
  const flat = { ...readSettings({}), "model.name": "auto", "tools.exclude": "glob, *", "ui.theme": "dark" };
  expect(JSON.parse(fromFlat(flat))).toEqual({
    model: { name: "auto" },
    tools: { exclude: ["glob", "*"] },
    ui: { theme: "dark" },
  });
  expect(fromFlat(undefined)).toBe("");
});
