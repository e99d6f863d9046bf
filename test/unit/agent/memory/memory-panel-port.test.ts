import { expect, test } from "vitest";
import { findLines } from "../../../../src/agent/memory/memory-panel-port.js";
import { GLOBAL_MEMORY, privateMemory } from "../../../../src/core/memory/memory-file.js";
import { nextMove } from "../../../../src/core/librarian/next-move.js";
import { emptyLibrary } from "../../../support/empty-library.js";
import { userSaid } from "../../../../src/core/content.js";
import { createFakeMemories } from "../../../support/fake-memories.js";

const by = { expected: undefined, by: "user" as const };

test("Q1: lines of Memories are found by their words, in any script, best first", () => {
  const texts = new Map([
    ["a.md", "# Ports\n- The database port is 5432\n- Prefers tea\n- 数据库端口是5432\n"],
    ["b.md", "Deploys happen on Fridays\n"],
  ]);
  const found = (words: string) => findLines(words, texts).map(({ path, line }) => `${path}:${line}`);
  expect(found("which port does the database have?")).toEqual(["a.md:2"]);
  expect(found("数据库端口")).toEqual(["a.md:4"]);
  expect(found("deploys on fridays")).toEqual(["b.md:1"]);
  expect(found("herons at the weir")).toEqual([]);
  expect(found("the of")).toEqual([]);
});

test("Q1, G3: the librarian quotes what is remembered, with a link to it", async () => {
  const { files, port } = createFakeMemories(() => undefined);
  await files.write(GLOBAL_MEMORY, "- The database port is 5432\n", by);
  const library = { ...emptyLibrary, remembered: (words: string) => port.find(words) };
  const move = await nextMove({ contents: [userSaid("which port does the database have?")] } as never, library);
  expect(move.kind === "answer" && move.text).toContain(
    "> The database port is 5432 ([`~/.gemini/GEMINI.md:1`](#/file/",
  );
});

test("M1: files of a real ~/.gemini come in; what differs waits for a word; all of them go out again", async () => {
  const { files, port } = createFakeMemories(() => undefined);
  await files.write(GLOBAL_MEMORY, "mine", by);
  const copies = [
    { path: "GEMINI.md", text: "theirs" },
    { path: "tmp/abc/memory/MEMORY.md", text: "\ufeffnotes\r\n" },
    { path: "../escape.md", text: "x" },
  ];
  expect(await port.importFiles(copies, { replace: false })).toMatchObject({
    files: 1,
    differing: ["GEMINI.md"],
    skipped: [{ path: "../escape.md" }],
  });
  expect(await files.read(GLOBAL_MEMORY)).toBe("mine");
  await port.importFiles(copies.slice(0, 1), { replace: true });
  expect(await port.exportFiles()).toEqual([
    { path: "GEMINI.md", text: "theirs" },
    { path: "tmp/abc/memory/MEMORY.md", text: "\ufeffnotes\r\n" },
  ]);
  expect((await files.versions(GLOBAL_MEMORY)).map(({ text }) => text)).toEqual(["mine", "theirs"]);
});

test("M10: lines know who said them, what they name that is gone, and what contradicts them", async () => {
  const { files, port } = createFakeMemories(() => undefined);
  await files.write(GLOBAL_MEMORY, "- Use tabs\n", by);
  const path = privateMemory("garden");
  await files.write(path, "- Never use tabs\n- Plans are in plans/beds.md and notes/march.md\n", {
    ...by,
    by: "model",
  });
  await port.pin(path, "Never use tabs", true);
  expect((await port.open(path)).lines.slice(0, 2)).toMatchObject([
    { by: "model", isPinned: true, beside: [{ likeness: "against", line: "Use tabs", path: GLOBAL_MEMORY }] },
    { by: "model", gone: ["plans/beds.md"] },
  ]);
  expect(await port.save(path, "x", { expected: "old" })).toMatchObject({
    kind: "conflict",
    now: expect.stringContaining("Never"),
  });
});
