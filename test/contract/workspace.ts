/**
 * What every Workspace does, whatever it lives in (W1, W3). `make` builds one that holds a given tree. Runs in node, in
 * Chromium, and from node through a page.
 */
import { describe, expect, test } from "vitest";
import type { Entry, Workspace } from "../../src/core/files/workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";

export type MakeWorkspace = (tree: Tree) => Promise<Workspace>;
/** Changes a file as another program would. */
export type EditOutside = (workspace: Workspace, path: string, content: string) => Promise<void>;

const bytes = Uint8Array.from([0, 255, 128, 10, 13, 0]);

const garden: Tree = {
  "b.md": "beds",
  "a.txt": "",
  Zinnia: { "seed.bin": bytes },
  apples: { old: { "boskoop.md": "# Boskoop\n" }, "new.md": "äpfel 🍏" },
  empty: {},
  ".hidden": "dot",
  "100%.md": "all",
  "with space.md": "gap",
};

/** Folders as `name/`, so that a listing is a line. */
const shown = (entries: readonly Entry[]) =>
  entries.map(({ name, kind }) => (kind === "folder" ? `${name}/` : name)).join(" ");
const text = (content: Uint8Array) => new TextDecoder().decode(content);
const named = (name: string) => ({ name, message: expect.stringMatching(/^\S.+[.]$/) });

