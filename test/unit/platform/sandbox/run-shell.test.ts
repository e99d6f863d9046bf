import { expect, test, describe } from "vitest";
import { runShell } from "../../../../src/platform/sandbox/run-shell.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const tree: Tree = {
  ".git": { HEAD: "ref: refs/heads/main\n", config: "[core]\n" },
  "fruit.txt": "pear\napple\nfig\napple\n",
  "data.json": '{"items":[{"n":2},{"n":3}]}',
  src: { "a.ts": "const port = 1;\n", deep: { "b.ts": "usePort(port)\n" } },
};

/** What a command gives, in a fresh folder; changed files as texts, `null` where there is none. */
async function sh(command: string, { directory = "", patience = 20_000, files = tree } = {}) {
  const workspace = createMemoryWorkspace({ id: "w", name: "w", tree: files });
  const run = await runShell(workspace, { command, directory }, { patience });
  const text = (bytes?: Uint8Array) => (bytes ? new TextDecoder().decode(bytes) : null);
  const changes = Object.fromEntries(run.changes.map(({ path, before, after }) => [path, [text(before), text(after)]]));
  return { ...run, changes, workspace };
}
const out = async (command: string, options = {}) => (await sh(command, options)).stdout;

describe("a command", () => {
  test.each([
    ["sort fruit.txt | uniq -c | sort -rn | head -1 | awk '{print $2, $1}'", "apple 2\n"],
    ["grep -rn port src | sort", "src/a.ts:1:const port = 1;\nsrc/deep/b.ts:1:usePort(port)\n"],
    ["find src -name '*.ts' -type f | sort", "src/a.ts\nsrc/deep/b.ts\n"],
    ["jq '[.items[].n] | add' data.json", "5\n"],
    ["sed -n '2p' fruit.txt", "apple\n"],
    ['for f in src/*.ts; do echo "$f"; done', "src/a.ts\n"],
    ["cat <<'END' | tr a-z A-Z\nkeeps  its\n  spaces\nEND", "KEEPS  ITS\n  SPACES\n"],
    ["find . -name '*.ts' -print0 | xargs -0 wc -l | tail -1 | tr -s ' '", " 2 total\n"],
  ])("%s", async (command, expected) => expect(await out(command)).toBe(expected));

  test("runs in the folder it is given, with an environment that is ours alone", async () => {
    expect(await out("pwd; ls", { directory: "src" })).toBe("/workspace/src\na.ts\ndeep\n");
    const names = (await out("env")).split("\n").map((line) => line.split("=")[0]);
    for (const name of Object.keys(process.env)) {
      if (!["HOME", "USER", "LANG", "TERM", "PATH", "PWD", "OLDPWD", "HOSTNAME", "SHLVL", "_"].includes(name)) {
        expect(names).not.toContain(name);
      }
    }
  });

  test("says how it failed", async () => {
    const { exitCode, stderr } = await sh("cat nowhere.txt");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("nowhere.txt");
    expect((await sh("nosuchprogram")).exitCode).toBe(127);
  });

  test.each(["curl https://example.com", "wget https://example.com", "node -e 1", "python3 -c 1", "git status"])(
    "has no network and no programs of the machine: %s",
    async (command) => expect((await sh(command)).exitCode).toBe(127),
  );

  test("ends when its time is over, and tells what it has", async () => {
    const { exitCode, stdout } = await sh("echo begun; sleep 60; echo never", { patience: 200 });
    expect(exitCode).toBe(124);
    expect(stdout).not.toContain("never");
  });

  test("that goes round without end is stopped", async () => {
    const { exitCode, stderr } = await sh("while true; do :; done");
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/too many/);
  });

  test("that prints without end is stopped", async () => {
    const { exitCode, stdout } = await sh("x=$(printf 'a%.0s' {1..1000}); for i in {1..20000}; do echo $x; done");
    expect(exitCode).not.toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(4_000_000);
  });
});

