/** The README's pictures, taken of the built app: `node test/run.mjs test/support/picture.ts`. */
import { chromium } from "playwright";
import { ready, send, useGemini } from "./app-page.js";
import { launchOptions } from "./browser.js";
import { calls, says } from "./script.js";
import { serveApp } from "./serve.js";
import { still } from "./still.js";
import { openWireServer } from "./wire-server.js";

const served = await serveApp();
const wire = await openWireServer();
const browser = await chromium.launch(launchOptions);

async function open(colorScheme: "light" | "dark") {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  await page.goto(served.origin);
  await ready(page);
  await page.getByRole("banner").getByText("sample").waitFor();
  return page;
}

const dark = await open("dark");
await dark.screenshot({ path: ".github/first-run-dark.png" });

await useGemini(dark, wire.url, { model: "Gemini 2.5 Pro" });
const rounding = {
  file_path: "scale.js",
  old_string: "  const factor = Math.ceil(guests / serves);",
  new_string: "  const factor = guests / serves;",
};
const amounts = {
  file_path: "scale.js",
  old_string: "`- ${number * factor}${rest}`",
  new_string: "`- ${Math.ceil(number * factor)}${rest}`",
};
wire.script(
  [calls("read_file", { file_path: "scale.js" })],
  [
    says("The factor is rounded up to whole tables of guests. I would round the amounts instead, in two places:"),
    calls("replace", rounding),
    calls("replace", amounts),
  ],
);
await send(dark, "Why does scale.js give 4 eggs for 2 people?");
await dark.getByRole("group", { name: /^Approve/ }).waitFor();
await dark.evaluate(still);
await dark.screenshot({ path: ".github/approval-dark.png" });

const light = await open("light");
await send(light, "Where are recipes scaled for more guests?");
await light.getByRole("article", { name: "Palimpsest" }).getByRole("link").first().waitFor();
await light.getByRole("tab", { name: "Files" }).click();
await light.getByRole("tree").waitFor();
await light.evaluate(still);
await light.screenshot({ path: ".github/conversation-light.png" });
await browser.close();
await wire.close();
await served.close();
