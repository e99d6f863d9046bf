/** The app as a person meets it: found by its accessible names (N1), driven by clicks and keys. */
import type { Page } from "playwright";
import type { AgentPort } from "../../src/core/port/agent-port.js";

export const ready = (page: Page) => page.getByRole("textbox", { name: "Message" }).waitFor({ state: "visible" });

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Until words stand in an answer, or beside it. */
export const said = (page: Page, words: string | RegExp) =>
  page.getByRole("article", { name: "Palimpsest" }).getByText(words).first().waitFor();

/** Until the answer has come to its end. */
export const ended = (page: Page) => button(page, "Stop").waitFor({ state: "hidden" });

/** What the status line has said from now on: noted by the page itself, since some of it stands there for a moment only. */
export async function noteStatus(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.getByRole("status", { name: "Status" }).evaluateHandle((status) => {
    const seen = new Set<string>();
    const note = () => void seen.add((status.textContent ?? "").replaceAll(/\s+/g, " ").trim());
    new MutationObserver(note).observe(status, { childList: true, characterData: true, subtree: true });
    note();
    return seen;
  });
  return () => said.evaluate((seen) => [...seen]);
}

/** What a Tool asks before it acts. */
export const approval = (page: Page) => page.getByRole("group", { name: /^Approve: / });

export const trustCard = (page: Page) => page.getByRole("group", { name: "Trust this folder?" });
export async function trust(page: Page): Promise<void> {
  await trustCard(page).getByRole("button", { name: "Trust", exact: true }).click();
  await trustCard(page).waitFor({ state: "hidden" });
}

/** The context meter: what the next request takes, and the window. */
export async function meterOf(page: Page): Promise<{ readonly now: number; readonly max: number }> {
  const meter = page.getByRole("meter", { name: "Context" });
  return {
    now: Number(await meter.getAttribute("aria-valuenow")),
    max: Number(await meter.getAttribute("aria-valuemax")),
  };
}
export const usedOf = async (page: Page): Promise<number> => (await meterOf(page)).now;

export const compressedCard = (page: Page) => page.getByRole("group", { name: "Compressed" });

type Shell = Element & { readonly port: AgentPort };

/**
 * Until tokens are counted, not estimated: the vocabulary is loaded with the first count, and a busy machine is told an
 * estimate meanwhile. This many letters are 40 tokens, and are estimated as 260.
 */
export const tokensAreCounted = (page: Page) =>
  page.waitForFunction(
    async () => (await document.querySelector<Shell>("app-shell")!.port.memories.weigh("a".repeat(320))) < 100,
    undefined,
    { polling: 100 },
  );

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
