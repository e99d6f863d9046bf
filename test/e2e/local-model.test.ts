/** G2, P3: a GGUF file from this device, in the built app: chosen, answered, stopped, offline; and nobody else is asked. */
import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright";
import { LOCAL_MODEL_PAGE, headersFor } from "../../src/core/serving-headers.js";
import { conversation, send } from "../support/app-page.js";
import { makeGguf } from "../support/make-gguf.js";
import { useApp } from "../support/use-app.js";

const words = ["I", " am", " a", " very", " small", " model", "."];
const app = useApp("local-model");
const asked: string[] = [];
let page: Page;

beforeAll(async () => {
  const context = await app.launch();
  context.on("request", (request) => asked.push(request.url()));
  context.on("console", (message) => message.type() === "error" && console.error(message.text()));
  page = await app.open();
});

/** As the user does: something opens the browser's own dialog, and a file is chosen there. */
async function pick(asking: () => Promise<void>, name: string, file: Uint8Array): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), asking()]);
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(file) });
}

async function openModels(): Promise<void> {
  await page.getByRole("button", { name: /^Model/ }).click();
  await page.getByRole("listbox", { name: "Models" }).waitFor();
}
const settings = () => page.getByRole("dialog", { name: "Settings" });
const openSettings = () => page.getByRole("button", { name: "Settings" }).click();
const pickInSettings = () => settings().getByRole("button", { name: "Pick a model file…" }).click();
const closeSettings = () => settings().getByRole("button", { name: "Close" }).click();
const optionNames = () =>
  page.getByRole("listbox", { name: "Models" }).getByRole("option").locator("b").allInnerTexts();

async function choose(model: string): Promise<void> {
  await openModels();
  await page.getByRole("listbox", { name: "Models" }).getByRole("option", { name: model }).click();
}

const answer = async () => (await conversation(page)).at(-1)?.text ?? "";
const runtimeAsked = () => app.hits.filter((path) => /^\/assets\/(?:local-model|wllama)-/.test(path));

test("nothing of the runtime is loaded until it is wanted", async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(runtimeAsked()).toEqual([]);
});

test("G2 a file is picked in the Settings, and what is no model is refused with a sentence", async () => {
  await openSettings();
  await pick(pickInSettings, "notes.gguf", new TextEncoder().encode("Not a model."));
  await settings().getByText("notes.gguf is not a GGUF file. Nothing was kept.").waitFor();
  await pick(pickInSettings, "endless.gguf", makeGguf({ words, endless: true }));
  await settings().getByText("“endless” is kept on this device.").waitFor();
  await settings().getByRole("button", { name: "Forget endless" }).waitFor();
  await closeSettings();
});

test("G2 a file is picked in the list of models, and is chosen", async () => {
  await openModels();
  await pick(
    () => page.getByRole("option", { name: "Another model file…" }).click(),
    "words.gguf",
    makeGguf({ words }),
  );
  await page.locator("model-picker .name").getByText("words", { exact: true }).waitFor();
  await openModels();
  expect(await optionNames()).toEqual(expect.arrayContaining(["endless", "words", "Another model file…"]));
  await page.keyboard.press("Escape");
});

test("G2 it answers from its file", async () => {
  // The words of the test's model are known only where nothing holds it to a form, as tools would.
  await send(page, "/settings tools.exclude *");
  await page.getByText('is ["*"] now').first().waitFor();
  await send(page, "Who are you?");
  await expect.poll(answer).toContain("I am a very small model.");
});

test("it stops in the middle, and answers again", async () => {
  await choose("endless");
  await send(page, "Go on without end");
  await expect.poll(answer).toMatch(/(?:I am a very small model\.){3}/);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await choose("words");
  await send(page, "And now?");
  await expect.poll(answer).toMatch(/I am a very small model\.\s*$/);
});

test("offline it still answers", async () => {
  await page.close();
  await app.stopServing();
  page = await app.open();
  await send(page, "Are you there?");
  await expect.poll(answer).toContain("I am a very small model.");
  const policies = await page.evaluate(
    async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).headers.get("content-security-policy"))),
    [LOCAL_MODEL_PAGE],
  );
  expect(policies).toEqual([headersFor(LOCAL_MODEL_PAGE)["content-security-policy"]]);
  await app.serve();
});

test("G2 a file that is forgotten is gone from the list, and the librarian answers again", async () => {
  await openSettings();
  await settings().getByRole("button", { name: "Forget words" }).click();
  await settings().getByText("The file is no longer kept here.").waitFor();
  await closeSettings();
  await page.locator("model-picker .name").getByText("Librarian", { exact: true }).waitFor();
  await openModels();
  expect(await optionNames()).not.toContain("words");
  await page.keyboard.press("Escape");
});

test("P3 nobody but this origin was asked, and the frame's policy names nobody else", async () => {
  const elsewhere = asked.filter((url) => !url.startsWith(`${app.origin}/`) && !url.startsWith(`blob:${app.origin}/`));
  expect(elsewhere).toEqual([]);
  const policy = (await fetch(app.origin + LOCAL_MODEL_PAGE)).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'self'");
});
