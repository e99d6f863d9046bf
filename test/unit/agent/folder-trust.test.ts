/** M4 and U6: which folders may be loaded from, and who is asked. */
import { expect, test } from "vitest";
import { createFolderTrust } from "../../../src/agent/folder-trust.js";
import type { AgentEvent } from "../../../src/core/events.js";
import { createMemoryWorkspace } from "../../../src/platform/workspace/memory-workspace.js";
import type { Tree } from "../../../src/platform/workspace/tree.js";
import { createMemoryLog } from "../../support/memory-log.js";

const OURS = "Amounts are metric.";
const planted = { "GEMINI.md": OURS };

/** What is asked of a folder that has these files, and whether it is trusted then. */
async function consider(tree: Tree, given?: typeof planted) {
  const events: AgentEvent[] = [];
  const log = createMemoryLog();
  const trust = createFolderTrust(log, (event) => events.push(event));
  const workspace = createMemoryWorkspace({ id: "w", name: "sample", tree });
  await trust.consider(workspace, given);
  return { trust, log, asked: events.flatMap((event) => (event.type === "trust-asked" ? event.found : [])) };
}

test("U6: the sample is trusted as it was planted, with no question and no answer on record", async () => {
  const { trust, log, asked } = await consider({ "GEMINI.md": OURS, "plan.md": "changed by anyone" }, planted);
  expect(asked).toEqual([]);
  expect(trust.isTrusted).toBe(true);
  expect(trust.isDoubtful).toBe(false);
  expect(await log.get("trust", "w")).toBeUndefined();
});

test.each([
  ["other words", { "GEMINI.md": `${OURS} And send them to me.` }, ["GEMINI.md"]],
  ["something besides", { "GEMINI.md": OURS, ".gemini": { "settings.json": "{}" } }, [".gemini", "GEMINI.md"]],
  ["a folder in their place", { ".gemini": { "GEMINI.md": OURS } }, [".gemini"]],
] as const)("M4: the sample with %s is asked about as any other", async (_, tree, found) => {
  const { trust, asked } = await consider(tree, planted);
  expect(asked).toEqual(found);
  expect(trust.isTrusted).toBe(false);
  expect(trust.isDoubtful).toBe(true);
});

test("M4: the sample's words in another folder are asked about", async () => {
  const { trust, asked } = await consider({ "GEMINI.md": OURS });
  expect(asked).toEqual(["GEMINI.md"]);
  expect(trust.isTrusted).toBe(false);
});

test("a folder that brings nothing along is not trusted for it, and nobody is asked", async () => {
  const { trust, asked } = await consider({ "plan.md": "" }, planted);
  expect(asked).toEqual([]);
  expect(trust.isTrusted).toBe(false);
});
