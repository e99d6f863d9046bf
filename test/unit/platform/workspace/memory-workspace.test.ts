import { expect, test } from "vitest";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../../support/memory-workspace.js";
import { workspaceContract } from "../../../contract/workspace.js";

const changedAt = Date.UTC(2026, 0, 2);

workspaceContract(
  "memory",
  async (tree) => createMemoryWorkspace({ id: "m", name: "memory", tree, changedAt }),
  async (workspace, path, content) => (workspace as MemoryWorkspace).edit(path, content),
);

test("a name that no path can carry is not listed, like a link in a real folder", async () => {
  const tree = { "a.": "", "~": "", "b\u202e.txt": "", "c.txt": "" };
  const workspace = createMemoryWorkspace({ id: "m", name: "memory", tree });
  expect((await workspace.list("")).map((entry) => entry.name)).toEqual(["c.txt"]);
});
