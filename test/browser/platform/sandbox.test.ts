/** Shell, scripts and Git in their workers, over the private file system. */
import { afterAll, describe, expect, test } from "vitest";
import { linkGit } from "../../../src/platform/git/git-link.js";
import { linkJavaScript } from "../../../src/platform/sandbox/javascript-link.js";
import { linkShell } from "../../../src/platform/sandbox/shell-link.js";
import { createHandleWorkspace } from "../../../src/platform/workspace/handle-workspace.js";
import { writeTree } from "../../../src/platform/workspace/tree.js";

const root = await navigator.storage.getDirectory();
const name = `sandbox-${crypto.randomUUID()}`;
const handle = await root.getDirectoryHandle(name, { create: true });
afterAll(() => root.removeEntry(name, { recursive: true }));
await writeTree(handle, {
  "fruit.txt": "pear\napple\nfig\n",
  src: { "a.ts": "const port = 1;\n" },
});

const never = new AbortController().signal;
const quiet = () => undefined;
const text = (bytes?: Uint8Array) => (bytes ? new TextDecoder().decode(bytes) : undefined);

describe("a command", () => {
  const sh = (command: string, patience?: number, signal = never) =>
    linkShell(handle, { patience }).run({ command, directory: "" }, quiet, signal);

  test("runs in its worker, and gives back what it would change", async () => {
    const run = await sh(
      "sort fruit.txt | head -1; sed -i s/fig/FIG/ fruit.txt; gzip -k fruit.txt; zcat fruit.txt.gz | tail -1",
    );
    expect(run).toMatchObject({ stdout: "apple\nFIG\n", stderr: "", exitCode: 0 });
    expect(run.changes.map(({ path }) => path)).toEqual(["fruit.txt", "fruit.txt.gz"]);
    expect(text(run.changes[0]!.before)).toBe("pear\napple\nfig\n");
    expect(text(run.changes[0]!.after)).toBe("pear\napple\nFIG\n");
    const there = createHandleWorkspace({ id: "", kind: "private", handle });
    expect(text(await there.read("fruit.txt"))).toBe("pear\napple\nfig\n");
  });

  test("that hangs is killed, the Model is told, and the next one runs", async () => {
    const start = performance.now();
    const told = { name: "TimeoutError", message: expect.stringMatching(/killed after 2 s.+no file was changed/s) };
    // Two files without a line in common: what compares them does not look up until it is done.
    const hangs = "echo x > new.txt; seq 1 30000 > /tmp/a; seq 40001 70000 > /tmp/b; diff /tmp/a /tmp/b";
    await expect(sh(hangs, 2_000)).rejects.toMatchObject(told);
    expect(performance.now() - start).toBeLessThan(25_000); // half a minute is what one may take that is told nothing else
    expect((await sh("ls new.txt")).exitCode).not.toBe(0);
  });

  test("tells that it is at work, and is stopped when the user says so", async () => {
    const stop = new AbortController();
    const words: string[] = [];
    const tell = (word: string) => {
      words.push(word);
      stop.abort();
    };
    const running = linkShell(handle).run({ command: "sleep 20", directory: "" }, tell, stop.signal);
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect(words).toEqual(["at work for 1 s"]);
  });
});

describe("a script", () => {
  const js = (code: string, patience?: number, signal = never) =>
    linkJavaScript(handle, { patience }).run({ code }, quiet, signal);

  test("runs in its worker, and reads the folder", async () => {
    expect(await js("const t = await readFile('src/a.ts'); console.log(t.trim()); return t.length")).toEqual({
      value: "16",
      printed: ["const port = 1;"],
      isCut: false,
    });
    expect((await js("await readFile('../x')")).error).toContain("leaves the workspace");
  });

  test("that fills the memory is stopped or killed in time", async () => {
    const start = performance.now();
    const outcome = await js("const a = []; for (;;) a.push(new Array(1e5).fill(1))", 1_000).then(
      ({ error }) => error,
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/memory|stopped|killed/);
    expect(performance.now() - start).toBeLessThan(25_000);
  });

  test("that recurses without end, or loops, leaves the next one unharmed", async () => {
    expect((await js("const f = () => f() + 1; f()")).error).toBeDefined();
    expect((await js("for (;;) {}", 500)).error).toContain("stopped after 0.5 s");
    expect((await js("6 * 7")).value).toBe("42");
  });

  test("finds no door of a worker", async () => {
    const names = ["fetch", "self", "postMessage", "indexedDB", "navigator", "caches", "importScripts", "WebAssembly"];
    expect((await js(`${JSON.stringify(names)}.filter((n) => n in globalThis)`)).value).toBe("[]");
  });
});

describe("Git", () => {
  test("says in its worker what is no repository", async () => {
    await expect(linkGit({ handle, id: "scratch" }).status({}, quiet, never)).rejects.toMatchObject({
      name: "NotFoundError",
      message: expect.stringContaining("no Git repository"),
    });
  });

  test("commits to a repository, and reads what it has committed", async () => {
    const repo = await handle.getDirectoryHandle("repo", { create: true });
    await writeTree(repo, {
      ".git": {
        HEAD: "ref: refs/heads/main\n",
        config: "[core]\n\trepositoryformatversion = 0\n[user]\n\tname = Ada\n\temail = ada@example.com\n",
        objects: { info: {} },
        refs: { heads: {} },
      },
      "a.txt": "one\ntwo\n",
    });
    const git = linkGit({ handle: repo, id: "scratch" });
    expect(await git.status({}, quiet, never)).toMatchObject({ branch: "main", untracked: ["a.txt"] });
    const first = await git.commit({ message: "First", files: ["a.txt"] }, quiet, never);
    await writeTree(repo, { "b.txt": "b\n" });
    const there = createHandleWorkspace({ id: "", kind: "private", handle: repo });
    await there.write("a.txt", new TextEncoder().encode("one\n2\n"));
    expect((await git.diff({}, quiet, never)).text).toContain("-two\n+2");
    const second = await git.commit({ message: "Second", files: ["."] }, quiet, never);
    expect((await git.log({ most: 9 }, quiet, never)).commits.map(({ id }) => id)).toEqual([second.id, first.id]);
    const { lines } = await git.blame({ path: "a.txt" }, quiet, never);
    expect(lines.map(({ commit }) => commit)).toEqual([first.id, second.id]);
    expect(await git.status({}, quiet, never)).toMatchObject({ staged: [], unstaged: [], untracked: [] });
  });
});
