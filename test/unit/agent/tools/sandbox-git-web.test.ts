/** Commands, scripts and Git as a Model meets them: what it is told, and what has changed afterwards. */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { describe, expect, test } from "vitest";
import type { Proposal } from "../../../../src/core/policy/approval.js";
import type { FolderTools } from "../../../../src/core/sandbox/folder-tools.js";
import { ignoreIn } from "../../../../src/core/files/ignore.js";
import { createFolderSearch } from "../../../../src/core/files/folder-search.js";
import type { FileChange } from "../../../../src/core/sandbox/sandbox.js";
import type { Web } from "../../../../src/core/sandbox/web.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import type { ToolEnv } from "../../../../src/agent/calls/tool.js";
import { gitTools, sandboxTools, webTools } from "../../../../src/agent/tools/sandbox-git-web.js";
import { createGit } from "../../../../src/platform/git/create-git.js";
import { runJavaScript } from "../../../../src/platform/sandbox/run-javascript.js";
import { runShell } from "../../../../src/platform/sandbox/run-shell.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const repository: Tree = {
  ".git": {
    HEAD: "ref: refs/heads/main\n",
    config: "[user]\n\tname = Ada\n\temail = ada@example.com\n",
    objects: {},
    refs: {},
  },
};

interface RigOptions {
  readonly web?: Web;
  readonly bare?: boolean;
  readonly wrap?: (workspace: Workspace) => Workspace;
}

function rig(tree: Tree, { web, bare = false, wrap = (each) => each }: RigOptions = {}) {
  let now = Date.UTC(2026, 0, 1);
  const workspace = wrap(createMemoryWorkspace({ id: "w", name: "w", tree, now: () => (now += 1_000) }));
  const patience = { patience: 10_000 };
  const folderTools: FolderTools = {
    shell: { run: (order) => runShell(workspace, order, patience) },
    javascript: { run: (order) => runJavaScript(variant, workspace, order, patience) },
    git: createGit(workspace),
  };
  const env = {
    callId: "c",
    workspace: () => workspace,
    files: () => createFolderSearch(workspace),
    ignore: (but = {}) => ignoreIn(workspace, but),
    now: () => now,
    fullOutput: async () => undefined,
    progress: () => undefined,
    async change({ path, before, after }: FileChange) {
      if (after) await workspace.write(path, after, before ?? "nothing");
      else await workspace.remove(path, before);
    },
    ...(!bare && {
      shell: () => folderTools.shell,
      javascript: () => folderTools.javascript,
      git: () => folderTools.git,
      web: () => web,
    }),
  } as unknown as ToolEnv;
  const never = new AbortController().signal;
  const prepare = (name: string, args: object) => {
    const tool = [...sandboxTools, ...gitTools, ...webTools].find(({ declaration }) => declaration.name === name)!;
    return tool.prepare(args as Record<string, unknown>);
  };
  return {
    workspace,
    call: async (name: string, args: object = {}) => {
      const output = await prepare(name, args).run(env, never);
      return typeof output === "string" ? output : output.text;
    },
    approved: async (name: string, args: object, proposal: Proposal) =>
      (await prepare(name, args).run(env, never, proposal)) as string,
    whole: (name: string, args: object = {}) => prepare(name, args).run(env, never),
    propose: async (name: string, args: object = {}) => (await prepare(name, args).propose?.(env, never))?.proposal,
    text: async (path: string) => new TextDecoder().decode(await workspace.read(path)),
  };
}

