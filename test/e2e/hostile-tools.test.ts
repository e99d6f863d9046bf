/**
 * Hostile paths said to every Tool of the built app, on a real folder, with nobody asked (W3): what lies around the root is
 * hashed from outside before and after, and no word of it may reach the Model.
 */
import { symlinkSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { isPath } from "../../src/core/files/path.js";
import { type HostilePath, hostileLinks, hostilePaths, neverPaths } from "../corpus/hostile-paths.js";
import { send, useGemini } from "../support/app-page.js";
import { hashedTree } from "../support/hashed-tree.js";
import { dropPath, plantTree } from "../support/real-folder.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";
import type { WireRequest } from "../support/wire.js";

const app = useApp("hostile");
const place = app.at("place");
const root = app.at("place", "root");
let page: Page;
/** What is in the root from the start. */
let inside: Readonly<Record<string, string>>;

beforeAll(async () => {
  plantTree(place, {
    "canary.txt": "SECRET of the canary",
    canary: { "inner.txt": "SECRET within" },
    sibling: { "secret.txt": "SECRET of the sibling" },
    root: {
      "inside.txt": "inside",
      sub: { "kept.txt": "kept" },
      ".git": {
        config: "[user]\n\tname = Ada\n\temail = ada@example.com\n",
        HEAD: "ref: refs/heads/main\n",
        hooks: { "pre-commit": "#!" },
        modules: { x: { config: "[x]" } },
        objects: {},
        refs: {},
      },
    },
  });
  for (const [name, to] of Object.entries(hostileLinks)) symlinkSync(to, path.join(root, name));
  inside = hashedTree(root);
  await app.launch({ grant: "write" });
  page = await app.open();
  await dropPath(page, root);
  await page.getByText("root", { exact: true }).first().waitFor({ state: "attached" });
  await useGemini(page, app.wire.url);
  await page.getByRole("button", { name: "Approval mode" }).click();
  await page.getByRole("menuitemradio", { name: "Never ask" }).click();
});

type Call = readonly [tool: string, args: object];
interface Told {
  readonly output?: string;
  readonly error?: string;
}

/** Calls of one step. */
const AT_ONCE = 200;

/** What the Model is told of each call, in a Session of its own. */
async function resultsOf(all: readonly Call[]): Promise<readonly Told[]> {
  await page.getByRole("button", { name: "New session" }).click();
  const steps = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
    all.slice(at * AT_ONCE, (at + 1) * AT_ONCE).map(([tool, args]) => calls(tool, args)),
  );
  const answers = [...steps, [says("All is done.")]];
  // Listened for at the wire: to look for words on a screen that full of paths takes longer than the calls do.
  const last = new Promise<WireRequest>((resolve) =>
    app.wire.answer((request) => {
      const answer = answers.shift()!;
      if (answers.length === 0) resolve(request);
      return answer;
    }),
  );
  await send(page, "Go");
  const { contents = [] } = (await last).body;
  await page.getByRole("button", { name: "Send" }).waitFor();
  const results = contents.flatMap(({ parts = [] }) =>
    parts.flatMap(({ functionResponse }) =>
      functionResponse ? [(functionResponse as { readonly response: Told }).response] : [],
    ),
  );
  expect(results).toHaveLength(all.length);
  expect(JSON.stringify(results)).not.toMatch(/SECRET|root:x:0/);
  return results;
}

/** Each path where a Tool takes one. What writes comes last: the others are to meet an almost empty folder. */
const callsWith: Readonly<Record<string, (path: string) => Call>> = {
  "read_file, of a file": (file_path) => ["read_file", { file_path }],
  "read_many_files, of a file": (file) => ["read_many_files", { include: [file] }],
  "list_directory, of a folder": (dir_path) => ["list_directory", { dir_path }],
  "glob, in a folder": (dir_path) => ["glob", { pattern: "**/*", dir_path }],
  "grep_search, in a folder": (dir_path) => ["grep_search", { pattern: "SEC.ET|^root", dir_path }],
  "git_diff, of a file": (file) => ["git_diff", { path: file }],
  "git_log, of a file": (file) => ["git_log", { path: file }],
  "git_blame, of a file": (file) => ["git_blame", { path: file }],
  "git_commit, of a file": (file) => ["git_commit", { message: "Hostile", files: [file] }],
  "run_shell_command, in a folder": (directory) => ["run_shell_command", { command: "ls", directory }],
  "write_file, to a file": (file_path) => ["write_file", { file_path, content: "hostile" }],
  "replace, in a file": (file_path) => ["replace", { file_path, old_string: "hostile", new_string: "more hostile" }],
};

