/** L9: what an earlier version has stored opens unchanged in this one: from its databases, and from the journal alone. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { SessionSummary } from "../../src/core/log/store.js";
import { ended, said, send, trustCard } from "../support/app-page.js";
import { says } from "../support/script.js";
import { openShown, shownRows, shownSession, type ShownRow, type ShownSession } from "../support/shown-session.js";
import { clockFrom, readStoredProfile, storedValues, storeProfile } from "../support/stored-profile.js";
import { useApp } from "../support/use-app.js";

const FOLDER = "test/fixtures/stored-profile";
const DATABASE = "palimpsest";
/** `meta` is left out: it says how far database and journal agree, and a rebuilt database counts anew. */
const STORES = ["records", "blobs", "drafts", "sessions", "documents", "weights"];

const profile = readStoredProfile(FOLDER);
const expected = JSON.parse(readFileSync(path.join(FOLDER, "expected.json"), "utf8")) as {
  readonly list: readonly ShownRow[];
  readonly trash: readonly ShownRow[];
  readonly sessions: Readonly<Record<string, ShownSession>>;
};

const app = useApp("stored-profile");
beforeAll(() => app.serve({ prefix: { matching: /\.js$/, code: clockFrom(profile) } }));

/** The app over the stored profile, as far as that is given. */
const open = (stored = profile): Promise<Page> =>
  app.openAnew({
    async before(page) {
      await page.setViewportSize({ width: 1600, height: 1000 });
      await storeProfile(page, app.origin, stored);
    },
  });

const fromFixture = () => Object.fromEntries(STORES.map((store) => [store, storedValues(profile, DATABASE, store)]));
const fromBrowser = (page: Page): Promise<unknown> =>
  page.evaluate(
    async ([database, stores]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error as Error);
        });
      const db = await done(indexedDB.open(database));
      const values = stores.map(async (store) => [
        store,
        await done(db.transaction(store).objectStore(store).getAll()),
      ]);
      const found = await Promise.all(values);
      db.close();
      return Object.fromEntries(found) as unknown;
    },
    [DATABASE, STORES] as const,
  );

async function expectLists(page: Page): Promise<void> {
  await expect.poll(() => shownRows(page, "Session list")).toEqual(expected.list);
  await page.getByRole("button", { name: "Trash" }).click();
  await expect.poll(() => shownRows(page, "Trash")).toEqual(expected.trash);
  await page.getByRole("button", { name: "Back to sessions" }).click();
}

async function expectSessions(page: Page): Promise<void> {
  for (const [id, shown] of Object.entries(expected.sessions)) {
    await openShown(page, id);
    await expect.poll(() => shownSession(page)).toEqual(shown);
  }
}

test("L9: the databases of an earlier version are left as they are, and every Session shows what it showed", async () => {
  const page = await open();
  await expectLists(page);
  expect(await fromBrowser(page)).toEqual(fromFixture());
  const listed = storedValues<SessionSummary>(profile, DATABASE, "sessions").filter(
    ({ agentOf, trashedAt }) => agentOf === undefined && trashedAt === undefined,
  );
  expect(Object.keys(expected.sessions)).toEqual(listed.map(({ id }) => id));
  await expectSessions(page);
  await page.context().close();
});

test("L8 L9: the journal of an earlier version brings back every row of every Session", async () => {
  const page = await open({ ...profile, databases: profile.databases.filter(({ name }) => name !== DATABASE) });
  await page.getByText(/brought back from the second copy/).waitFor();
  expect(await fromBrowser(page)).toEqual(fromFixture());
  await expectLists(page);
  await page.context().close();
});

test("L9: settings, trust, memories, rules and the key of an earlier version count as before, and a Session of it goes on", async () => {
  const page = await open();
  const documents = storedValues<{ collection: string; key: string; value: { text: string } }>(
    profile,
    DATABASE,
    "documents",
  );
  const textOf = (collection: string, key: string) =>
    documents.find((each) => each.collection === collection && each.key === key)!.value.text;
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const settings = page.getByRole("textbox", { name: "~/.gemini/settings.json" });
  expect(await settings.inputValue()).toBe(textOf("settings", "~/.gemini/settings.json"));
  await page.keyboard.press("Escape");

  // The folder is trusted but for a file that came later.
  const card = trustCard(page);
  await card.getByText("You trust “sample”").waitFor();
  expect(await card.getByRole("button", { name: /\.\w+$/ }).allInnerTexts()).toEqual(["recipes/GEMINI.md"]);

  await page.getByRole("tab", { name: "Memory" }).click();
  await page.getByRole("treeitem", { name: /~\/\.gemini\/GEMINI\.md/ }).click();
  const memory = page.getByRole("textbox", { name: "Memory text" });
  await expect.poll(() => memory.inputValue()).toBe(textOf("memory", "~/.gemini/GEMINI.md"));

  const [id] = Object.entries(expected.sessions).find(([, { title }]) => title.startsWith("We move the shop"))!;
  await openShown(page, id);
  await send(page, "/policies");
  await said(page, "~/.gemini/policies/auto-saved.toml");

  const { wire } = app;
  await wire.script([says("Going on.")]);
  await send(page, `/settings model.baseUrl ${wire.url}`);
  await said(page, wire.url);
  await send(page, "/model gemini-2.5-flash");
  await said(page, "answers from now on");
  await send(page, "Go on.");
  await said(page, "Going on.");
  await ended(page);
  const [asked] = (await wire.report()).requests;
  expect(asked!.headers["x-goog-api-key"]).toBe("test-key-0000");
  expect(JSON.stringify(asked!.body.contents)).toContain("<state_snapshot>");
  await page.context().close();
});