export function workspaceContract(name: string, make: MakeWorkspace, edit: EditOutside): void {
  describe(`${name} is a Workspace`, () => {
    test("lists folders first, then by name, hidden files too", async () => {
      const workspace = await make(garden);
      const root = await workspace.list("");
      expect(shown(root)).toBe("Zinnia/ apples/ empty/ .hidden 100%.md a.txt b.md with space.md");
      expect(shown(await workspace.list("apples"))).toBe("old/ new.md");
      expect(shown(await workspace.list("empty"))).toBe("");
    });

    test("gives each entry the path by which it is reached", async () => {
      const workspace = await make(garden);
      const [old, young] = await workspace.list("apples");
      expect([old?.path, young?.path]).toEqual(["apples/old", "apples/new.md"]);
      for (const { path, kind } of [...(await workspace.list("")), ...(await workspace.list("apples"))]) {
        expect((await workspace.stat(path)).kind).toBe(kind);
      }
    });

    test("hides what a killed browser leaves beside a file (W4)", async () => {
      // Not `a.ts.crswap`: Chromium is using that very name while the tree is being written.
      const workspace = await make({ "a.ts": "whole", "b.ts.crswap": "half", src: { "b.ts.crswap": "half" } });
      expect(shown(await workspace.list(""))).toBe("src/ a.ts");
      expect(shown(await workspace.list("src"))).toBe("");
    });

    test("reads text and bytes as they are", async () => {
      const workspace = await make(garden);
      expect(text(await workspace.read("apples/old/boskoop.md"))).toBe("# Boskoop\n");
      expect(text(await workspace.read("apples/new.md"))).toBe("äpfel 🍏");
      expect([...(await workspace.read("Zinnia/seed.bin"))]).toEqual([...bytes]);
      expect(await workspace.read("a.txt")).toHaveLength(0);
    });

    test("gives bytes that are the reader's own to change", async () => {
      const workspace = await make({ "a.txt": "abc" });
      (await workspace.read("a.txt")).fill(0);
      expect(text(await workspace.read("a.txt"))).toBe("abc");
    });

    test("tells the size and time of a file, and that a folder is one", async () => {
      const workspace = await make(garden);
      const file = await workspace.stat("apples/new.md");
      expect(file).toEqual({ kind: "file", size: 10 + 1, changedAt: expect.any(Number) });
      expect(file.changedAt).toBeGreaterThan(Date.UTC(2020));
      const folder = { kind: "folder", size: 0, changedAt: 0 };
      expect(await workspace.stat("apples")).toEqual(folder);
      expect(await workspace.stat("")).toEqual(folder);
    });

    test("understands a path however it is said", async () => {
      const workspace = await make(garden);
      expect(text(await workspace.read("./apples//old\\..\\new.md"))).toBe("äpfel 🍏");
      expect(shown(await workspace.list("./apples/"))).toBe("old/ new.md");
      expect(shown(await workspace.list("."))).toBe(shown(await workspace.list("")));
    });

    test("lets no path leave the root (W3)", async () => {
      const workspace = await make(garden);
      for (const path of ["..", "../b.md", "apples/../../b.md", "/b.md", "C:\\b.md", "%2e%2e/b.md", "~/b.md", "a\0"]) {
        for (const verb of ["list", "stat", "read"] as const) {
          await expect(workspace[verb](path), `${verb} ${path}`).rejects.toMatchObject(named("InvalidPathError"));
        }
      }
    });

    test("says what is not there, with its path", async () => {
      const workspace = await make(garden);
      // The last leads through a file: there is nothing behind it.
      for (const path of ["none", "apples/none.md", "none/none", "b.md/none"]) {
        for (const verb of ["list", "stat", "read"] as const) {
          const failure = expect(workspace[verb](path), `${verb} ${path}`).rejects;
          await failure.toMatchObject({ name: "NotFoundError", message: expect.stringContaining(`“${path}”`) });
        }
      }
    });

    test("says when a file is taken for a folder, or a folder for a file", async () => {
      const workspace = await make(garden);
      await expect(workspace.list("b.md")).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.read("apples")).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.read("")).rejects.toMatchObject(named("TypeMismatchError"));
    });

    test("stops listing when told to", async () => {
      const workspace = await make(garden);
      await expect(workspace.list("", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    });

    test("lists a folder of 500 files whole", async () => {
      const files = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}.txt`, `${n}`]));
      const workspace = await make({ many: files });
      const names = (await workspace.list("many")).map((entry) => entry.name);
      expect(names).toEqual(Object.keys(files).toSorted());
    });

    test("writes a file whole, makes the folders on the way, and keeps the rest (W2)", async () => {
      const workspace = await make(garden);
      const written = await workspace.write("apples/new/deep/a.bin", bytes);
      expect(written).toEqual(await workspace.stat("apples/new/deep/a.bin"));
      expect([...(await workspace.read("apples/new/deep/a.bin"))]).toEqual([...bytes]);
      await workspace.write("b.md", new TextEncoder().encode("b"));
      expect(text(await workspace.read("b.md"))).toBe("b");
      expect(text(await workspace.read("apples/new.md"))).toBe("äpfel 🍏");
    });

    test("writes nothing over a file that is not what was expected (W2)", async () => {
      const workspace = await make(garden);
      const beds = await workspace.read("b.md");
      await workspace.write("b.md", bytes, beds);
      await expect(workspace.write("b.md", beds, beds)).rejects.toMatchObject(named("ChangedError"));
      await expect(workspace.write("b.md", beds, "nothing")).rejects.toMatchObject(named("ChangedError"));
      await expect(workspace.write("none.md", beds, beds)).rejects.toMatchObject(named("ChangedError"));
      await expect(workspace.remove("b.md", beds)).rejects.toMatchObject(named("ChangedError"));
      expect([...(await workspace.read("b.md"))]).toEqual([...bytes]);
      await expect(workspace.stat("none.md")).rejects.toMatchObject(named("NotFoundError"));
    });

    test("removes a file, and no folder", async () => {
      const workspace = await make(garden);
      await workspace.remove("apples/new.md");
      expect(shown(await workspace.list("apples"))).toBe("old/");
      await expect(workspace.remove("apples")).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.remove("none.md")).rejects.toMatchObject(named("NotFoundError"));
    });

    test("writes and removes nothing outside the root, and no file over a folder (W3)", async () => {
      const workspace = await make(garden);
      for (const path of ["..", "../b.md", "apples/../../b.md", "/b.md", "C:\\b.md", "%2e%2e/b.md", "~/b.md", "a\0"]) {
        await expect(workspace.write(path, bytes), path).rejects.toMatchObject(named("InvalidPathError"));
        await expect(workspace.remove(path), path).rejects.toMatchObject(named("InvalidPathError"));
      }
      await expect(workspace.write("apples", bytes)).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.write("", bytes)).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.write("b.md/new/a.md", bytes)).rejects.toMatchObject(named("TypeMismatchError"));
      await expect(workspace.write("a.crswap", bytes)).rejects.toMatchObject(named("InvalidPathError"));
      expect(shown(await workspace.list(""))).toBe("Zinnia/ apples/ empty/ .hidden 100%.md a.txt b.md with space.md");
    });

    test("writes an empty file, and many files in parallel (W4)", async () => {
      const workspace = await make({});
      const names = Array.from({ length: 40 }, (_, n) => `deep/${n % 4}/f${n}.ts`);
      await Promise.all(names.map((name, n) => workspace.write(name, new Uint8Array(n).fill(n), "nothing")));
      const sizes = await Promise.all(names.map(async (name) => (await workspace.read(name)).length));
      expect(sizes).toEqual(names.map((_, n) => n));
      expect(shown(await workspace.list("deep/0"))).toBe(
        "f0.ts f12.ts f16.ts f20.ts f24.ts f28.ts f32.ts f36.ts f4.ts f8.ts",
      );
    });

    test("lets one of several writers win who all expect the same (W2)", async () => {
      const workspace = await make({ "a.md": "old" });
      const old = await workspace.read("a.md");
      const writers = Array.from({ length: 5 }, (_, n) => workspace.write("a.md", Uint8Array.of(n), old));
      const outcomes = (await Promise.allSettled(writers)).map(({ status }) => status);
      expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(1);
      const winner = outcomes.indexOf("fulfilled");
      expect([...(await workspace.read("a.md"))]).toEqual([winner]);
    });

    test("tells what others change, and not what it writes itself (W4)", async () => {
      const workspace = await make({ "a.md": "apples", src: { "b.md": "beds" } });
      const told = new Set<string>();
      const stop = workspace.watch((paths) => paths.forEach((path) => told.add(path)));
      // A watch takes a moment to begin: the outside program goes on until it is noticed.
      let n = 0;
      const edited = async (path: string) => {
        await edit(workspace, path, `${path} ${n++}`);
        return [...told];
      };
      await expect.poll(() => edited("src/b.md")).toEqual(["src/b.md"]);
      await workspace.write("a.md", bytes);
      await workspace.write("new/c.md", bytes, "nothing");
      await workspace.remove("a.md");
      await expect.poll(() => edited("last.md")).toHaveLength(2);
      stop();
      expect([...told]).toEqual(["src/b.md", "last.md"]);
    });
  });
}