describe("run_shell_command", () => {
  test("says what came of it", async () => {
    const { call } = rig({ src: { "a.txt": "apple\n" } });
    expect(await call("run_shell_command", { command: "cat a.txt; cat b.txt", directory: "src" })).toBe(
      "Command: cat a.txt; cat b.txt\nDirectory: src\nOutput: apple\nError: cat: b.txt: No such file or directory\nExit Code: 1",
    );
    expect(await call("run_shell_command", { command: "true" })).toBe(
      "Command: true\nDirectory: (root)\nOutput: (empty)\nExit Code: 0",
    );
  });

  test("writes what the command wrote, once it has ended, and says so", async () => {
    const { call, text, workspace } = rig({ "a.txt": "apple\n", "old.txt": "x" });
    const told = await call("run_shell_command", {
      command: "sed -i s/apple/pear/ a.txt; rm old.txt; echo n > new.txt; mkdir e",
    });
    expect(await text("a.txt")).toBe("pear\n");
    expect((await workspace.list("")).map(({ name }) => name)).toEqual(["a.txt", "new.txt"]);
    expect(told).toContain(
      "Changed: 3 entries\n  a.txt (changed, 5 bytes)\n  new.txt (new, 2 bytes)\n  old.txt (removed)",
    );
    expect(told).toContain("Not kept, since no file is in them: 1 entry\n  e");
  });

  test("notes what it changed, so that it can be taken back", async () => {
    const { whole } = rig({ "a.txt": "apple\n", "old.txt": "x\ny\n" });
    expect(await whole("run_shell_command", { command: "rm old.txt; echo b >> a.txt" })).toMatchObject({
      edit: { path: "a.txt", added: 1, removed: 2, others: 1 },
    });
    expect(await whole("run_shell_command", { command: "true" })).not.toHaveProperty("edit");
  });

  test("does not write over what someone else has changed meanwhile (W2)", async () => {
    const { call, text } = rig(
      { "a.txt": "apple\n" },
      {
        // Someone saves the file between the command's last look at it and the writing.
        wrap: (workspace) => ({
          ...workspace,
          async write(path, bytes, expected) {
            if (expected instanceof Uint8Array) await workspace.write(path, new TextEncoder().encode("theirs\n"));
            return workspace.write(path, bytes, expected);
          },
        }),
      },
    );
    const told = await call("run_shell_command", { command: "sed -i s/apple/pear/ a.txt" });
    expect(told).toContain("Not changed: 1 entry\n  a.txt: “a.txt” has changed since it was read");
    expect(await text("a.txt")).toBe("theirs\n");
  });

  test("is put before the user as it is", async () => {
    const { propose } = rig({});
    const asked = { kind: "run", language: "bash", text: "rm -rf x" };
    expect(await propose("run_shell_command", { command: "rm -rf x" })).toEqual(asked);
    expect(await propose("run_shell_command", { command: "rm -rf x", directory: "./src/" })).toEqual({
      ...asked,
      directory: "src",
    });
  });

  test.each([
    ["../x", "leaves the workspace"],
    ["nowhere", "There is no “nowhere”"],
    ["a.txt", "is a file"],
  ])("runs nowhere but in a folder of the workspace: %s", async (directory, words) => {
    await expect(rig({ "a.txt": "" }).call("run_shell_command", { command: "ls", directory })).rejects.toThrow(words);
  });

  test("says so where there is none", () =>
    expect(rig({}, { bare: true }).call("run_shell_command", { command: "ls" })).rejects.toMatchObject({
      name: "NotSupportedError",
    }));
});

describe("run_javascript", () => {
  test("gives value and prints", async () => {
    const { call, propose } = rig({ "a.txt": "apple" });
    expect(await call("run_javascript", { code: "console.log('hi'); return (await readFile('a.txt')).length" })).toBe(
      "Printed:\nhi\nReturned: 5",
    );
    expect(await call("run_javascript", { code: "const a = 1;" })).toBe("Returned: nothing");
    expect(await propose("run_javascript", { code: "1" })).toEqual({ kind: "run", language: "javascript", text: "1" });
  });

  test("fails with what was printed before, which is output as any other (A4)", async () =>
    expect(await rig({}).whole("run_javascript", { code: "console.log('so far'); null.x" })).toMatchObject({
      isFailed: true,
      text: expect.stringMatching(/Printed:\nso far\nFailed: TypeError/),
    }));
});

