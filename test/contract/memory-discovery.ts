/** The same tree gives the same Memories, whatever it lives in (M2). Runs in node, in Chromium, and from node through a page. */
import { describe, expect, test } from "vitest";
import { keptIn } from "../../src/core/files/ignore.js";
import { discoverMemory } from "../../src/core/memory/memory-discovery.js";
import { memoryNames } from "../../src/core/memory/memory-names.js";
import { importInto } from "../../src/core/memory/memory-import.js";
import { createMemoryReader } from "../../src/core/memory/memory-reader.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { trustedFolder } from "../support/trusted-folder.js";
import type { MakeWorkspace } from "./workspace.js";

const estate: Tree = {
  "GEMINI.md": "Root. @./docs/style.md @./logo.png @../outside.md @./Style.md",
  "AGENTS.md": "For any agent.",
  "gemini.MD": "Not this one: names count letter for letter.",
  ".geminiignore": "secret/\nhidden/GEMINI.md\n",
  ".gitignore": "notes/\n",
  ".git": { HEAD: "ref: refs/heads/main\n", "GEMINI.md": "never" },
  ".gemini": { "GEMINI.md": "In its own folder.", commands: { "GEMINI.md": "no Memory" } },
  "logo.png": Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]),
  docs: { "style.md": "Tabs.", "GEMINI.md": "Docs.", deep: { "AGENTS.md": "x", deeper: { "GEMINI.md": "Deeper." } } },
  hidden: { "GEMINI.md": "left out" },
  notes: { "GEMINI.md": "git ignores this, and it counts" },
  secret: { "GEMINI.md": "left out" },
  node_modules: { pack: { "GEMINI.md": "others wrote this" } },
  "two words": { ".gemini": { "GEMINI.md": "Also." } },
  ünï: { "GEMINI.md": "Umlauts." },
};

const never = new AbortController().signal;

export function memoryDiscoveryContract(name: string, make: MakeWorkspace): void {
  describe(`${name} has Memories`, () => {
    test("found from the root down, the same ones everywhere, with what was left out (M2)", async () => {
      const workspace = await make(estate);
      const ignore = keptIn(workspace);
      const { found, skipped, isCut } = await discoverMemory(workspace, { names: memoryNames([]), ignore }, never);
      expect(found).toEqual([
        { path: "GEMINI.md", folder: "" },
        { path: ".gemini/GEMINI.md", folder: "" },
        { path: "docs/GEMINI.md", folder: "docs" },
        { path: "notes/GEMINI.md", folder: "notes" },
        { path: "two words/.gemini/GEMINI.md", folder: "two words" },
        { path: "ünï/GEMINI.md", folder: "ünï" },
        { path: "docs/deep/deeper/GEMINI.md", folder: "docs/deep/deeper" },
      ]);
      expect(skipped.map(({ path }) => path)).toEqual(["hidden/GEMINI.md"]);
      expect(isCut).toBe(false);
    });

    test("by several names, each folder's in the order of the names", async () => {
      const workspace = await make(estate);
      const names = memoryNames(["AGENTS.md", "GEMINI.md"]);
      const { found } = await discoverMemory(workspace, { names, ignore: keptIn(workspace) }, never);
      expect(found.map(({ path }) => path).slice(0, 4)).toEqual([
        "AGENTS.md",
        "GEMINI.md",
        ".gemini/GEMINI.md",
        "docs/GEMINI.md",
      ]);
    });

    test("with the same imports and the same failures (M3)", async () => {
      const workspace = await make(estate);
      const reader = createMemoryReader({ folder: trustedFolder(workspace), ignore: keptIn(workspace) });
      const root = await reader.read("GEMINI.md", "memory");
      const text = "text" in root ? root.text : "";
      const { imports, problems } = await importInto({ path: "GEMINI.md", text }, (path) => reader.read(path));
      expect(imports).toEqual(["docs/style.md"]);
      expect(problems.map(({ said, reason }) => `${said} ${reason}`)).toEqual([
        "./logo.png binary",
        "../outside.md outside",
        "./Style.md missing",
      ]);
    });
  });
}