const all = hostilePaths.map(({ path }) => path);
const show = (text: string) => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
const isSentence = (text: string) => /^[A-Z“].+\.$/s.test(text) && !/undefined|\[object|TypeError/.test(text);

/** What is wrong with the results, one for each path. */
const wrongIn = (results: readonly Told[], isRight: (told: Told, hostile: HostilePath) => boolean): readonly string[] =>
  hostilePaths.flatMap((hostile, at) => {
    const told = results[at]!;
    if (isRight(told, hostile)) return [];
    return [`${hostile.kind} ${show(hostile.path)}: ${show(told.error ?? `done: ${told.output}`)}`];
  });

/** Around the root nothing has changed; in it, what was there is as it was. */
async function leavesAllElse(act: () => Promise<void>): Promise<void> {
  const around = hashedTree(place, { except: ["root"] });
  await act();
  expect(hashedTree(place, { except: ["root"] })).toEqual(around);
  expect(hashedTree(root)).toMatchObject(inside);
}

for (const [what, callOf] of Object.entries(callsWith)) {
  test(`W3: ${what}: each of ${all.length} hostile paths gets a sentence`, async () => {
    await leavesAllElse(async () => {
      const results = await resultsOf(all.map(callOf));
      // Odd names are names like others; what may not be said at all never gets as far as being done.
      const wrong = wrongIn(results, ({ error }, { kind }) =>
        error === undefined ? !neverPaths.has(kind) : isSentence(error),
      );
      expect(wrong).toEqual([]);
    });
  }, 300_000);
}

test("W3: a pattern for paths finds nothing but what is in the folder", async () => {
  const results = await resultsOf(all.map((pattern) => ["glob", { pattern }]));
  const wrong = wrongIn(results, ({ output, error }, { kind }) =>
    error === undefined
      ? !neverPaths.has(kind) || output!.includes("No file in the workspace fits")
      : isSentence(error),
  );
  expect(wrong).toEqual([]);
}, 300_000);

test("W3: a command that reads, enters and writes hostile paths changes only what may be changed", async () => {
  await leavesAllElse(async () => {
    const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
    const results = await resultsOf(
      all
        .map(quoted)
        .map((path) => ["run_shell_command", { command: `cat ${path}; (cd ${path}; ls); echo x > ${path}` }]),
    );
    // `sub/．．/../a` is `sub/a` for a shell: what counts is the path that was changed in the end.
    const wrong = wrongIn(results, ({ output = "" }) => {
      const [, changed] = /\nChanged: 1 entry\n {2}(.+) \((?:new|changed), 2 bytes\)/.exec(output) ?? [];
      return changed === undefined ? /\n(?:Error|Not changed): .+/.test(output) : isPath(changed);
    });
    expect(wrong).toEqual([]);
  });
}, 300_000);

test("W3: a script reads none of them", async () => {
  const code = (paths: readonly HostilePath[]) => `
    const wrong = [];
    for (const [path, isNever] of ${JSON.stringify(paths.map(({ path, kind }) => [path, neverPaths.has(kind)]))})
      for (const read of [readFile, listFolder])
        try {
          await read(path);
          if (isNever) wrong.push(path.slice(0, 80) + " was read");
        } catch ({ name, message }) {
          if (!/Error$/.test(name) || !/^[A-Z“].+\\.$/s.test(message)) wrong.push([path.slice(0, 80), name, message]);
        }
    return wrong;`;
  const pieces = Array.from({ length: 4 }, (_, at) => hostilePaths.filter((_, index) => index % 4 === at));
  const results = await resultsOf(pieces.map((paths) => ["run_javascript", { code: code(paths) }]));
  for (const { output, error } of results) expect(output ?? error).toContain("Returned: []");
}, 300_000);
