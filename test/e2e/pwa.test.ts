/** The app as the desktop sees it (U7): can be installed, opens in a window of its own, is updated on the user's word. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { conversation, ready, send } from "../support/app-page.js";
import { useApp } from "../support/use-app.js";

const app = useApp("pwa", { isNewForEachTest: true });

/** Opened for the second time: from the service worker's cache. */
async function openInstalled(): Promise<Page> {
  const page = await app.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await ready(page);
  return page;
}

describe("the installed app", () => {
  test("is installable by the browser's own report, and opens in a window of its own", async () => {
    const page = await openInstalled();
    const context = page.context();
    const devtools = await context.newCDPSession(page);
    expect((await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
    expect((await devtools.send("Page.getAppManifest")).errors).toEqual([]);
    const { appId: manifestId } = await devtools.send("Page.getAppId");
    expect(manifestId).toBe(`${app.origin}/`);
    await devtools.send("PWA.install", { manifestId: manifestId!, installUrlOrBundleUrl: `${app.origin}/` });
    // Without this a headless browser launches it in a tab.
    await devtools.send("PWA.changeAppUserSettings", { manifestId: manifestId!, displayMode: "standalone" });
    const [installed] = await Promise.all([
      context.waitForEvent("page"),
      devtools.send("PWA.launch", { manifestId: manifestId! }),
    ]);
    await ready(installed);
    expect(await installed.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
  });

  test("has icons of the sizes it claims, maskable ones among them, and shortcuts that lead somewhere", async () => {
    const page = await app.open();
    const { icons, shortcuts } = await page.evaluate(async () => {
      const manifest = (await (await fetch("/manifest.webmanifest")).json()) as {
        icons: { src: string; sizes: string; purpose: string }[];
        shortcuts: { name: string; url: string }[];
      };
      const measure = async (src: string) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return `${width}x${height}`;
      };
      const icons = manifest.icons.map(async (icon) => ({ ...icon, measured: await measure(icon.src) }));
      return { icons: await Promise.all(icons), shortcuts: manifest.shortcuts };
    });
    for (const { src, sizes, measured } of icons) expect(measured, src).toBe(sizes);
    const sizesFor = (purpose: string) => icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
    expect(sizesFor("any")).toEqual(["192x192", "512x512"]);
    expect(sizesFor("maskable")).toEqual(["192x192", "512x512"]);

    const urlOf = (name: string) => app.origin + shortcuts.find((shortcut) => shortcut.name === name)!.url;
    await page.goto(urlOf("New session"));
    await ready(page);
    expect(await conversation(page)).toEqual([]);
    await page.goto(urlOf("Open folder"));
    await page.reload();
    await ready(page);
    await expect.poll(() => page.getByRole("status", { name: "Status" }).innerText()).toContain("Open folder");
  });
});

describe("an update", () => {
  test("waits for the user's word, reloads nothing unasked, and keeps every session", async () => {
    const page = await openInstalled();
    await send(page, "Before the update");
    await expect.poll(async () => (await conversation(page)).length).toBe(2);
    expect(await buildOf(page)).toBe("first");

    await app.serve({ root: anotherBuild("second") });
    await page.evaluate(() => void ((globalThis as { stays?: boolean }).stays = true));
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const restart = page.getByRole("button", { name: "Restart now" });
    await restart.waitFor();

    // Nothing happens by itself: not in one that is opened now, and not in this tab meanwhile.
    const other = await app.open();
    expect(await buildOf(other)).toBe("first");
    await other.getByRole("button", { name: "Restart now" }).waitFor();
    await other.close();
    expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true);

    await restart.click();
    await expect.poll(() => buildOf(page).catch(() => "reloading")).toBe("second");
    await ready(page);
    await expect.poll(async () => (await conversation(page)).map(({ who }) => who)).toEqual(["You", "Palimpsest"]);
    expect((await conversation(page))[0]?.text).toContain("Before the update");
    await send(page, "After the update");
    await expect.poll(async () => (await conversation(page)).length).toBe(4);
    expect(await page.getByRole("button", { name: "Restart now" }).count()).toBe(0);

    // What is new is told once, and only what is.
    const news = page.getByRole("region", { name: "What is new" });
    expect(await news.getByRole("listitem").allInnerTexts()).toEqual(["Herons are counted by themselves."]);
    await news.getByRole("button", { name: "Put away" }).click();
    await page.reload();
    await ready(page);
    // Nothing is noted any more that would be told.
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /changes|update/.test(key)))).toEqual(
      [],
    );
    expect(await news.count()).toBe(0);
  });

  test("can be put off: the app goes on as it is, and says so again the next time", async () => {
    const page = await openInstalled();
    await app.serve({ root: anotherBuild("third") });
    await page.reload();
    await page.getByRole("button", { name: "Later" }).click();
    await send(page, "Not now");
    await expect.poll(async () => (await conversation(page)).length).toBe(2);
    await page.reload();
    await page.getByRole("button", { name: "Restart now" }).waitFor();
    expect(await buildOf(page)).toBe("first");
  });
});

const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "first");

/** A later build: its page says which, and its service worker knows that the page has changed. */
function anotherBuild(name: string): string {
  const dist = app.at(`build-${name}`);
  cpSync("dist", dist, { recursive: true });
  rewrite(path.join(dist, "index.html"), "<title>", `<meta name="build" content="${name}" /><title>`);
  const revision = /"revision":"(\w+)","url":"index.html"/;
  rewrite(path.join(dist, "service-worker.js"), revision, `"revision":"${name}","url":"index.html"`);
  rewrite(path.join(dist, "changelog.json"), '"changes": [', '"changes": ["Herons are counted by themselves.",');
  const log = /"revision":"(\w+)","url":"changelog.json"/;
  rewrite(path.join(dist, "service-worker.js"), log, `"revision":"${name}","url":"changelog.json"`);
  return dist;
}

function rewrite(file: string, what: string | RegExp, by: string): void {
  const before = readFileSync(file, "utf8");
  const after = before.replace(what, by);
  if (after === before) throw new Error(`${file} has no ${String(what)} to change: the build has changed its ways.`);
  writeFileSync(file, after);
}
