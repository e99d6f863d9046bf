/** A5 and M9: the memory manager works in a Session of its own, within its bounds and limits; all it did can be taken back. */
import { describe, expect, test } from "vitest";
import { allTools } from "../../../../src/agent/tools/all.js";
import "../../../../src/agent/sub-agents/sub-agent.js";
import { GLOBAL_MEMORY, privateMemory } from "../../../../src/core/memory/memory-file.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, type Script } from "../../../support/script.js";
import { beginSession } from "../../../support/session-rig.js";
import { ofType } from "../../../support/of-type.js";

const invoke = (prompt = "Remember: prefers tea.") =>
  calls("invoke_agent", { agent_name: "memory_manager", prompt }, "c1");

async function begin(tree: Tree = {}, on = true) {
  const rig = await beginSession({ tools: allTools, tree, settings: { "experimental.memoryManager": on } });
  const ask = async (...script: readonly Script[]) => {
    await rig.ask(...script);
    await rig.approve("c1", { kind: "once" }).catch(() => undefined); // where it was called
  };
  const finished = () => ofType(rig.events, "tool-finished");
  const results = () =>
    rig.model.requests.flatMap(({ contents }) =>
      contents.flatMap(({ parts }) =>
        parts.flatMap(({ functionResponse }) => JSON.stringify(functionResponse?.response) ?? []),
      ),
    );
  return { ...rig, ask, finished, results, files: rig.agent.memoryFiles };
}

test("M9: it is offered only where the user wants it", async () => {
  const { agent } = await begin({ "a.md": "" }, false);
  expect((await agent.context.systemPrompt()).tools.map(({ name }) => name)).not.toContain("invoke_agent");
  await agent.settings.change("experimental.memoryManager", true);
  expect((await agent.context.systemPrompt()).tools.map(({ name }) => name)).toContain("invoke_agent");
});

test("M9 A5: it starts with the texts of global and project memory, edits them, and its caller gets its words and the edit", async () => {
  const { agent, ask, files, model, finished, log, events, session } = await begin({ "GEMINI.md": "# Root\n" });
  await files.write(GLOBAL_MEMORY, "- Prefers coffee\n", { expected: undefined, by: "user" });
  await agent.folder.trust(true);
  await ask(
    [invoke()],
    [calls("replace", { file_path: GLOBAL_MEMORY, old_string: "coffee", new_string: "tea" }, "m1")],
    [calls("write_file", { file_path: "docs/GEMINI.md", content: "- Docs are in English\n" }, "m2")],
    [says("Tea it is.")],
    [says("Done.")],
  );
  const own = model.requests[1]!;
  const words = own.contents[0]!.parts.map(({ text }) => text).join("");
  expect(own.system).toContain("You look after someone's memory files");
  expect([
    words.includes("Remember: prefers tea."),
    words.includes("- Prefers coffee"),
    words.includes("# Root"),
  ]).toEqual([true, true, true]);
  expect(own.tools!.map(({ name }) => name)).toEqual([
    "list_directory",
    "read_file",
    "replace",
    "write_file",
    "ask_user",
  ]);
  expect(await files.read(GLOBAL_MEMORY)).toBe("- Prefers tea\n");
  expect(await files.read("docs/GEMINI.md")).toBe("- Docs are in English\n");
  expect(finished()).toMatchObject([{ state: "done", edit: { path: GLOBAL_MEMORY, added: 1, removed: 1, others: 1 } }]);
  expect(finished()[0]!.output).toContain("Tea it is.");
  expect(events.flatMap((event) => (event.type === "tool-progress" ? [event.words] : []))).toContain(
    `replace ${GLOBAL_MEMORY}`,
  );
  // Its own records are in a Session of its own, which no list shows.
  const sessions = [...new Set(log.all.map((record) => record.session))];
  expect(sessions).toHaveLength(2);
  expect((await agent.sessions.list({ limit: 10 })).map(({ id }) => id)).toEqual([session]);
  expect(events.flatMap((event) => (event.type === "session-listed" ? [event.session.id] : []))).not.toContain(
    sessions.find((id) => id !== session),
  );
  expect(log.all.find(({ kind, session: id }) => kind === "session-created" && id !== session)).toMatchObject({
    agentOf: { session, call: "c1" },
  });
  expect(await agent.calls.undoEdit("c1")).toEqual({ kind: "undone" });
  expect([await files.read(GLOBAL_MEMORY), await files.read("docs/GEMINI.md")]).toEqual([
    "- Prefers coffee\n",
    undefined,
  ]);
});

