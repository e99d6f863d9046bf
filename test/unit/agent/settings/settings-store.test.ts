/** S4: the user's file and a trusted folder's, as they are read, changed and read again. */
import { expect, test, vi } from "vitest";
import { createSettingsStore } from "../../../../src/agent/settings/settings-store.js";
import type { SettingKey } from "../../../../src/core/settings/settings.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import { idle } from "../../../support/idle.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { createRig } from "../../../support/agent-rig.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import { says } from "../../../support/script.js";
import { trustedFolder } from "../../../support/trusted-folder.js";

const FILE = ".gemini/settings.json";
const bytes = (text: string) => new TextEncoder().encode(text);

/** A desk of one tab; others may share its log. */
function openDesk(log = createMemoryLog()) {
  const told: SettingKey[][] = [];
  const secrets = new Map<string, string>();
  const vault = {
    store: async (name: string, secret: string) => void secrets.set(name, secret),
    forget: async (name: string) => void secrets.delete(name),
    has: async (name: string) => secrets.has(name),
  };
  const desk = createSettingsStore({ log, vault, changed: (keys) => told.push([...keys]) });
  return { desk, log, told, secrets };
}

/** A folder that counts how often each file is read. */
function openFolder(settings?: string, name = "notes") {
  let time = 0;
  const tree: Tree = settings === undefined ? {} : { ".gemini": { "settings.json": settings } };
  const inner = createMemoryWorkspace({ id: name, name, tree, now: () => ++time });
  const reads: string[] = [];
  const workspace: Workspace = {
    ...inner,
    read: async (path) => (reads.push(path), inner.read(path)),
  };
  return { workspace, reads, edit: (text: string) => inner.write(FILE, bytes(text)) };
}
const textOf = async ({ workspace }: { workspace: Workspace }) => new TextDecoder().decode(await workspace.read(FILE));

test("a change counts at once, is told, and is there at the next start", async () => {
  const { desk, log, told } = openDesk();
  await desk.load();
  await desk.change("ui.theme", "dark");
  expect([desk.values["ui.theme"], told]).toEqual(["dark", [["ui.theme"]]]);
  const next = openDesk(log).desk;
  await next.load();
  expect(next.values["ui.theme"]).toBe("dark");
  await next.change("ui.theme", undefined);
  expect([next.values["ui.theme"], JSON.parse((await next.view()).user.text)]).toEqual(["system", {}]);
});

test("two tabs lose nothing of each other, and see it when they look again", async () => {
  const { desk: one, log } = openDesk();
  const { desk: other } = openDesk(log);
  await Promise.all([one.load(), other.load()]);
  await one.change("ui.theme", "dark");
  await other.change("model.routing", "model");
  await one.refresh();
  for (const { values } of [one, other])
    expect([values["ui.theme"], values["model.routing"]]).toEqual(["dark", "model"]);
});

test("M4: a folder's file is not even read until the folder is trusted, nor after it no longer is", async () => {
  const { desk } = openDesk();
  const { workspace, reads } = openFolder('{"ui":{"theme":"dark"}}');
  await desk.useFolder(workspace, undefined);
  await desk.refresh();
  expect([reads, desk.values["ui.theme"]]).toEqual([[], "system"]);
  await desk.useFolder(workspace, trustedFolder(workspace));
  expect([reads, desk.values["ui.theme"]]).toEqual([[FILE], "dark"]);
  await desk.useFolder(workspace, undefined);
  await desk.refresh();
  expect([reads, desk.values["ui.theme"]]).toEqual([[FILE], "system"]);
});

test("a folder's file is read again when it has changed, and only then", async () => {
  const { desk, told } = openDesk();
  const folder = openFolder('{"ui":{"theme":"dark"}}');
  await desk.useFolder(folder.workspace, trustedFolder(folder.workspace));
  await desk.refresh();
  expect(folder.reads).toHaveLength(1);
  await folder.edit('{"ui":{"theme":"light"}}');
  await desk.refresh();
  expect([folder.reads.length, desk.values["ui.theme"]]).toEqual([2, "light"]);
  await folder.workspace.remove(FILE);
  await desk.refresh();
  expect(desk.values["ui.theme"]).toBe("system");
  expect(told).toEqual([["ui.theme"], ["ui.theme"], ["ui.theme"]]);
});

test("a folder's file that can't be read gets a sentence, changes nothing, and is not written to", async () => {
  const { desk } = openDesk();
  const broken = '{\n  "ui": { "theme": "dark" }\n  "model": {}\n}';
  const folder = openFolder(broken);
  await desk.change("ui.theme", "light");
  await desk.useFolder(folder.workspace, trustedFolder(folder.workspace));
  expect(desk.values["ui.theme"]).toBe("light");
  expect((await desk.view()).folder).toEqual({
    name: "notes",
    isTrusted: true,
    problem: 'The settings file can\'t be read: in line 3 a comma or "}" is missing.',
  });
  await expect(desk.change("ui.theme", "dark", "folder")).rejects.toThrow(/in line 3 .*Nothing was changed/);
  expect(await textOf(folder)).toBe(broken);
});

