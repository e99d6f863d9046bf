/** T4: what we say the next request weighs, against a server that counts with the reference tokenizer and adds its own. */
import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright";
import type { CountText } from "../../src/core/measure/count-tools.js";
import { send, tokensAreCounted, useGemini } from "../support/app-page.js";
import { readLog } from "../support/page-log.js";
import { calls, says, type Script } from "../support/script.js";
import { referenceCount } from "../support/reference-tokenizer.js";
import { useApp } from "../support/use-app.js";
import type { WireBody } from "../support/wire.js";
import { openWireServer } from "../support/wire-server.js";

const app = useApp("prediction");
let count: CountText;
beforeAll(async () => void (count = await referenceCount()));

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
    const offered = strings(declarations) + declarations.length * hidden.tool;
    return words + offered + contents.length * hidden.turn + hidden.preamble;
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

type Hidden = Parameters<typeof countBy>[0];

/** Has the user say five things of growing size; by how much each request was predicted wrong, and in which turn it was made. */
async function errorsOf(
  hidden: Hidden,
  said: (turn: number) => string,
  answer: (body: WireBody) => Script,
): Promise<readonly { readonly turn: number; readonly error: number }[]> {
  const wire = await openWireServer({ count: countBy(hidden) });
  wire.answer(({ body }) => answer(body));
  const page = await app.openAnew();
  await useGemini(page, wire.url);
  await tokensAreCounted(page);
  for (let turn = 1; turn <= 5; turn++) {
    await send(page, said(turn));
    await expect.poll(async () => (await turnsIn(page)).ended).toBe(turn);
  }
  const { usages } = await turnsIn(page);
  await page.context().close();
  await wire.close();
  return usages.map(({ turn, prompt, predicted }) => ({ turn, error: Math.abs(predicted! - prompt) / prompt }));
}

async function turnsIn(page: Page) {
  const log = await readLog(page);
  const ended = log.filter(({ kind }) => kind === "turn-ended").length;
  const turns = [...new Set(log.flatMap((record) => (record.kind === "content" ? [record.turn] : [])))];
  const usages = log.flatMap((record) =>
    record.kind === "content" && record.usage?.predicted !== undefined
      ? [{ ...record.usage, turn: turns.indexOf(record.turn) + 1 }]
      : [],
  );
  return { ended, usages };
}

function expectClose(name: string, errors: Awaited<ReturnType<typeof errorsOf>>): void {
  console.log(name, errors.map(({ turn, error }) => `${turn}: ${(100 * error).toFixed(2)} %`).join(", "));
  for (const { turn, error } of errors) if (turn > 2) expect(error).toBeLessThan(0.02);
}

test.each<[string, string, Hidden]>([
  ["English", english, { preamble: 180, turn: 5, tool: 22 }],
  ["Chinese", chinese, { preamble: 40, turn: 9, tool: 35 }],
  ["JSON", json, { preamble: 400, turn: 4, tool: 12 }],
])(
  "T4: in a session of %s the request is predicted within two per cent after two turns",
  async (name, text, hidden) => {
    const errors = await errorsOf(
      hidden,
      (turn) => `${turn}. ${text.repeat(turn)}`,
      ({ contents = [] }) => [says(...`${text} (${contents.length})`.repeat(6).match(/[\s\S]{1,40}/gu)!)],
    );
    expect(errors).toHaveLength(5);
    expectClose(name, errors);
  },
);

test("T4: in a session whose JSON goes through tools the request is predicted within two per cent after two turns", async () => {
  const todos = Array.from({ length: 25 }, (_, at) => ({ description: `Step ${at}: ${english}`, status: "pending" }));
  const errors = await errorsOf(
    { preamble: 150, turn: 6, tool: 30 },
    (turn) => `${turn}. ${english}`,
    ({ contents = [] }) => {
      const results = contents.at(-1)?.parts?.filter((part) => part.functionResponse) ?? [];
      if (results.length > 1) return [says("Done.")];
      if (results.length === 1)
        return [calls("read_file", { file_path: "scale.js" }), calls("glob", { pattern: "**" })];
      return [calls("write_todos", { todos: todos.slice(0, 5 * (contents.length % 5) + 5) })];
    },
  );
  expect(errors).toHaveLength(15);
  expectClose("JSON through tools", errors);
});
