/** Renders the app's icons from public/icons/icon.svg: `node test/support/render-icons.mjs`. The PNGs are committed. */
import { readFileSync } from "node:fs";
import { chromium } from "playwright";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

const drawing = readFileSync("public/icons/icon.svg", "utf8");
// A maskable icon may be cut to any shape: the ground fills the square, and the page keeps within the safe circle.
const maskable = drawing
  .replace('rx="112"', "")
  .replace('<g id="page">', '<g id="page" transform="translate(56.3 56.3) scale(.78)">');

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  for (const [name, svg] of Object.entries({ icon: drawing, maskable })) {
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await page.screenshot({ path: `public/icons/${name}-${size}.png`, omitBackground: true });
  }
  await page.close();
}
await browser.close();
