/** The app as a person meets it: found by its accessible names (SPEC N), driven by clicks and keys. */
import type { Page } from "playwright";

export const ready = (page: Page) => page.getByRole("textbox", { name: "Message" }).waitFor({ state: "visible" });

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
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
