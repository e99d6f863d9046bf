/** What there is while the browser has not let us into the folder again: all that needs no folder. */
import { expect, test } from "vitest";
import { allTools } from "../../../../src/agent/tools/all.js";
import { gitTools, sandboxTools, webTools } from "../../../../src/agent/tools/sandbox-git-web.js";
import { GLOBAL_MEMORY } from "../../../../src/core/memory/memory-file.js";
import { idle } from "../../../support/idle.js";
import { calls, says } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";

async function begin({ isLocked = true } = {}) {
  const rig = await beginSession({ tools: [...allTools, ...sandboxTools, ...gitTools, ...webTools], isLocked });
  const offered = () => rig.model.requests.at(-1)!.tools!.map(({ name }) => name);
  return { ...rig, offered };
}

test("A2: what needs no folder is offered without one, the rest once it is open", async () => {
  const { agent, workspace, ask, offered, model } = await begin();
  await ask([says("Hello.")]);
  expect(offered()).toEqual([
    ...["read_file", "save_memory", "ask_user", "write_todos", "web_fetch", "google_web_search"], // recall: nothing is shortened
  ]);
  expect(model.requests[0]!.system).not.toContain("folder of theirs");
  agent.useFolder({ view: { id: "w", name: "sample", kind: "memory" }, workspace });
  await ask([says("Hello again.")]);
  expect(offered()).toEqual(expect.arrayContaining(["glob", "replace", "run_shell_command", "git_status"]));
  expect(model.requests.at(-1)!.system).toContain("folder of theirs");
});

test("M8: a fact can be remembered and taken back without a folder", async () => {
  const { agent, ask } = await begin();
  await ask([calls("save_memory", { fact: "Prefers tabs" }, "c1")], [says("Noted.")]);
  await agent.calls.approve("c1", { kind: "once" });
  await idle();
  expect(await agent.memoryFiles.read(GLOBAL_MEMORY)).toContain("- Prefers tabs");
  await agent.calls.undoEdit("c1");
  expect((await agent.memoryFiles.read(GLOBAL_MEMORY)) ?? "").not.toContain("Prefers tabs");
});

test("the Model is told why a file can't be read, and lists and questions work", async () => {
  const { ask, agent, events } = await begin();
  const todos = [{ description: "Look", status: "pending" }];
  await ask(
    [
      calls("read_file", { file_path: "README.md" }),
      calls("glob", { pattern: "*" }),
      calls("write_todos", { todos }),
      calls("ask_user", { questions: [{ question: "Which one?" }] }, "q"),
    ],
    [says("I see.")],
  );
  await agent.calls.answer("q", ["The first"]);
  await idle();
  const locked = "The browser asks the user for a click before “sample” can be read again.";
  expect(ofType(events, "tool-finished").map(({ state, output }) => [state, output])).toEqual([
    ["failed", locked],
    ["failed", locked],
    ["done", "The list is now:\n1. [pending] Look"],
    ["done", "Which one?\n→ The first"],
  ]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
});

test("/tools says what is offered now, and that a folder brings more", async () => {
  const { agent, events, workspace } = await begin();
  await agent.turns.send({ text: "/tools" });
  const note = () => ofType(events, "note").at(-1)!.text;
  expect(note()).toContain("`save_memory`");
  expect(note()).not.toContain("`glob`");
  expect(note()).toContain("once one is open");
  agent.useFolder({ view: { id: "w", name: "sample", kind: "memory" }, workspace });
  await agent.settings.change("tools.exclude", ["*"]);
  await agent.turns.send({ text: "/tools" });
  expect(note()).toBe("No tools are offered: the settings leave them out (`tools.exclude`).");
});
