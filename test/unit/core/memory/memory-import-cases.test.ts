/** The cases of test/corpus/memory-imports, which were written without a look at the importer, over a folder in memory (M3). */
import { describe, expect, test } from "vitest";
import { keptIn } from "../../../../src/core/files/ignore.js";
import { isVirtual } from "../../../../src/core/memory/memory-file.js";
import { importInto, type ImportReason } from "../../../../src/core/memory/memory-import.js";
import { createMemoryReader } from "../../../../src/core/memory/memory-reader.js";
import { decodeText } from "../../../../src/core/files/text-file.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import { importCases, subjects } from "../../../corpus/memory-imports/all.js";
import { sameFailures, type FailureReason, type Files, type ImportCase } from "../../../corpus/memory-imports/types.js";
import { trustedFolder } from "../../../support/trusted-folder.js";
import { virtualFiles } from "../../../support/virtual-files.js";

const REASONS: Readonly<Record<ImportReason, FailureReason>> = {
  outside: "traversal",
  url: "url",
  invalid: "traversal",
  missing: "missing",
  folder: "folder",
  binary: "binary",
  "too-large": "too-large",
  ignored: "unreadable",
  withheld: "unreadable",
  unreadable: "unreadable",
  cycle: "cycle",
  depth: "depth",
  "too-many": "too-large",
};

const contentOf = (file: Files[string]): string | Uint8Array =>
  typeof file === "string" || file instanceof Uint8Array ? file : "x".repeat(file.size);
const textOf = (file: Files[string]): string => {
  const content = contentOf(file);
  return typeof content === "string" ? content : decodeText(content);
};

async function judge({ files, folders = [], entry, format, depth }: ImportCase) {
  const workspace = createMemoryWorkspace({ id: "w", name: "w", tree: {} });
  for (const [path, file] of Object.entries(files)) if (!isVirtual(path)) workspace.edit(path, contentOf(file));
  for (const folder of folders) {
    workspace.edit(`${folder}/x`, "");
    workspace.edit(`${folder}/x`, undefined);
  }
  const virtual = Object.entries(files).flatMap(([path, file]) => (isVirtual(path) ? [[path, textOf(file)]] : []));
  const reader = createMemoryReader({
    folder: trustedFolder(workspace),
    virtual: virtualFiles(Object.fromEntries(virtual) as Record<string, string>),
    ignore: keptIn(workspace),
  });
  const read = await reader.read(entry, "memory");
  if (!("text" in read)) throw new Error(`The entry could not be read: ${read.reason}`);
  const options = { ...(format && { format }), ...(depth !== undefined && { depth }) };
  return importInto({ path: entry, text: read.text }, (path) => reader.read(path), options);
}

test("there are at least 600 of them, each with a name of its own", () => {
  expect(importCases.length).toBeGreaterThanOrEqual(600);
  expect(new Set(importCases.map(({ name }) => name)).size).toBe(importCases.length);
});

describe.each(Object.entries(subjects))("%s", (_subject, cases) => {
  test.each(cases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
    const { text, imports, problems } = await judge(each);
    expect(imports).toEqual(each.expect.imports);
    for (const stays of each.expect.stays) expect(text).toContain(stays);
    const reported = problems.map(({ said, reason }) => ({ path: said, reason: REASONS[reason] }));
    expect(sameFailures(each.expect.failures, reported), JSON.stringify(reported)).toBe(true);
    // What has no imports of its own stands in the result letter for letter, as often as it is said to.
    for (const [path, file] of Object.entries(each.files)) {
      const said = textOf(file).trim();
      if (path === each.entry || said === "" || said.includes("@") || said.length > 10_000) continue;
      expect(text.split(said).length - 1, path).toBe(each.expect.imports.filter((one) => one === path).length);
    }
  });
});