describe("what a command writes", () => {
  test("is given back with what was there before, and the files themselves stay as they are", async () => {
    const { changes, workspace } = await sh(
      "sed -i s/apple/APPLE/ fruit.txt; echo new > src/new.txt; rm data.json; mv src/a.ts src/c.ts",
    );
    expect(changes).toEqual({
      "fruit.txt": ["pear\napple\nfig\napple\n", "pear\nAPPLE\nfig\nAPPLE\n"],
      "src/new.txt": [null, "new\n"],
      "data.json": ['{"items":[{"n":2},{"n":3}]}', null],
      "src/a.ts": ["const port = 1;\n", null],
      "src/c.ts": [null, "const port = 1;\n"],
    });
    expect(new TextDecoder().decode(await workspace.read("fruit.txt"))).toBe("pear\napple\nfig\napple\n");
    expect((await workspace.list("")).map(({ name }) => name)).toContain("data.json");
  });

  test("is seen by what comes after it", async () => {
    expect(await out("echo one > n; echo two >> n; cat n; rm n; ls n 2>&1; rm -r src; ls; mkdir src; ls src")).toBe(
      "one\ntwo\nls: n: No such file or directory\ndata.json\nfruit.txt\n",
    );
  });

  test("is no change where all is as before in the end", async () => {
    const back = "cp fruit.txt /tmp/f; echo x > fruit.txt; cp /tmp/f fruit.txt; touch data.json; echo a > b; rm b";
    expect((await sh(back)).changes).toEqual({});
  });

  test("a folder without a file is told of, for none is kept", async () => {
    const { emptyFolders, changes } = await sh("mkdir -p a/b c; echo x > c/x");
    expect(emptyFolders).toEqual(["a", "a/b"]);
    expect(Object.keys(changes)).toEqual(["c/x"]);
  });

  test("keeps bytes that are no text", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { changes } = await sh("cp raw copy; cat raw > piped", { files: { raw: bytes } });
    expect(Object.keys(changes)).toEqual(["copy", "piped"]);
    const workspace = createMemoryWorkspace({ id: "w", name: "w", tree: { raw: bytes } });
    const run = await runShell(
      workspace,
      { command: "cp raw copy; cat raw > piped", directory: "" },
      { patience: 9_999 },
    );
    for (const { after } of run.changes) expect(after).toEqual(bytes);
  });

  test("reaches nothing outside the folder (W3)", async () => {
    const { changes, stdout } = await sh(
      "echo x > ../out.txt; echo x > /etc-x; echo x > ../../up.txt; cat ../out.txt; echo y > ../workspace/in.txt",
    );
    expect(stdout).toBe("x\n"); // scratch, gone with the command
    expect(changes).toEqual({ "in.txt": [null, "y\n"] });
  });

  test("is refused under names that no path can carry (W3)", async () => {
    const { changes, exitCode } = await sh("echo x > 'a／b'; echo x > 'C:'; echo x > '%2e%2e%2fx'; echo x > 'dot.'");
    expect(changes).toEqual({});
    expect(exitCode).not.toBe(0);
  });

  test.each(["rm -rf .git", "echo x > .git/config", "mv .git g", "echo x > .GIT/config", "mkdir -p a/.git"])(
    "never touches a .git (W4): %s",
    async (command) => {
      const { changes, emptyFolders, stderr } = await sh(command);
      expect(Object.keys(changes).filter((path) => path.toLowerCase().includes(".git"))).toEqual([]);
      expect(emptyFolders).not.toContain("a/.git");
      expect(stderr).toContain("what is in .git is not changed by commands");
    },
  );

  test("makes no links", async () => {
    const { changes, exitCode } = await sh("ln -s /etc/passwd link");
    expect(exitCode).not.toBe(0);
    expect(changes).toEqual({});
  });

  test("meets an end when it is too much", async () => {
    const { exitCode, changes } = await sh("for i in {1..3000}; do echo x > f$i; done");
    expect(exitCode).not.toBe(0);
    expect(Object.keys(changes).length).toBeLessThanOrEqual(2_000);
  });
});