test.each([
  "README.md",
  "../GEMINI.md",
  "~/.gemini/settings.json",
  "~/.gemini/tmp/other/memory/GEMINI.md",
  "node_modules/GEMINI.md",
])("M9: %s is neither read nor written, whatever the Model says", async (file_path) => {
  const { agent, ask, results, finished, workspace } = await begin({
    "README.md": "secret",
    "GEMINI.md": "x",
    node_modules: { "GEMINI.md": "secret" },
  });
  await agent.folder.trust(true);
  await ask(
    [invoke()],
    [calls("read_file", { file_path }, "m1"), calls("write_file", { file_path, content: "hacked" }, "m2")],
    [says("No.")],
    [says("ok")],
  );
  expect(results().join()).not.toContain("secret");
  expect(finished()[0]!.output).toContain("Nothing was changed.");
  expect(new TextDecoder().decode(await workspace.read("README.md"))).toBe("secret");
});

test("M4 M9: of a folder that is not trusted it sees nothing, and a changed file it does not touch", async () => {
  const untrusted = await begin({ "GEMINI.md": "evil words" });
  await untrusted.ask([invoke()], [calls("read_file", { file_path: "GEMINI.md" }, "m1")], [says("No.")], [says("ok")]);
  expect(JSON.stringify(untrusted.model.requests)).not.toContain("evil words");
  const changed = await begin({ "GEMINI.md": "kind words" });
  await changed.agent.folder.trust(true);
  await changed.workspace.write("GEMINI.md", new TextEncoder().encode("evil words"));
  await changed.ask(
    [invoke()],
    [calls("write_file", { file_path: "GEMINI.md", content: "mine" }, "m1")],
    [says("No.")],
    [says("ok")],
  );
  expect(JSON.stringify(changed.model.requests)).not.toContain("evil words");
  expect(new TextDecoder().decode(await changed.workspace.read("GEMINI.md"))).toBe("evil words");
});

describe("A5: limits", () => {
  test("after 10 steps it is over, and what it did until then is kept", async () => {
    const { ask, files, finished, model } = await begin();
    const writes = Array.from({ length: 10 }, (_, nth) => [
      calls("write_file", { file_path: `~/.gemini/n${nth}.md`, content: `${nth}` }, `m${nth}`),
    ]);
    await ask([invoke()], ...writes, [says("ok")]);
    expect(finished()[0]!.output).toContain("stopped after its last step");
    expect(await files.read("~/.gemini/n9.md")).toBe("9");
    expect(model.requests).toHaveLength(12);
  });

  test("it is stopped with its caller, and then has changed nothing", async () => {
    const { agent, files, model, finished } = await begin();
    model.script(
      [invoke()],
      [calls("write_file", { file_path: GLOBAL_MEMORY, content: "half" }, "m1")],
      [{ does: "wait", for: "never" }],
    );
    await agent.turns.send({ text: "go" });
    await idle();
    await agent.calls.approve("c1", { kind: "once" });
    await idle();
    await agent.turns.stop();
    expect([await files.read(GLOBAL_MEMORY), finished().at(-1)?.state]).toEqual([undefined, "cancelled"]);
  });

  test("after 5 minutes it is over", async () => {
    const { agent, model, clock, finished } = await begin();
    model.script([invoke()], [{ does: "wait", for: "never" }], [says("ok")]);
    await agent.turns.send({ text: "go" });
    await idle();
    await agent.calls.approve("c1", { kind: "once" });
    await idle();
    clock.pass(5 * 60_000);
    await idle();
    expect(finished()[0]!.output).toContain("when its time was over");
  });
});

test("M9: in doubt it asks the user, in the caller's name", async () => {
  const { agent, ask, events, results } = await begin();
  await ask(
    [invoke()],
    [calls("ask_user", { questions: [{ question: "Tea or coffee?" }] }, "m1")],
    [says("Noted.")],
    [says("ok")],
  );
  expect(events.findLast((event) => event.type === "question-asked")).toMatchObject({
    callId: "c1",
    questions: [{ question: "Tea or coffee?" }],
  });
  await agent.calls.answer("c1", ["Tea"]);
  await idle();
  expect(results().join()).toContain("Tea");
});

