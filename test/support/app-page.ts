/** The app as a person meets it: found by its accessible names (N1), driven by clicks and keys. */
import type { Page } from "playwright";

export const ready = (page: Page) => page.getByRole("textbox", { name: "Message" }).waitFor({ state: "visible" });

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** Gives the app a key and an address to ask, and chooses a Gemini. */
export async function useGemini(
  page: Page,
  baseUrl: string,
  { key = "test-key-0000", model = "Gemini 2.5 Flash" } = {},
): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("textbox", { name: "API base URL" }).fill(baseUrl);
  await dialog.getByRole("textbox", { name: "API base URL" }).press("Tab");
  await dialog.getByLabel("Gemini API key").fill(key);
  await dialog.getByLabel("Gemini API key").press("Enter");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Model/ }).click();
  await page
    .getByRole("listbox", { name: "Models" })
    .getByRole("option", { name: new RegExp(`^${model}(?!-)`) })
    .click();
}

/** Sets the context limit. */
export async function limitTo(page: Page, tokens: number): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  const limit = page.getByRole("dialog", { name: "Settings" }).getByRole("spinbutton", { name: "Context limit" });
  await limit.fill(String(tokens));
  await limit.press("Tab");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Settings" }).waitFor({ state: "hidden" });
}

/** `big.txt`, of 12,000 lines, in the folder that is open on the first run. */
export const writeBigFile = (page: Page): Promise<void> => page.evaluate(writeLines);

/** Runs in the page, so it stands alone. */
async function writeLines(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("workspaces")).getDirectoryHandle("sample");
  const file = await (await folder.getFileHandle("big.txt", { create: true })).createWritable();
  await file.write(Array.from({ length: 12_000 }, (_, at) => `Line ${at} has its own words.`).join("\n"));
  await file.close();
}

/** What the conversation shows: whose words, and which. */
export const conversation = (page: Page): Promise<{ who: string; text: string }[]> =>
  page
    .getByRole("log", { name: "Conversation" })
    .getByRole("article")
    .evaluateAll((articles) =>
      articles.map((article) => ({
        who: article.getAttribute("aria-label") ?? "",
        text: (article as HTMLElement).innerText,
      })),
    );
