/** When storage fails (L5): each time a sentence, nothing lost, a way out, and all well again once the cause is gone. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { conversation, ended, send } from "../support/app-page.js";
import { useApp } from "../support/use-app.js";

// A service worker would keep the first build.
const app = useApp("storage", { isNewForEachTest: true, serviceWorkers: "block" });

/** The app as another build would be: with this before its scripts. */
const deploy = (code: string, matching = LOG_WORKER) => app.serve({ prefix: { matching, code } });

const LOG_WORKER = /log\.worker.*\.js$/;
/** A build whose database has another version. */
const asksFor = (version: number) =>
  `{const open=IDBFactory.prototype.open;IDBFactory.prototype.open=function(name,wanted){return open.call(this,name,name==="palimpsest"&&wanted?${version}:wanted)};}`;

const open = (hash = "") => app.open({ at: `/${hash}`, until: opened });
const opened = (page: Page) =>
  page
    .getByRole("status", { name: "Status" })
    .getByText(/^(Ready|To read only)$/)
    .waitFor();

async function say(page: Page, text: string): Promise<void> {
  await send(page, text);
  await expect.poll(() => conversation(page)).toContainEqual({ who: "You", text: expect.stringContaining(text) });
  await ended(page);
}

const composer = (page: Page) => page.getByRole("textbox", { name: "Message" });
const alert = (page: Page) => page.getByRole("alert").first().textContent();

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

test("L5: a full disk makes the app read-only; the message is back in the composer, and everything can be exported", async () => {
  const page = await open();
  await say(page, "before the disk was full");
  const disk = await page.context().newCDPSession(page);
  await disk.send("Storage.overrideQuotaForOrigin", { origin: app.origin, quotaSize: 1 });
  await send(page, "one too many");
  await expect.poll(() => alert(page)).toMatch(/is full, so nothing more can be saved. Everything up to here is safe/);
  await expect.poll(() => composer(page).inputValue()).toBe("one too many");
  expect(await composer(page).isDisabled()).toBe(true);
  const lines = await exported(page);
  expect(lines).toContain("before the disk was full");
  expect(lines).not.toContain("one too many");

  await disk.send("Storage.overrideQuotaForOrigin", { origin: app.origin });
  const address = page.url();
  await page.close();
  const again = await open(new URL(address).hash);
  await expect
    .poll(() => conversation(again))
    .toContainEqual({ who: "You", text: expect.stringContaining("before the disk was full") });
  await say(again, "there is room again");
});

test("L5: an upgrade that another tab blocks is told at once, and runs once that tab is closed", async () => {
  const first = await open();
  await say(first, "written by the old build");
  // A tab that hangs: it has the database open and does not hear that it should let go.
  const hanging = await first.context().newPage();
  await hanging.goto(`${app.origin}/manifest.webmanifest`);
  await hanging.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("palimpsest");
        request.onsuccess = () => resolve(Object.assign(globalThis, { held: request.result }) && undefined);
      }),
  );
  await first.close();
  await deploy(asksFor(2));
  const blocked = await open();
  await expect.poll(() => alert(blocked)).toMatch(/open in another tab with an older Palimpsest.*Nothing is lost/);
  expect(await composer(blocked).isDisabled()).toBe(true);
  await hanging.close();
  await blocked.close();
  const page = await open();
  await page.getByRole("list", { name: "Session list" }).getByText("written by the old build").click();
  await say(page, "and by the new one");
});

test("L5: a newer build in another tab upgrades; the older one says so, goes read-only and can be exported from", async () => {
  const older = await open();
  await say(older, "written before the upgrade");
  await deploy(asksFor(2));
  const newer = await open();
  await expect.poll(() => alert(older)).toMatch(/A newer Palimpsest was opened in another tab.*Nothing is lost/);
  expect(await composer(older).isDisabled()).toBe(true);
  expect(await exported(older)).toContain("written before the upgrade");
  await newer.getByRole("list", { name: "Session list" }).getByText("written before the upgrade").click();
});

test("L5: an older build finds a newer database: it can be read and exported, not changed", async () => {
  await deploy(asksFor(2));
  const newer = await open();
  await say(newer, "written by the newer build");
  await newer.close();
  await deploy("");
  const older = await open();
  await expect
    .poll(() => alert(older))
    .toMatch(/last written by a newer Palimpsest.*They are safe and can be read here/);
  await older.getByRole("list", { name: "Session list" }).getByText("written by the newer build").click();
  await expect
    .poll(() => conversation(older))
    .toContainEqual({ who: "You", text: expect.stringContaining("written by the newer build") });
  expect(await composer(older).isDisabled()).toBe(true);
  expect(await exported(older)).toContain("written by the newer build");
});

test("L5: where nothing may be kept, as in some private windows, that is said, and no message is swallowed", async () => {
  const refusal = `if(typeof IDBFactory!=="undefined")IDBFactory.prototype.open=()=>{throw new DOMException("The operation is insecure.","SecurityError")};`;
  await deploy(refusal, /\.js$/);
  const page = await open();
  await expect.poll(() => alert(page)).toMatch(/does not let Palimpsest keep anything.*open it in an ordinary window/);
  expect(await composer(page).isDisabled()).toBe(true);
});
