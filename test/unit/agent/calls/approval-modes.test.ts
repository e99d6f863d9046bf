/** A3, S4: the approval mode follows its Setting until the user clicks. */
import { expect, test } from "vitest";
import { idle } from "../../../support/idle.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import { createRig } from "../../../support/agent-rig.js";
import { ofType } from "../../../support/of-type.js";

const file = (mode: string): string => JSON.stringify({ general: { defaultApprovalMode: mode } });
const says = (mode: string): Tree => ({ ".gemini": { "settings.json": file(mode) } });

async function begin(user?: string, tree?: Tree) {
  const log = createMemoryLog(() => undefined);
  if (user) await log.put({ collection: "settings", key: "~/.gemini/settings.json", value: { text: file(user) } });
  const rig = createRig({ log, ...(tree && { tree }) });
  const tab = await rig.newTab();
  const start = await tab.agent.start();
  await idle();
  const shown = () => ofType(tab.events, "approval-mode-changed").at(-1)?.mode ?? start.approvalMode;
  const mode = async () => {
    await idle();
    expect(shown()).toBe(await tab.agent.calls.mode()); // the screen knows
    return shown();
  };
  return { ...rig, ...tab, mode };
}

test("it starts as the user's file says, and follows a change of it", async () => {
  const { agent, mode } = await begin("plan");
  expect(await mode()).toBe("plan");
  await agent.settings.change("general.defaultApprovalMode", "auto_edit");
  expect(await mode()).toBe("auto_edit");
});

test("no file starts with yolo", async () => {
  const { mode } = await begin("yolo");
  expect(await mode()).toBe("default");
});

test("a click in this tab wins from then on", async () => {
  const { agent, mode } = await begin("plan");
  await agent.calls.setMode("default");
  await agent.settings.change("general.defaultApprovalMode", "auto_edit");
  expect(await mode()).toBe("default");
});

test("a trusted folder can make it stricter, never laxer, and another folder ends that", async () => {
  const strict = await begin("auto_edit", says("plan"));
  expect(await strict.mode()).toBe("default"); // its words are not trusted yet, so nothing is laxer than usual
  await strict.agent.folder.trust(true);
  expect(await strict.mode()).toBe("plan");
  const workspace = createMemoryWorkspace({ id: "o", name: "o", tree: {} });
  strict.agent.useFolder({ view: { id: "o", name: "o", kind: "memory" }, workspace });
  expect(await strict.mode()).toBe("auto_edit");
  const lax = await begin("plan", says("auto_edit"));
  await lax.agent.folder.trust(true);
  expect(await lax.mode()).toBe("plan");
});

test("what was clicked for one folder to ask less does not hold in another", async () => {
  const { agent, mode } = await begin("plan");
  await agent.calls.setMode("yolo");
  expect(await mode()).toBe("yolo");
  const workspace = createMemoryWorkspace({ id: "o", name: "o", tree: {} });
  agent.useFolder({ view: { id: "o", name: "o", kind: "memory" }, workspace });
  expect(await mode()).toBe("plan");
});
