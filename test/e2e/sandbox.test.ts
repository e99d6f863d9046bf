/**
 * Commands, scripts and Git in the built app, under its policy (P1, P3): called by a scripted Gemini, in the private file
 * system, by a user who allows whatever is asked.
 */
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready, send, useGemini } from "../support/app-page.js";
import { hasGit, openRealRepository } from "../support/real-git.js";
import { dropPath } from "../support/real-folder.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("sandbox");
let page: Page;
let real: ReturnType<typeof openRealRepository>;
const reports: string[] = [];

beforeAll(async () => {
  if (hasGit()) real = openRealRepository();
  const context = await app.launch({ grant: "always", folders: real ? [real.path] : [] });
  context.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) reports.push(message.text());
  });
  context.on("weberror", (error) => reports.push(String(error.error())));
  page = await app.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // from here on the service worker serves, the workers too
  await ready(page);
  await useGemini(page, app.wire.url);
});
afterAll(() => real?.remove());

let calledSoFar = 0;

/** What the Model is told of its call. */
async function resultOf(name: string, args: object): Promise<string> {
  const said = `All done, ${++calledSoFar}.`;
  await app.wire.script([calls(name, args)], [says(said)]);
  await send(page, `Call ${name}`);
  const answer = page.getByRole("log", { name: "Conversation" }).getByText(said, { exact: true }).first();
  const allow = page.getByRole("button", { name: "Allow once" });
  await expect
    .poll(async () => {
      if (await allow.first().isVisible()) await allow.first().click();
      return answer.isVisible();
    })
    .toBe(true);
  const { requests } = await app.wire.report();
  const last = requests.filter(({ task }) => task === "streamGenerateContent").at(-1)!;
  const part = last.body.contents!.at(-1)!.parts![0] as {
    functionResponse: { name: string; response: { output?: string; error?: string } };
  };
  expect(part.functionResponse.name).toBe(name);
  return part.functionResponse.response.output ?? `failed: ${part.functionResponse.response.error}`;
}

const inSample = <T>(use: (folder: FileSystemDirectoryHandle) => Promise<T>): Promise<T> =>
  page.evaluate(
    `(${String(use)})(await (await (await navigator.storage.getDirectory()).getDirectoryHandle("workspaces")).getDirectoryHandle("sample"))`.replace(
      /^/,
      "(async () => await ",
    ) + ")()",
  );

test("a command runs, and what it writes is in the folder", async () => {
  const told = await resultOf("run_shell_command", {
    command: "printf 'b\\na\\n' | sort > sorted.txt && cat sorted.txt | jq -R .",
  });
  expect(told).toContain('Output: "a"\n"b"');
  expect(told).toContain("Exit Code: 0");
  expect(told).toContain("sorted.txt (new, 4 bytes)");
  const written = await inSample(async (folder) => (await (await folder.getFileHandle("sorted.txt")).getFile()).text());
  expect(written).toBe("a\nb\n");
});

test("a script runs, reads the folder, and finds no way out", async () => {
  const code = "const t = await readFile('sorted.txt'); return [t.length, typeof fetch, typeof indexedDB, typeof self]";
  expect(await resultOf("run_javascript", { code })).toContain('Returned: [4,"undefined","undefined","undefined"]');
});

test("Git tells the state of a repository", async () => {
  await inSample(async (folder) => {
    const git = await folder.getDirectoryHandle(".git", { create: true });
    for (const [name, text] of [
      ["HEAD", "ref: refs/heads/main\n"],
      ["config", "[user]\n\tname = Ada\n\temail = ada@example.com\n"],
    ] as const) {
      const stream = await (await git.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    }
    await git.getDirectoryHandle("objects", { create: true });
    await git.getDirectoryHandle("refs", { create: true });
  });
  const status = await resultOf("git_status", {});
  expect(status).toContain("On branch main; there are no commits yet.");
  expect(status).toContain("sorted.txt");
  expect(await resultOf("git_commit", { message: "Sort", files: ["sorted.txt"] })).toMatch(/Committed as \w{10}: Sort/);
  expect(await resultOf("git_log", {})).toContain("Ada <ada@example.com>");
});

test("nothing of it met the app's policy", () => {
  expect(reports).toEqual([]);
});

test("the workers are served with a policy that lets nothing out, by server and service worker alike", async () => {
  for (const name of ["shell", "javascript", "git"]) {
    const script = app.hits.find((hit) => hit.startsWith(`/assets/${name}.worker-`))!;
    for (const where of ["default", "no-store"] as const) {
      const policy = await page.evaluate(
        async ([url, cache]) => (await fetch(url, { cache })).headers.get("content-security-policy"),
        [script, where] as const,
      );
      expect(policy, name).toMatch(/^default-src 'none'; script-src 'self'; base-uri/);
      expect(policy).not.toContain("connect-src");
    }
    const direct = await fetch(`${app.origin}${script}`);
    expect(direct.headers.get("content-security-policy"), name).toMatch(/^default-src 'none'/);
  }
});

test.skipIf(!hasGit())("a repository on the disk, packed by the real Git, is read and committed to", async () => {
  for (let at = 1; at <= 5; at++)
    real.commit(`Number ${at}`, { "a.txt": `line\n`.repeat(at), [`f${at}.txt`]: `${at}\n` });
  real.git("gc", "-q", "--aggressive", "--prune=now");
  real.write("a.txt", "changed\n");
  real.write("new.txt", "new\n");
  await dropPath(page, real.path);
  await page.getByText(path.basename(real.path)).first().waitFor();
  const head = real.git("rev-parse", "HEAD").slice(0, 10);
  expect(await resultOf("git_status", {})).toContain(
    `On branch main, at ${head}.\nChanged, not staged:\n  modified a.txt\nNot tracked:\n  new.txt`,
  );
  expect(await resultOf("git_diff", {})).toContain("@@ -1,5 +1 @@");
  expect(await resultOf("git_log", { path: "f2.txt" })).toContain("Number 2");
  const told = await resultOf("git_commit", { message: "From the page", files: ["a.txt", "new.txt"] });
  expect(told).toMatch(/Committed as \w{10}: From the page/);
  expect(real.git("log", "-1", "--format=%an: %s")).toBe("Ada: From the page\n");
  expect(real.git("status", "--porcelain")).toBe("");
  expect(real.git("fsck", "--full", "--strict")).toBe("");
});

test("in a worker there is no door to go through", async () => {
  for (const name of ["shell", "git"]) {
    const worker = page.workers().find((each) => each.url().includes(`/assets/${name}.worker-`))!;
    const found = await worker.evaluate(async (elsewhere) => {
      const doors = [
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "EventSource",
        "indexedDB",
        "caches",
        "Worker",
        "importScripts",
      ];
      const ways = {
        module: () => import(/* @vite-ignore */ `${elsewhere}/x.js`),
        engine: () => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
        storage: () => navigator.storage.getDirectory(),
      };
      const open: string[] = doors.filter((door) => Reflect.get(globalThis, door) !== undefined);
      for (const [way, go] of Object.entries(ways)) {
        try {
          await go();
          open.push(way);
        } catch {
          // closed, as it should be
        }
      }
      return open;
    }, app.wire.url);
    expect(found, name).toEqual([]);
  }
  expect((await app.wire.report()).requests.filter(({ url }) => url.includes("x.js"))).toEqual([]);
});

test("the web's tools are offered to a Gemini", async () => {
  const { requests } = await app.wire.report();
  const names = JSON.stringify(requests.at(-1)!.body.tools);
  for (const name of ["web_fetch", "google_web_search", "run_shell_command", "git_commit"])
    expect(names).toContain(name);
});