describe("M9: save_memory goes through it", () => {
  const saves = (fact: string) => calls("save_memory", { fact, scope: "project" }, "c1");
  const whenAsked = async ({ agent, model }: Awaited<ReturnType<typeof begin>>, path: string, ...script: Script[]) => {
    model.script([saves("Docs are in English")], ...script);
    await agent.turns.send({ text: "go" });
    await idle();
    await agent.calls.approve("c1", { kind: "edit", after: "Docs are in English", path });
    await idle();
  };

  test("the user says how far it may go, the manager where it belongs; its author and the way back are known", async () => {
    const rig = await begin({ "GEMINI.md": "# Root\n", docs: { "a.md": "" } });
    await rig.agent.folder.trust(true);
    await whenAsked(
      rig,
      "GEMINI.md",
      [calls("write_file", { file_path: "docs/GEMINI.md", content: "- Docs are in English\n" }, "m1")],
      [says("It is about docs.")],
      [says("ok")],
    );
    expect(JSON.stringify(rig.model.requests[1]!.contents)).toContain("Remember this fact: “Docs are in English”");
    expect(await rig.files.read("docs/GEMINI.md")).toBe("- Docs are in English\n");
    expect(await rig.files.read("GEMINI.md")).toBe("# Root\n");
    expect(await rig.files.versions("docs/GEMINI.md")).toMatchObject([{ by: "manager", session: rig.session }]);
    expect(await rig.agent.calls.undoEdit("c1")).toEqual({ kind: "undone" });
    expect(await rig.files.read("docs/GEMINI.md")).toBeUndefined();
  });

  test("what is to be private is written to no file of the folder, and then by rules", async () => {
    const rig = await begin({ "GEMINI.md": "# Root\n" });
    await rig.agent.folder.trust(true);
    const tries = Array.from({ length: 10 }, (_, nth) => [
      calls("write_file", { file_path: "GEMINI.md", content: `# Root\n- ${nth}\n` }, `m${nth}`),
    ]);
    await whenAsked(rig, privateMemory("w"), ...tries, [says("ok")]);
    expect(rig.results().join()).toContain("the person wants this kept privately");
    expect(await rig.files.read("GEMINI.md")).toBe("# Root\n");
    expect(await rig.files.read(privateMemory("w"))).toContain("- Docs are in English");
  });

  test("a line that the user has pinned is left as it is", async () => {
    const rig = await begin();
    const text = "- English is spoken\n- Tea\n";
    await rig.files.write(GLOBAL_MEMORY, text, { expected: undefined, by: "user" });
    await rig.agent.memories.pin(GLOBAL_MEMORY, "Tea", true);
    await whenAsked(
      rig,
      GLOBAL_MEMORY,
      [calls("replace", { file_path: GLOBAL_MEMORY, old_string: "Tea", new_string: "Coffee" }, "m1")],
      [calls("replace", { file_path: GLOBAL_MEMORY, old_string: "is spoken", new_string: "for all docs" }, "m2")],
      [says("Done.")],
      [says("ok")],
    );
    expect(rig.results().join()).toContain("is pinned by the person");
    expect(await rig.files.read(GLOBAL_MEMORY)).toBe("- English for all docs\n- Tea\n");
  });

  test("it is written by rules where the manager fails or is turned off", async () => {
    const off = await begin({}, false);
    await whenAsked(off, GLOBAL_MEMORY, [says("ok")]);
    expect([off.model.requests.length, await off.files.read(GLOBAL_MEMORY)]).toEqual([
      2,
      "## Gemini Added Memories\n- Docs are in English\n",
    ]);
    const failing = await begin();
    await whenAsked(failing, GLOBAL_MEMORY, [fails("ModelError", "No.")], [says("ok")]);
    expect(await failing.files.read(GLOBAL_MEMORY)).toBe("## Gemini Added Memories\n- Docs are in English\n");
  });
});

test("M9: /tidy takes out facts that stand twice, says what looks odd, and takes that back", async () => {
  const { agent, files, events } = await begin({ "a.ts": "" });
  const note = () => events.findLast((event) => event.type === "note")?.text;
  const type = async (text: string) => {
    await agent.turns.send({ text });
    await idle();
  };
  const text = "# Mine\n- Uses tabs\n- Uses tabs\n- See a.ts\n";
  await files.write(GLOBAL_MEMORY, text, { expected: undefined, by: "model" });
  await type("/tidy");
  expect(note()).toContain("line 3: “Uses tabs”: it is said by “Uses tabs”");
  expect(note()).toContain("it is about `a.ts` of this folder");
  expect(await files.read(GLOBAL_MEMORY)).toBe("# Mine\n- Uses tabs\n- See a.ts\n");
  expect((await files.versions(GLOBAL_MEMORY)).at(-1)).toMatchObject({ by: "manager", why: "tidied" });
  await type("/tidy undo");
  expect(await files.read(GLOBAL_MEMORY)).toBe(text);
  await type("/tidy undo");
  expect(note()).toContain("nothing to take back");
});
