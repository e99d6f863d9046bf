import { afterAll, describe, expect, test } from "vitest";
import type { FileSearch, GrepQuery } from "../../../src/core/files/file-search.js";
import { createFolderSearch } from "../../../src/core/files/folder-search.js";
import { linkFileSearch } from "../../../src/platform/search/file-search-link.js";
import { createMemoryWorkspace } from "../../support/memory-workspace.js";
import { writeTree, type Tree } from "../../../src/platform/workspace/tree.js";

const root = await navigator.storage.getDirectory();
const name = `search-${crypto.randomUUID()}`;
const handle = await root.getDirectoryHandle(name, { create: true });
afterAll(() => root.removeEntry(name, { recursive: true }));

const tree: Tree = {
  ".git": { HEAD: "ref: refs/heads/main\n" },
  ".gitignore": "dist/\n",
  dist: { "a.js": "port\n" },
  src: { "a.ts": "const port = 1;\n", deep: { "b.ts": "usePort(port)\nno\n" } },
  "evil.txt": `${"a".repeat(40)}!\n`,
  "read.md": "The port is 5173.\n",
};
await writeTree(handle, tree);

const never = new AbortController().signal;
const port: GrepQuery = { pattern: "port", most: 100, include: "*.ts" };
/** Tries all ways to part the a's: some 2^40 of them. */
const catastrophe: GrepQuery = { pattern: "(a+)+$", most: 100 };
const quiet = () => undefined;
const pathsOf = async (search: FileSearch) => (await search.grep(port, quiet, never)).files.map(({ path }) => path);

test("the worker finds what the thread finds", async () => {
  const linked = linkFileSearch({ handle });
  const local = createFolderSearch(createMemoryWorkspace({ id: "m", name: "m", tree }));
  expect(await linked.grep(port, quiet, never)).toEqual(await local.grep(port, quiet, never));
  expect(await pathsOf(linked)).toEqual(["src/a.ts", "src/deep/b.ts"]);
  const globbed = await linked.glob({ pattern: "**/*.{ts,js}" }, quiet, never);
  expect(globbed.files.map(({ path }) => path)).toEqual(["src/a.ts", "src/deep/b.ts"]);
  expect(globbed.files[0]!.changedAt).toBeGreaterThan(Date.UTC(2025));
});

test("what the worker refuses comes back with its name and its sentence", async () => {
  const refused = { name: "InvalidArgsError", message: expect.stringContaining("is no regular expression") };
  await expect(linkFileSearch({ handle }).grep({ pattern: "(", most: 1 }, quiet, never)).rejects.toMatchObject(refused);
  const missing = linkFileSearch({ handle }).grep({ ...port, path: "nowhere" }, quiet, never);
  await expect(missing).rejects.toMatchObject({ name: "NotFoundError", message: expect.stringContaining("“nowhere”") });
});

describe("a pattern that takes forever", () => {
  test("is stopped after its time, with a sentence for the Model, and the next search works", async () => {
    const search = linkFileSearch({ handle }, { patience: 1_500 });
    const start = performance.now();
    const told = {
      name: "TimeoutError",
      message: expect.stringMatching(/stopped after 1\.5 s.+make the pattern simpler/s),
    };
    await expect(search.grep(catastrophe, quiet, never)).rejects.toMatchObject(told);
    expect(performance.now() - start).toBeLessThan(25_000); // half a minute is what one may take that is told nothing else
    expect(await pathsOf(linkFileSearch({ handle }))).toEqual(["src/a.ts", "src/deep/b.ts"]);
  });

  test("leaves the page free, and other searches unharmed", async () => {
    const search = linkFileSearch({ handle });
    const brief = linkFileSearch({ handle }, { patience: 2_500 });
    const hung = brief.grep(catastrophe, quiet, never).catch((error: Error) => error.name);
    const [first, second] = await Promise.all([pathsOf(search), pathsOf(search)]);
    expect([first, second]).toEqual([
      ["src/a.ts", "src/deep/b.ts"],
      ["src/a.ts", "src/deep/b.ts"],
    ]);
    expect(await hung).toBe("TimeoutError");
  });

  test("is stopped at once when the user says so", async () => {
    const search = linkFileSearch({ handle });
    const stop = new AbortController();
    const hung = search.grep(catastrophe, quiet, stop.signal);
    await pathsOf(search); // one beside it has come to its end meanwhile
    const start = performance.now();
    stop.abort();
    await expect(hung).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await pathsOf(search)).toEqual(["src/a.ts", "src/deep/b.ts"]);
  });

  test("does not keep one from stopping a search that waits for its turn", async () => {
    const search = linkFileSearch({ handle });
    const brief = linkFileSearch({ handle }, { patience: 2_000 });
    const hung = [1, 2].map(() => brief.grep(catastrophe, quiet, never).catch((error: Error) => error.name));
    const stop = new AbortController();
    const waiting = search.grep(port, quiet, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    expect(await Promise.all(hung)).toEqual(["TimeoutError", "TimeoutError"]);
    expect(await pathsOf(search)).toEqual(["src/a.ts", "src/deep/b.ts"]);
  });
});

test("a glob that takes forever is stopped too", async () => {
  const hostile = `${"*a".repeat(14)}*b`;
  const far = await handle.getDirectoryHandle("far", { create: true });
  await writeTree(far, { ["a".repeat(200)]: "" });
  const search = linkFileSearch({ handle }, { patience: 1_500 });
  await expect(search.glob({ pattern: hostile, path: "far" }, quiet, never)).rejects.toMatchObject({
    name: "TimeoutError",
  });
});

test("U4 tells how far it is while it runs", async () => {
  const many = await handle.getDirectoryHandle("many", { create: true });
  await writeTree(many, Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${1_000 + at}.txt`, "port"])));
  const told: string[] = [];
  await linkFileSearch({ handle }).grep(
    { pattern: "port", most: 500, path: "many" },
    (words) => told.push(words),
    never,
  );
  // The words come by another port than the answer, so the last ones may be later.
  await expect.poll(() => told).toEqual(["50 matches in 50 files", "100 matches in 100 files"]);
});