describe("Git's tools", () => {
  test("tell one story: status, commit, log, diff, blame", async () => {
    const { call, propose, workspace } = rig({ ...repository, "a.txt": "one\ntwo\n", "b.txt": "b\n" });
    expect(await call("git_status")).toBe("On branch main; there are no commits yet.\nNot tracked:\n  a.txt\n  b.txt");
    expect(await propose("git_commit", { message: "First", files: ["a.txt"] })).toEqual({
      kind: "commit",
      message: "First",
      files: ["a.txt"],
    });
    const [, first] = /^Committed as (\w{10}): First$/.exec(
      await call("git_commit", { message: "First", files: ["a.txt"] }),
    )!;
    await workspace.write("a.txt", new TextEncoder().encode("one\n2\nthree\n"));
    expect(await call("git_status", { path: "a.txt" })).toMatch(
      /^On branch main, at \w{10}\.\nChanged, not staged:\n {2}modified a\.txt$/,
    );
    expect(await call("git_diff")).toContain("@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three");
    await call("git_commit", { message: "Second\n\nWhy.", files: ["a.txt"] });
    const log = await call("git_log");
    expect(log).toMatch(/^\w{10} \d{4}-\d\d-\d\d .* Ada <ada@example\.com>\n {4}Second\n {4}\n {4}Why\.\n/);
    expect(log).toContain("2 commits in all.");
    expect(await call("git_log", { count: 1 })).toContain("there are older ones");
    const blamed = await call("git_blame", { path: "a.txt" });
    expect(blamed.split("\n")[0]).toMatch(new RegExp(`^${first} .* Ada L1: one$`));
    expect(await call("git_blame", { path: "a.txt", start_line: 2 })).toMatch(/^\w{10} .* L2: 2\n---\n\w{10} Second$/);
    expect(await call("git_diff", { from: "HEAD~1", to: "HEAD", path: "b.txt" })).toBe("No difference.");
  });

  test("commit no file that was not on the list that the user saw", async () => {
    const { call, propose, approved, workspace } = rig({ ...repository, "a.txt": "a\n" });
    const args = { message: "All", files: ["."] };
    const shown = await propose("git_commit", args);
    await workspace.write("secret.txt", new TextEncoder().encode("s"));
    await expect(approved("git_commit", args, shown!)).rejects.toThrow("“secret.txt” would be committed too");
    expect(await call("git_log")).toContain("no commits yet");
    expect(await approved("git_commit", args, (await propose("git_commit", args))!)).toContain("Committed");
  });

  test("refuse before anyone is asked, where nothing has changed", () =>
    expect(rig(repository).propose("git_commit", { message: "X" })).rejects.toThrow("nothing to commit"));

  test("take an author only where it can be read", async () => {
    const { call } = rig({ ...repository, "a.txt": "" });
    await expect(call("git_commit", { message: "X", files: ["a.txt"], author: "nobody" })).rejects.toThrow(
      "Name <email>",
    );
    await expect(call("git_diff", { to: "HEAD" })).rejects.toThrow("Give from as well");
  });

  test.each(["git_status", "git_diff", "git_log"])(
    "%s says what is no repository, and keeps to the folder (W3)",
    async (name) => {
      await expect(rig({}).call(name)).rejects.toThrow("no Git repository");
      await expect(rig(repository).call(name, { path: "../x" })).rejects.toThrow("leaves the workspace");
    },
  );
});

describe("the web's tools", () => {
  const web: Web = {
    search: async (query) => ({
      text: `About ${query}`,
      sources: [{ address: "https://a.example/", title: "A" }],
      how: "How.",
    }),
    read: async (address) => ({ text: "words", sources: [{ address, title: "" }], how: "How." }),
  };

  test("give text, sources and how it was come by", async () => {
    const { call, propose } = rig({}, { web });
    expect(await call("google_web_search", { query: "figs" })).toBe(
      "About figs\n\nSources:\n[1] A: https://a.example/\nHow.",
    );
    expect(await call("web_fetch", { url: "https://a.example/x#y" })).toContain("[1] https://a.example/x");
    expect(await propose("web_fetch", { url: "https://a.example/x" })).toEqual({
      kind: "fetch",
      address: "https://a.example/x",
    });
    expect(await propose("google_web_search", { query: "a b" })).toMatchObject({
      kind: "fetch",
      address: expect.stringContaining("a%20b"),
    });
  });

  test("are marked as written by strangers, as is all else that comes from outside (A4)", () => {
    for (const tool of [...sandboxTools, ...gitTools, ...webTools])
      expect(tool.untrusted, tool.declaration.name).toBe(true);
  });
});

