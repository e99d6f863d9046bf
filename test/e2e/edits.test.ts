/** A3, W2, L3: a real folder edited through the built app; the bytes are looked at from outside. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { LogRecord } from "../../src/core/log/log.js";
import { approval, send, useGemini } from "../support/app-page.js";
import { killWhile, startKillable } from "../support/killable-browser.js";
import { readLog } from "../support/page-log.js";
import { dropPath, plantTree, revokeGrants, seedProfile } from "../support/real-folder.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

// Anew for each test: what a failed one has left unsaid is not for the next.
const app = useApp("edits", { isNewForEachTest: true });
const folder = app.at;

async function openFolder(page: Page, name: string): Promise<void> {
  await dropPath(page, folder(name));
  await page.getByText(name).first().waitFor({ state: "attached" }); // a small window shows it in a drawer
  await useGemini(page, app.wire.url);
}

const said = (page: Page, text: string) => page.getByRole("log", { name: "Conversation" }).getByText(text).waitFor();
const contents = async () => (await app.wire.report()).requests.at(-1)!.body.contents!;
/** What the Model was told last of a call. */
async function lastResult(): Promise<string> {
  const part = (await contents()).at(-1)!.parts!.at(-1) as { functionResponse: { response: Record<string, string> } };
  return Object.values(part.functionResponse.response)[0]!;
}
const bytesOf = (name: string, file: string) => readFileSync(path.join(folder(name), file), "utf8");