test("that a file is broken by now, or trusted, is told though no value has changed", async () => {
  const { desk, told } = openDesk();
  const folder = openFolder("{}");
  await desk.useFolder(folder.workspace, undefined);
  expect(told).toEqual([]);
  await desk.useFolder(folder.workspace, trustedFolder(folder.workspace));
  await folder.edit("{");
  await desk.refresh();
  await desk.refresh();
  expect(told).toEqual([[], []]);
});

test("a folder whose permission has lapsed goes on to count as it was read", async () => {
  const { desk } = openDesk();
  const { workspace } = openFolder('{"ui":{"theme":"dark"}}');
  let isLapsed = false;
  const lapsing: Workspace = {
    ...workspace,
    stat: async (path) => {
      if (isLapsed) throw new DOMException("", "NotAllowedError");
      return workspace.stat(path);
    },
  };
  await desk.useFolder(lapsing, trustedFolder(lapsing));
  isLapsed = true;
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await desk.refresh();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
  expect(desk.values["ui.theme"]).toBe("dark");
});

test("the folder's file is written on demand, with its comments, and made where there is none", async () => {
  const { desk } = openDesk();
  const folder = openFolder('{\n  // ours\n  "mcpServers": {}\n}\n');
  await desk.useFolder(folder.workspace, trustedFolder(folder.workspace));
  await desk.change("model.compressionThreshold", 0.3, "folder");
  expect(await textOf(folder)).toBe(
    '{\n  // ours\n  "mcpServers": {},\n  "model": {\n    "compressionThreshold": 0.3\n  }\n}\n',
  );
  expect((await desk.view()).origins["model.compressionThreshold"]).toEqual({ from: "folder", folder: 0.3 });
  const empty = openFolder(undefined, "other");
  await desk.useFolder(empty.workspace, trustedFolder(empty.workspace));
  await desk.change("ui.theme", "dark", "folder");
  expect(await textOf(empty)).toBe('{\n  "ui": {\n    "theme": "dark"\n  }\n}\n');
});

test("W2: a folder's file that changes while it is being written is left alone", async () => {
  const { desk } = openDesk();
  const folder = openFolder('{"a":1}');
  const racing: Workspace = {
    ...folder.workspace,
    canWrite: async () => {
      await folder.edit('{"a":2}');
      return true;
    },
  };
  await desk.useFolder(racing, trustedFolder(racing));
  await expect(desk.change("ui.theme", "dark", "folder")).rejects.toMatchObject({ name: "ChangedError" });
  expect(await textOf(folder)).toBe('{"a":2}');
});

test.each([
  ["no folder", undefined, "NotFoundError"],
  ["no trust", "{}", "NotAllowedError"],
] as const)("with %s there is no folder's file to change", async (_, text, name) => {
  const { desk } = openDesk();
  const folder = openFolder(text);
  await desk.useFolder(text === undefined ? undefined : folder.workspace, undefined);
  await expect(desk.change("ui.theme", "dark", "folder")).rejects.toMatchObject({ name });
});

test("G4: the user's choice of a Model counts over the folder's, until another folder is opened", async () => {
  const { desk } = openDesk();
  const { workspace } = openFolder('{"model":{"name":"gemini-2.5-flash"}}');
  await desk.useFolder(workspace, trustedFolder(workspace));
  expect(desk.values["model.name"]).toBe("gemini-2.5-flash");
  await desk.choose("model.name", "gemini-2.5-pro");
  expect([desk.values["model.name"], (await desk.view()).origins["model.name"].from]).toEqual([
    "gemini-2.5-pro",
    "tab",
  ]);
  const other = openFolder('{"model":{"name":"auto"}}', "other").workspace;
  await desk.useFolder(other, trustedFolder(other));
  expect(desk.values["model.name"]).toBe("auto");
});

test.each([
  ["reset", undefined, undefined, ["gemini-2.5-flash", "folder"]],
  ["set in the folder's file", "auto", "folder", ["auto", "folder"]],
  ["set in the user's file alone", "auto", "user", ["gemini-2.5-flash", "folder"]],
] as const)(
  "G4: a Model that was chosen against the folder is given back when it is %s",
  async (_how, value, scope, then) => {
    const { desk, told } = openDesk();
    const { workspace } = openFolder('{"model":{"name":"gemini-2.5-flash"}}');
    await desk.useFolder(workspace, trustedFolder(workspace));
    await desk.choose("model.name", "gemini-2.5-pro");
    await desk.choose("ui.theme", "dark"); // the folder says nothing of it
    told.length = 0;
    await desk.change("model.name", value, scope);
    expect([desk.values["model.name"], (await desk.view()).origins["model.name"].from]).toEqual(then);
    expect(desk.values["ui.theme"]).toBe("dark");
    expect(told).toEqual([["model.name"]]);
  },
);

