/** The thin but whole slice: open, write, get an answer, close, come back offline, and everything is there. */
import { expect, test } from "vitest";
import { conversation, send } from "../support/app-page.js";
import { useApp } from "../support/use-app.js";

const app = useApp("first-run");
const profile = "first-run";

test("U6: with no key and no network the librarian answers at once, and says what it is", async () => {
  await app.launch({ profile });
  const page = await app.open();
  await send(page, "Hello! What can you do?");
  await expect.poll(async () => (await conversation(page)).map(({ who }) => who)).toEqual(["You", "Palimpsest"]);
  await expect.poll(async () => (await conversation(page))[1]?.text).toMatch(/librarian/i);
  await page.close();
});

test("U7: with the server stopped, after a restart of the browser, everything is there and goes on", async () => {
  const before = await app.open();
  await before.evaluate(() => navigator.serviceWorker.ready);
  await before.context().close();
  await app.stopServing();
  await app.launch({ profile });
  const page = await app.open();
  await page.getByRole("list", { name: "Session list" }).getByText("Hello! What can you do?").click();
  await expect.poll(async () => (await conversation(page)).map(({ who }) => who)).toEqual(["You", "Palimpsest"]);
  await send(page, "And offline?");
  await expect.poll(async () => (await conversation(page)).length).toBe(4);
});
