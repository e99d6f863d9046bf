/** The README's pictures, taken of the built app: `node test/run.mjs test/support/picture.ts`. */
import { chromium } from "playwright";
import { ready, send } from "./app-page.js";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";
import { serveApp } from "./serve.js";

const served = await serveApp();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags, chromiumSandbox: false });

async function open(colorScheme: "light" | "dark") {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  await page.goto(served.origin);
  await ready(page);
  await page.getByRole("button", { name: "Not now" }).click();
  return page;
}

const dark = await open("dark");
await dark.screenshot({ path: ".github/first-run-dark.png" });
const light = await open("light");
await send(light, "Where are recipes scaled for more guests?");
await light.getByRole("article", { name: "Palimpsest" }).getByRole("link").first().waitFor();
await light.getByRole("tab", { name: "Files" }).click();
await light.waitForTimeout(1_000);
await light.screenshot({ path: ".github/conversation-light.png" });
await browser.close();
await served.close();