describe("what is kept from the Model (ignore R1, R2, R4) is kept from whatever it runs", () => {
  const kept: Tree = {
    ".env": "KEY=s3cret\n",
    ".geminiignore": "diary\n",
    diary: { "today.txt": "s3cret\n" },
    app: { ".env": "KEY=s3cret\n", "a.txt": "plain\n" },
    ".git": { HEAD: "ref: refs/heads/main\n", config: "[remote]\n\turl = https://s3cret@host/\n" },
  };

  test.each([
    "cat .env",
    "cat app/.env",
    "cat app/../.env",
    "cat /workspace/.env",
    "cat < .env",
    "source .env; echo $KEY",
    "grep -r s3cr .",
    "grep s3cr .env app/.env",
    "cat diary/today.txt",
    "cat diary/*",
    "head -c 100 .git/config",
    "cp .env a; cat a",
    "mv .env a; cat a",
    "mv diary d; cat d/today.txt",
    "find . -type f -exec cat {} +",
    "diff .env app/a.txt",
    "sed -n p .env",
    "while read l; do echo $l; done < .env",
    "echo more >> .env; cat .env",
    "awk 1 .env",
    "tar cf x.tar . && cat x.tar",
  ])("by the shell: %s", async (command) => {
    const { call, text } = rig(kept);
    // What was asked is repeated, so that the word itself must come from a file.
    expect(await call("run_shell_command", { command })).not.toContain("s3cret");
    expect(await text(".env")).toBe("KEY=s3cret\n");
    expect(await text("diary/today.txt")).toBe("s3cret\n");
  });

  test("the shell says why, and what a command wrote itself it may read", async () => {
    const { call } = rig(kept);
    expect(await call("run_shell_command", { command: "cat .env" })).toContain("left out by .geminiignore");
    expect(await call("run_shell_command", { command: "echo own > b.txt; cat b.txt app/a.txt" })).toContain(
      "Output: own\nplain",
    );
    expect(await call("run_shell_command", { command: "rm -rf diary .env" })).toContain("not done: EPERM");
  });

  test("by scripts, which don't see that it is there", async () => {
    const { call } = rig(kept);
    for (const path of [".env", "app/.env", "diary/today.txt", ".git/config"])
      expect(
        await call("run_javascript", { code: `return await readFile("${path}").catch((e) => e.message)` }),
      ).toContain("left out by .geminiignore");
    expect(await call("run_javascript", { code: "return (await listFolder()).map((e) => e.name).sort()" })).toBe(
      'Returned: [".geminiignore","app"]',
    );
  });

  test("by Git's tools, though it is committed; what the user brings back is shown", async () => {
    const { call, workspace } = rig({ ...repository, ".env": "KEY=old\n", "a.txt": "a\n" });
    await call("git_commit", { message: "All", files: ["."] });
    const write = (path: string, words: string) => workspace.write(path, new TextEncoder().encode(words));
    await write(".env", "KEY=s3cret\n");
    await write("a.txt", "b\n");
    const diff = await call("git_diff");
    expect(diff).toContain("+b");
    expect(diff).not.toContain("KEY");
    expect(diff).toContain("Left out by .geminiignore, or never shown: .env");
    expect(await call("git_diff", { from: "HEAD" })).not.toContain("KEY");
    await expect(call("git_blame", { path: ".env" })).rejects.toThrow("left out by .geminiignore");
    await write(".geminiignore", "!.env\n");
    expect(await call("git_diff")).toContain("+KEY=s3cret");
    expect(await call("run_shell_command", { command: "cat .env" })).toContain("KEY=s3cret");
  });
});
