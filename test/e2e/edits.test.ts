/** A3, W2, L3: a real folder edited through the built app; the bytes are looked at from outside. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogRecord } from "../../src/core/log.js";
import { ready, send, useGemini } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { startKillable } from "../support/killable-browser.js";
import { dropPath, plantTree, seedProfile } from "../support/real-folder.js";
import { calls, says } from "../support/script.js";
import { serveApp, type Served } from "../support/serve.js";
import { openWireServer, type WireServer } from "../support/wire-server.js";

const disk = temporaryFolder("edits");
const folder = (name: string) => path.join(disk.path, name);
let served: Served;
let wire: WireServer;
beforeAll(async () => {
  served = await serveApp();
  wire = await openWireServer();
}, 60_000);
afterAll(async () => {
  await served.close();
  await wire.close();
  disk.remove();
});

async function openFolder(page: Page, name: string): Promise<void> {
  await page.goto(served.origin);
  await ready(page);
  await dropPath(page, folder(name));
  await page.getByText(name).first().waitFor({ state: "attached" }); // a small window shows it in a drawer
  await useGemini(page, wire.url);
}

const approval = (page: Page) => page.getByRole("group", { name: /^Approve: / });
const said = (page: Page, text: string) => page.getByRole("log", { name: "Conversation" }).getByText(text).waitFor();
const bytesOf = (name: string, file: string) => readFileSync(path.join(folder(name), file), "utf8");

test(
  "A3: a diff is approved, written and taken back; a change from outside is neither overwritten nor undone",
  { timeout: 120_000 },
  async () => {
    plantTree(folder("garden"), { "a.ts": "const a = 1;\r\nconst b = 2;\r\n" });
    seedProfile(folder("profile"), { origin: served.origin, grant: "write" });
    const context = await launchPersistent(folder("profile"));
    const page = await context.newPage();
    await openFolder(page, "garden");
    const edit = { file_path: "a.ts", old_string: "const b = 2;", new_string: "const b = 3;" };
    wire.script([calls("read_file", { file_path: "a.ts" })], [calls("replace", edit)], [says("First done.")]);
    await send(page, "make b three");
    await approval(page).waitFor();
    expect(bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 2;\r\n");
    await approval(page).getByRole("button", { name: "Allow once" }).click();
    await said(page, "First done.");
    expect(bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 3;\r\n");

    await page.getByRole("button", { name: "Undo edit" }).click();
    await expect.poll(() => bytesOf("garden", "a.ts")).toBe("const a = 1;\r\nconst b = 2;\r\n");

    wire.script([calls("replace", edit)], [says("Second done.")]);
    await send(page, "again");
    await approval(page).waitFor();
    writeFileSync(path.join(folder("garden"), "a.ts"), "by hand\n");
    await approval(page).getByRole("button", { name: "Allow once" }).click();
    await said(page, "Second done.");
    expect(bytesOf("garden", "a.ts")).toBe("by hand\n");
    await context.close();
  },
);

test(
  "L3: after a SIGKILL in the middle of many edits every file is before or after, and the Log says which",
  { timeout: 180_000 },
  async () => {
    const names = Array.from({ length: 60 }, (_, at) => `f${String(at).padStart(2, "0")}.txt`);
    // Short enough for the Model to see all of them at once: what it has not read would be asked about.
    const before = (name: string) => `before ${name} `.repeat(30);
    const after = (name: string) => `after ${name} `.repeat(30);
    plantTree(folder("meadow"), Object.fromEntries(names.map((name) => [name, before(name)])));
    const profile = folder("killed");
    seedProfile(profile, { origin: served.origin, grant: "always", folders: [folder("meadow")] });
    const first = await startKillable(profile);
    const page = await first.context.newPage();
    await openFolder(page, "meadow");
    wire.script(
      [calls("read_many_files", { include: ["*.txt"] })],
      names.map((name) => calls("write_file", { file_path: name, content: after(name) })),
    );
    await send(page, "rewrite them all");
    await approval(page).getByRole("button", { name: "Allow always" }).click();
    // Somewhere in the middle, wherever the machine has got to by then.
    await expect
      .poll(() => names.filter((name) => bytesOf("meadow", name) === after(name)).length, {
        timeout: 60_000,
        interval: 5,
      })
      .toBeGreaterThan(9);
    await sleep(7);
    await first.kill();

    const found = Object.fromEntries(names.map((name) => [name, bytesOf("meadow", name)]));
    for (const name of names) expect([before(name), after(name)]).toContain(found[name]);
    const second = await startKillable(profile);
    try {
      const again = await second.context.newPage();
      await again.setViewportSize({ width: 1280, height: 800 });
      await again.goto(served.origin);
      await ready(again);
      await again.getByRole("list", { name: "Session list" }).getByText("rewrite them all").first().click();
      await again.getByRole("article", { name: "You" }).first().waitFor();
      const open = async () => openEdits(await again.evaluate(readRecords));
      await expect.poll(open, { timeout: 20_000 }).toEqual([]);
      const records = await again.evaluate(readRecords);
      const settled = records.filter((record) => record.kind === "edit-settled");
      const edits = records.filter((record) => record.kind === "edit");
      expect(edits.length).toBeGreaterThan(9);
      expect(edits.length).toBeLessThan(names.length);
      for (const { id, path: name } of edits) {
        const { found: state } = settled.find(({ edit }) => edit === id)!;
        expect(found[name]).toBe(state === "after" ? after(name) : before(name));
      }
      for (const name of names) if (!edits.some((edit) => edit.path === name)) expect(found[name]).toBe(before(name));
      expect(
        readdirSync(folder("meadow")).filter((name) => !names.includes(name) && !name.endsWith(".crswap")),
      ).toEqual([]);
      console.log(`${edits.length} edits begun, ${settled.filter((each) => each.found === "after").length} done`);
    } finally {
      await second.kill();
    }
  },
);

const openEdits = (records: readonly LogRecord[]) => {
  const known = new Set(records.flatMap((record) => (record.kind === "edit-settled" ? [record.edit] : [])));
  return records.filter(({ kind, id }) => kind === "edit" && !known.has(id)).map(({ id }) => id);
};

/** In the page: the Log as it is stored. */
async function readRecords(): Promise<LogRecord[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open("palimpsest");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error as Error);
  });
  const records = await new Promise<LogRecord[]>((resolve, reject) => {
    const asked = db.transaction("records").objectStore("records").getAll();
    asked.onsuccess = () => resolve(asked.result as LogRecord[]);
    asked.onerror = () => reject(asked.error as Error);
  });
  db.close();
  return records;
}
