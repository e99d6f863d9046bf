/** The open folder as the screen and the Model see it: what is ignored, what others change, what was sent along. */
import { expect, test } from "vitest";
import { allTools } from "../../../../src/agent/tools/all.js";
import { idle } from "../../../support/idle.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { calls, says } from "../../../support/script.js";
import { beginSession } from "../../../support/session-rig.js";

const tree: Tree = {
  ".git": { HEAD: "ref: refs/heads/main\n" },
  ".gitignore": "dist/\n*.log\n",
  ".geminiignore": "private/\n",
  dist: { "app.js": "" },
  private: {},
  src: { "a.ts": "one\n", "debug.log": "" },
};

async function begin() {
  const workspace = createMemoryWorkspace({ id: "w", name: "sample", tree });
  const rig = await beginSession({ tools: allTools, workspace });
  const ignored = async (path: string) =>
    (await rig.agent.folder.list(path)).filter((entry) => entry.ignored).map(({ name }) => name);
  return { ...rig, workspace, ignored };
}

test("listFolder marks what no Tool finds, by the ignore files and the Settings", async () => {
  const { agent, ignored } = await begin();
  expect(await ignored("")).toEqual([".git", "dist", "private"]);
  expect(await ignored("src")).toEqual(["debug.log"]);
  expect(await ignored("dist")).toEqual(["app.js"]);
  await agent.settings.change("context.fileFiltering.respectGitIgnore", false);
  expect(await ignored("")).toEqual([".git", "private"]);
  await agent.settings.change("context.fileFiltering.respectGeminiIgnore", false);
  expect(await ignored("")).toEqual([".git"]);
});

test("a folder whose ignore file can't be read is shown all the same", async () => {
  const { agent, workspace } = await begin();
  const broken = {
    ...workspace,
    read: (path: string) =>
      path === ".geminiignore" ? Promise.reject(new DOMException("No.", "NotReadableError")) : workspace.read(path),
  };
  agent.useFolder({ view: { id: "b", name: "b", kind: "memory" }, workspace: broken });
  expect((await agent.folder.list("src")).map(({ name }) => name)).toEqual(["a.ts", "debug.log"]);
});

test("the environment's tree goes by the Settings (C7)", async () => {
  const { agent, model } = await begin();
  model.answer(() => [says("yes")]);
  const told = () => model.requests.at(-1)!.contents[0]!.parts[0]!.text!;
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(told()).not.toContain("debug.log");
  await agent.settings.change("context.fileFiltering.respectGitIgnore", false);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(told()).toContain("debug.log");
});

test("what others change is told, of the open folder alone; what the app writes is not", async () => {
  const { agent, events, workspace } = await begin();
  const told = () => events.flatMap((event) => (event.type === "files-changed" ? [event.paths] : []));
  await workspace.write("src/a.ts", new TextEncoder().encode("ours"));
  expect(told()).toEqual([]);
  workspace.edit("src/a.ts", "theirs");
  expect(told()).toEqual([["src/a.ts"]]);
  const other = createMemoryWorkspace({ id: "o", name: "o", tree: {} });
  agent.useFolder({ view: { id: "o", name: "o", kind: "memory" }, workspace: other });
  workspace.edit("src/a.ts", "again");
  other.edit("b.ts", "new");
  expect(told()).toEqual([["src/a.ts"], ["b.ts"]]);
});

/** The caution under which an overwriting of src/a.ts is asked about, after this message. */
async function cautionAfter(message: string) {
  const { agent, events, model } = await begin();
  model.script([calls("write_file", { file_path: "src/a.ts", content: "two\n" }, "c1")], [says("Done.")]);
  await agent.calls.setMode("auto_edit");
  await agent.turns.send({ text: message });
  await idle();
  return events.flatMap((event) =>
    event.type === "tool-asked" && event.request.proposal.kind === "edit" ? [event.request.proposal.remark] : [],
  );
}

test("W2: a file that the message points at counts as read; one that nobody showed the Model is asked about", async () => {
  expect(await cautionAfter("change it")).toEqual([expect.stringContaining("read")]);
  expect(await cautionAfter("change @src/a.ts")).toEqual([]);
  expect(await cautionAfter("change what is in @src")).toEqual([]);
});
