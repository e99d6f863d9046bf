/** What the Model is told of where it works (C7), and whose words stand first (A7). */
import { expect, test } from "vitest";
import { describeEnvironment } from "../../../../src/agent/session/describe-environment.js";
import { expandPrompt } from "../../../../src/agent/request/base-prompt.js";
import { textOf } from "../../../../src/core/content.js";
import { ignoreIn } from "../../../../src/core/files/ignore.js";
import { folderTree, TREE_ENTRIES } from "../../../../src/core/files/folder-tree.js";
import { turnsOf } from "../../../../src/core/port/turns.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import { idle } from "../../../support/idle.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { createHandClock } from "../../../support/agent-rig.js";
import { says } from "../../../support/script.js";
import { beginSession } from "../../../support/session-rig.js";

const open = (tree: Tree) => createMemoryWorkspace({ id: "w", name: "sample", tree });
const treeOf = (tree: Tree) => {
  const workspace = open(tree);
  return folderTree(workspace, ignoreIn(workspace), new AbortController().signal);
};

test("R1 R2: a tree names folders and what is in them, but not what is ignored or in bulk", async () => {
  const tree = {
    src: { "app.ts": "", deep: { "a.ts": "" } },
    node_modules: { x: { "y.js": "" } },
    "README.md": "",
    "debug.log": "",
    ".geminiignore": "*.log\n",
  };
  expect(await treeOf(tree)).toBe(
    ["node_modules/ …", "src/", "  deep/", "    a.ts", "  app.ts", ".geminiignore", "README.md"].join("\n"),
  );
});

test("R1 R3: 200 entries and no more, and it says where there are others", async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${String(at).padStart(3, "0")}.md`, ""]));
  const lines = (await treeOf({ notes: many, "a.md": "" })).split("\n");
  expect(lines.filter((line) => line.trim() !== "…")).toHaveLength(TREE_ENTRIES);
  expect(lines).toContain("  …");
});

test("C7: a folder that takes too long to list does not hold the message up", async () => {
  const clock = createHandClock();
  const workspace: Workspace = {
    ...open({ a: { "b.md": "" }, "c.md": "" }),
    list: (path) => (path === "" ? open({ a: {}, "c.md": "" }).list("") : new Promise(() => undefined)),
  };
  const described = describeEnvironment({ clock, platform: "Linux", workspace });
  await idle();
  clock.pass(300);
  const words = textOf(await described);
  expect(words).toContain("a browser tab on Linux");
  expect(words).toContain("c.md");
  expect(words).toContain("  …");
});

async function begin(tree: Tree = { "README.md": "# Sample\n" }) {
  const rig = await beginSession({ tree });
  rig.model.answer(() => [says("yes")]);
  return rig;
}

test("C7: the environment stands first in the context, once, and is nobody's words on the screen", async () => {
  const { send, log, session, model } = await begin();
  await send("one");
  await send("two");
  const records = await log.records(session);
  expect(records.filter(({ kind }) => kind === "environment")).toHaveLength(1);
  expect(model.requests.at(-1)!.contents[0]!.parts.map(({ text }) => text?.slice(0, 13))).toEqual([
    "<environment>",
    "one",
  ]);
  expect(turnsOf(records).flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
    "user",
    "text",
    "user",
    "text",
  ]);
  expect(records.find((record) => record.kind === "environment")).toMatchObject({
    workspace: "w",
    weight: { startsTurn: true },
  });
});

/** A Session that changed its folder between two messages; opened anew before the third, or not. */
async function moved(reopened: boolean) {
  const rig = await begin();
  const { agent, send, session, events } = rig;
  await send("one");
  const workspace = createMemoryWorkspace({ id: "other", name: "elsewhere", tree: { "x.md": "" } });
  agent.useFolder({ view: { id: "other", name: "elsewhere", kind: "memory" }, workspace });
  await send("two");
  if (reopened) await agent.sessions.open(session);
  await send("three");
  return { ...rig, meter: events.filter((event) => event.type === "context-weighed").at(-1)!.meter };
}

test("C7: another folder is told anew, in the place of the first, and weighs what it weighs", async () => {
  const { log, session, model, meter } = await moved(false);
  expect((await log.context(session)).map(({ folder }) => folder).filter(Boolean)).toEqual(["other"]);
  expect(textOf(model.requests.at(-1)!.contents[0]!)).toContain("“elsewhere”");
  expect(textOf(model.requests.at(-1)!.contents[0]!)).not.toContain("“sample”");
  expect(meter).toEqual((await moved(true)).meter);
});

const custom = {
  ".gemini": { "system.md": "You are a pirate. Tools:\n${AvailableTools}" },
  "mine.md": "You are a monk.",
};

test("A7: system.md of a trusted folder takes the place of our words, read anew when it changes", async () => {
  const { agent, send, model } = await begin();
  const workspace = createMemoryWorkspace({ id: "c", name: "custom", tree: custom });
  agent.useFolder({ view: { id: "c", name: "custom", kind: "memory" }, workspace });
  await send("one");
  expect(model.requests[0]!.system).toContain("You are Palimpsest");
  await agent.folder.trust(true);
  await send("two");
  expect(model.requests[1]!.system).toBe("You are a pirate. Tools:\nThere are no tools.");
  expect(await agent.context.systemPrompt()).toMatchObject({
    from: ".gemini/system.md",
    system: model.requests[1]!.system,
  });
  workspace.edit(".gemini/system.md", "You are a sailor.");
  await send("three");
  expect(model.requests).toHaveLength(2); // M4: not before it is accepted, and not ours in silence
  await agent.folder.trust(true);
  await send("four");
  expect(model.requests[2]!.system).toBe("You are a sailor.");
});

test("A7: a chosen file is read, from a trusted folder only, and one that is missing is an error", async () => {
  const { agent, send, model, events } = await begin(custom);
  const outcome = () => events.filter((event) => event.type === "turn-ended").at(-1)!.outcome;
  await agent.settings.change("model.systemPromptFile", "mine.md");
  await send("one");
  expect(outcome()).toMatchObject({ kind: "failed", message: expect.stringContaining("not trusted") as string });
  await agent.folder.trust(true);
  await send("two");
  expect(model.requests.at(-1)!.system).toBe("You are a monk.");
  await agent.settings.change("model.systemPromptFile", "gone.md");
  await send("three");
  expect(outcome()).toMatchObject({
    kind: "failed",
    name: "NotFoundError",
    message: expect.stringContaining("“gone.md”") as string,
  });
  expect(model.requests).toHaveLength(1);
  await expect(agent.context.systemPrompt()).rejects.toThrow("“gone.md”");
});

test("A7 R3: what stands for Tools is put in", () => {
  expect(
    expandPrompt("${AvailableTools}\n${glob_ToolName} ${nope_ToolName} ${AgentSkills}.", ["glob", "read_file"]),
  ).toBe("- glob\n- read_file\nglob ${nope_ToolName} .");
});