test("G4: a choice is told once, and one that can't be written leaves the last as it is", async () => {
  const { desk, told, log } = openDesk();
  const { workspace } = openFolder('{"model":{"name":"gemini-2.5-flash"}}');
  await desk.useFolder(workspace, trustedFolder(workspace));
  await desk.choose("model.name", "gemini-2.5-pro");
  told.length = 0;
  await desk.choose("model.name", "auto-gemini-3");
  expect([told, desk.values["model.name"]]).toEqual([[["model.name"]], "auto"]);
  const put = log.put;
  log.put = () => Promise.reject(new Error("Full."));
  await expect(desk.change("model.name", undefined)).rejects.toThrow("Full.");
  log.put = put;
  expect(desk.values["model.name"]).toBe("auto");
});

test("the whole text is replaced if it can be read, and is still the one that was edited", async () => {
  const { desk } = openDesk();
  await desk.change("ui.theme", "dark");
  const { text } = (await desk.view()).user;
  await expect(desk.replace("{", text)).rejects.toThrow(/in line 1 .*Nothing was saved/);
  const mine = '{ "ui": { "theme": "blue" }, "mine": [1] } // so\n';
  await desk.replace(mine, text);
  const view = await desk.view();
  expect([view.user.text, view.values["ui.theme"]]).toEqual([mine, "system"]);
  expect(view.origins["ui.theme"].wrong?.user).toContain('it has "blue", but this must be one of “system”');
  await expect(desk.replace("{}", text)).rejects.toMatchObject({ name: "ChangedError" });
});

test("P2: a secret is kept in the vault, and in no file", async () => {
  const { desk, log, secrets, told } = openDesk();
  await desk.storeSecret("localServer", " sesame ");
  expect([secrets.get("localServer"), told]).toEqual(["sesame", [["model.localServer"]]]);
  expect(await desk.view()).toMatchObject({ secrets: ["localServer"] });
  expect(JSON.stringify(await log.list("settings"))).not.toContain("sesame");
  await desk.storeSecret("localServer", "");
  expect(secrets.size).toBe(0);
});

test("S4: what a trusted folder says counts in the next Turn, without a reload", async () => {
  const tree = { ".gemini": { "settings.json": '{"model":{"contextLimit":9000}}' } };
  const { openTab, model } = createRig({ tree });
  const { agent, events } = await openTab();
  await idle();
  expect(agent.chosen["model.contextLimit"]).toBe(0);
  await agent.folder.trust(true);
  expect(agent.chosen["model.contextLimit"]).toBe(9_000);
  expect(events.filter(({ type }) => type === "settings-changed")).toHaveLength(1);
  model.script([says("yes")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(events.findLast((event) => event.type === "context-weighed")?.meter.limit).toBe(9_000);
  await agent.folder.trust(false);
  expect(agent.chosen["model.contextLimit"]).toBe(0);
});

test("X1: the Settings say how much of a Tool's output a Model gets", async () => {
  const { toolEnv } = await import("../../../../src/agent/calls/tool-env.js");
  const { desk } = openDesk();
  await desk.change("tools.truncateToolOutputLines", 10);
  const { workspace } = openFolder();
  const none = () => Promise.resolve(undefined);
  const { govern } = toolEnv({
    workspace: () => workspace,
    files: () => undefined,
    now: () => 0,
    fullOutput: none,
    settings: () => desk.values,
  });
  const output = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
  const cut = govern(output, { id: "c", name: "grep_search" }, { room: 10_000 });
  expect([cut.isCut, cut.text.match(/^line/gm)?.length]).toEqual([true, 10]);
  expect(govern(output, { id: "c", name: "read_file" }, { room: 10_000 }).isCut).toBe(false);
});

test("what git ignores is searched if the Settings say so", async () => {
  const { toolEnv } = await import("../../../../src/agent/calls/tool-env.js");
  const { desk } = openDesk();
  const tree = { ".git": { HEAD: "ref" }, ".gitignore": "out\n", out: { "a.txt": "" }, "b.txt": "" };
  const workspace = createMemoryWorkspace({ id: "w", name: "w", tree });
  const none = () => Promise.resolve(undefined);
  const { env } = toolEnv({
    workspace: () => workspace,
    files: () => undefined,
    now: () => 0,
    fullOutput: none,
    settings: () => desk.values,
  });
  const found = async () => {
    const query = { pattern: "**/*.txt" };
    const { files } = await env.files().glob(query, () => undefined, new AbortController().signal);
    return files.map(({ path }) => path).toSorted();
  };
  expect([await found(), await env.ignore().isIgnored("out", true)]).toEqual([["b.txt"], true]);
  await desk.change("context.fileFiltering.respectGitIgnore", false);
  expect([await found(), await env.ignore().isIgnored("out", true)]).toEqual([["b.txt", "out/a.txt"], false]);
});