test("A3: a file is found, read, changed by an approved diff and taken back; a change from outside is seen and not overwritten", async () => {
  plantTree(folder("garden"), { "a.ts": "const a = 1;\r\nconst b = 2;\r\n" });
  await app.launch({ grant: "write" });
  const page = await app.open();
  await openFolder(page, "garden");
  const edit = { file_path: "a.ts", old_string: "const b = 2;", new_string: "const b = 3;" };
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("treeitem", { name: "a.ts" }).click();
  await page.getByRole("group", { name: "File text" }).getByText("const b = 2;").waitFor();
  app.wire.script(
    [calls("grep_search", { pattern: "b = \\d" })],
    [calls("read_file", { file_path: "a.ts" })],
    [calls("replace", edit)],
    [says("First done.")],
  );
  await send(page, "make b three");
  await approval(page).waitFor();
  expect(await lastResult()).toMatch(/^<untrusted_context>\nconst a = 1;/);
  expect(JSON.stringify(await contents())).toMatch(/File: a\.ts.{1,40}L2: const b = 2;/);
  expect(bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 2;\r\n");
  await approval(page).getByRole("button", { name: "Allow once" }).click();
  await said(page, "First done.");
  expect(bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 3;\r\n");

  await page.getByRole("button", { name: "Undo edit" }).click();
  await expect.poll(() => bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 2;\r\n");

  app.wire.script([calls("replace", edit)], [says("Second done.")]);
  await send(page, "again");
  await approval(page).waitFor();
  writeFileSync(path.join(folder("garden"), "a.ts"), "by hand\n");
  await page.getByRole("status").getByText("This file was changed on disk.").waitFor();
  await approval(page).getByRole("button", { name: "Allow once" }).click();
  await said(page, "Second done.");
  expect(bytesOf("garden", "a.ts")).toBe("by hand\n");
  expect(await lastResult()).toContain("“a.ts” was changed by someone else while this edit waited");
  await page.getByRole("button", { name: "Show it as it is now" }).click();
  await page.getByRole("group", { name: "File text" }).getByText("by hand").waitFor();
});

test("W2: a permission that is taken back between the approval and the write is told to the Model and the user, and the file is as it was", async () => {
  plantTree(folder("orchard"), { "a.ts": "const a = 1;\n" });
  const context = await app.launch({ grant: "always", folders: [folder("orchard")] });
  const page = await app.open();
  await openFolder(page, "orchard");
  app.wire.script([calls("replace", { file_path: "a.ts", old_string: "1", new_string: "2" })], [says("Not done.")]);
  await send(page, "make a two");
  await approval(page).waitFor();
  await revokeGrants(context, app.origin);
  await approval(page).getByRole("button", { name: "Allow once" }).click();
  await said(page, "Not done.");
  expect(await lastResult()).toMatch(/^This folder is open for reading only, so nothing was changed\./);
  const card = page.getByRole("log", { name: "Conversation" }).getByRole("group").filter({ hasText: "replace" });
  await card.locator("summary").click();
  await page.getByRole("region", { name: "Output" }).getByText("so nothing was changed").waitFor();
  expect(bytesOf("orchard", "a.ts")).toBe("const a = 1;\n");
  expect(readdirSync(folder("orchard"))).toEqual(["a.ts"]);
});

/** Big enough for a kill to meet a write that is under way: a swap file half written, or an edit that has not been settled. */
const LENGTH = 400_000;
const names = Array.from({ length: 24 }, (_, at) => `f${String(at).padStart(2, "0")}.txt`);
const before = (name: string) => `before ${name}\n`.repeat(LENGTH / 15);
const after = (name: string) => `after ${name}\n`.repeat(LENGTH / 14);
const ROUNDS = 3;

test(
  "L3: after a SIGKILL in the middle of many edits every file is before or after, and the Log says which",
  { timeout: 360_000 },
  async () => {
    const hits = [];
    for (let round = 0; round < ROUNDS; round++) hits.push(await killedRound(`meadow-${round}`, 2 + 5 * round));
    console.log("kills:", hits);
    expect(hits.some(({ open, swapFiles }) => open + swapFiles > 0)).toBe(true);
  },
);

/** What the kill met: edits begun and done, those the Log had not settled, and swap files left behind. */
async function killedRound(name: string, edited: number) {
  plantTree(folder(name), Object.fromEntries(names.map((each) => [each, before(each)])));
  const profile = folder(`${name}-profile`);
  seedProfile(profile, { origin: app.origin, grant: "always", folders: [folder(name)] });
  const first = await startKillable(profile);
  const page = await app.open({ context: first.context });
  await openFolder(page, name);
  await page.getByRole("button", { name: "Approval mode" }).click();
  await page.getByRole("menuitemradio", { name: "Never ask" }).click();
  app.wire.script(names.map((each) => calls("write_file", { file_path: each, content: after(each) })));
  await send(page, "rewrite them all");
  // The content of a file lies in a swap file until it takes the place of the old one.
  const isWriting = () => readdirSync(folder(name)).some((each) => each.endsWith(".crswap"));
  const isFarEnough = () => bytesOf(name, names[edited]!) === after(names[edited]!) && isWriting();
  await expect.poll(isFarEnough, { interval: 1, timeout: 120_000 }).toBe(true);
  const killedAt = await killWhile(first, isWriting);

  const found = Object.fromEntries(names.map((each) => [each, bytesOf(name, each)]));
  for (const each of names) expect([before(each), after(each)].includes(found[each]!), each).toBe(true);
  const others = readdirSync(folder(name)).filter((each) => !names.includes(each));
  expect(others.filter((each) => !each.endsWith(".crswap"))).toEqual([]);
  const second = await startKillable(profile);
  try {
    const again = await app.open({
      context: second.context,
      before: (each) => each.setViewportSize({ width: 1280, height: 800 }),
    });
    await again.getByRole("list", { name: "Session list" }).getByText("rewrite them all").first().click();
    await again.getByRole("article", { name: "You" }).first().waitFor();
    const open = async () => openEdits(await readLog(again));
    await expect.poll(open).toEqual([]);
    const records = await readLog(again);
    const settled = records.filter((record) => record.kind === "edit-settled");
    const edits = records.filter((record) => record.kind === "edit");
    expect(edits.length).toBeGreaterThan(edited);
    for (const { id, path: each } of edits) {
      const { found: state } = settled.find(({ edit }) => edit === id)!;
      expect(found[each] === (state === "after" ? after(each) : before(each)), `${each} is ${state}`).toBe(true);
    }
    for (const each of names)
      if (!edits.some((edit) => edit.path === each)) expect(found[each] === before(each), each).toBe(true);
    return {
      begun: edits.length,
      done: settled.filter((each) => each.found === "after").length,
      open: settled.filter(({ at }) => at > killedAt).length,
      swapFiles: others.length,
    };
  } finally {
    await second.kill();
  }
}

const openEdits = (records: readonly LogRecord[]) => {
  const known = new Set(records.flatMap((record) => (record.kind === "edit-settled" ? [record.edit] : [])));
  return records.filter(({ kind, id }) => kind === "edit" && !known.has(id)).map(({ id }) => id);
};
