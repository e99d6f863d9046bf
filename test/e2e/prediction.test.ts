/** T4: what we say the next request weighs, against a server that counts with the reference tokenizer and adds its own. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright";
import { chromium } from "playwright";
import type { CountText } from "../../src/core/count-content.js";
import { ready, send, useGemini } from "../support/app-page.js";
import { chromiumFlags, chromiumPath } from "../support/chromium.mjs";
import { readLog } from "../support/page-log.js";
import { says } from "../support/script.js";
import { referenceCount } from "../support/reference-tokenizer.js";
import { serveApp, type Served } from "../support/serve.js";
import type { WireBody } from "../support/wire.js";
import { openWireServer } from "../support/wire-server.js";

let browser: Browser;
let served: Served;
let count: CountText;
beforeAll(async () => {
  count = await referenceCount();
  served = await serveApp();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags, chromiumSandbox: false });
}, 90_000);
afterAll(async () => {
  await browser.close();
  await served.close();
});

/** Every string of the request, and besides what the client can't read: a preamble, so much a turn, so much a tool. */
function countBy(hidden: { preamble: number; turn: number; tool: number }) {
  const strings = (value: unknown): number => {
    if (typeof value === "string") return count(value);
    if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + strings(each), 0);
    if (typeof value !== "object" || value === null) return 0;
    return Object.entries(value).reduce(
      (sum, [key, each]) => sum + (key === "text" || key === "parts" ? 0 : count(key)) + strings(each),
      0,
    );
  };
  return ({ contents = [], systemInstruction, tools = [] }: WireBody): number => {
    const declarations = tools.flatMap(
      (tool) => (tool as { functionDeclarations?: unknown[] }).functionDeclarations ?? [],
    );
    const words = [...contents, ...(systemInstruction ? [systemInstruction] : [])].reduce(
      (sum, { parts }) => sum + strings(parts),
      0,
    );
    return words + declarations.length * hidden.tool + contents.length * hidden.turn + hidden.preamble;
  };
}

const english =
  "The harbour master wrote down every ship that came in, its draught, its cargo and the hour of the tide. ";
const chinese = "港务长记下了每一艘进港的船，记下它的吃水、货物和潮汐的时刻，从来没有漏掉过一艘。";
const json = JSON.stringify(
  Array.from({ length: 12 }, (_, at) => ({
    id: at * 7919,
    name: `item-${at}`,
    tags: ["a", "b"],
    price: at * 1.25,
    at: "2026-11-16T15:10:00Z",
  })),
  undefined,
  2,
);

test.each<[string, string, { preamble: number; turn: number; tool: number }]>([
  ["English", english, { preamble: 180, turn: 5, tool: 22 }],
  ["Chinese", chinese, { preamble: 40, turn: 9, tool: 35 }],
  ["JSON", json, { preamble: 400, turn: 4, tool: 12 }],
])("T4: in a session of %s the request is predicted within 2 %% after two turns", async (_name, text, hidden) => {
  const wire = await openWireServer({ count: countBy(hidden) });
  wire.answer(({ body }) => [says(...`${text} (${body.contents?.length})`.repeat(6).match(/[\s\S]{1,40}/gu)!)]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(served.origin);
  await ready(page);
  await useGemini(page, wire.url);
  for (let turn = 1; turn <= 5; turn++) {
    await send(page, `${turn}. ${text.repeat(turn)}`);
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await page
      .getByRole("article", { name: "Palimpsest" })
      .nth(turn - 1)
      .getByText(`(${turn * 2 - 1})`)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  }
  const usages = (await readLog(page)).flatMap((record) =>
    record.kind === "content" && record.usage?.predicted !== undefined ? [record.usage] : [],
  );
  await context.close();
  await wire.close();
  expect(usages).toHaveLength(5);
  const errors = usages.map(({ prompt, predicted }) => Math.abs(predicted! - prompt) / prompt);
  console.log(_name, errors.map((error) => `${(100 * error).toFixed(2)} %`).join(", "));
  for (const error of errors.slice(2)) expect(error).toBeLessThan(0.02);
});
