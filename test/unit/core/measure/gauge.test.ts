import { expect, test } from "vitest";
import { modelSaid, userSaid, type Content } from "../../../../src/core/content.js";
import type { WeightTrace } from "../../../../src/core/log/record-kinds.js";
import { createGauge } from "../../../../src/core/measure/gauge.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import { plainCounter } from "../../../support/plain-counter.js";
import type { WeighedItem } from "../../../../src/core/measure/context-weights.js";

const result = (text: string): Content => ({
  role: "user",
  parts: [{ functionResponse: { id: "c", name: "tool", response: { output: text } } }],
});
const call: Content = { role: "model", parts: [{ functionCall: { id: "c", name: "tool" } }] };
const history = [
  userSaid("a".repeat(400)),
  modelSaid("b".repeat(400)),
  userSaid("c".repeat(40)),
  call,
  result("d".repeat(4000)),
  modelSaid("done"),
];

/** A store that remembers what was weighed, and what was read of it; once `counting.exact`, the tokenizer is there. */
function createStore() {
  const traces = new Map<string, WeightTrace[]>();
  const reads: string[] = [];
  const asked: string[][] = [];
  const counting = { exact: false };
  const stored = (session: string) => {
    reads.push(session);
    return Promise.resolve([...(traces.get(session) ?? [])]);
  };
  const whole = (session: string, ids: readonly string[]): Promise<readonly LogRecord[]> => {
    asked.push([...ids]);
    return Promise.resolve(ids.flatMap((id) => recordsOf(session, id)));
  };
  const counter = () => Promise.resolve({ exact: counting.exact, count: plainCounter.count });
  return { traces, reads, asked, counting, open: () => createGauge({ counter, stored, whole }) };
}

const recordsOf = (session: string, id: string): readonly LogRecord[] => {
  const content = history[Number(id.slice(1))];
  if (!content) return [];
  const from = content.role === "model" ? "model" : "user";
  return [{ id, session, at: 0, kind: "content", turn: "t", step: "s", from, content }];
};

async function weighedIn(gauge: ReturnType<typeof createGauge>): Promise<WeighedItem[]> {
  const weights = await gauge.weigh(history);
  return weights.map((weight, at) => ({ record: `r${at}`, weight }));
}

const tracesOf = (items: readonly WeighedItem[]): WeightTrace[] =>
  items.map(({ record, weight }) => ({ id: record, kind: "content", weight }));

test("weights that are added one by one make the same as weights read from the store", async () => {
  const { traces, open } = createStore();
  const fresh = open();
  const weighed = await weighedIn(fresh);
  for (const item of weighed) await fresh.add("s", [item]);
  traces.set("s", tracesOf(weighed));
  const replaced = open(); // as after a kill
  expect(await replaced.measure("s")).toEqual(await fresh.measure("s"));
});

test("T5: a content that was stored without a weight is read and weighed by the Gauge itself, once", async () => {
  const { traces, asked, counting, open } = createStore();
  counting.exact = true;
  const gauge = open();
  const weighed = tracesOf(await weighedIn(gauge));
  traces.set("s", weighed);
  const all = await gauge.measure("s");
  traces.set(
    "s",
    weighed.map((trace) => (trace.id === "r4" || trace.id === "r1" ? { id: trace.id, kind: "content" } : trace)),
  );
  await gauge.forget("s");
  expect(await gauge.measure("s")).toEqual(all);
  expect(all.exact).toBe(true);
  await gauge.forget("s");
  expect(await gauge.measure("s")).toEqual(all);
  expect(asked).toEqual([["r1", "r4"]]);
});

test("T5: what can't be weighed makes the Session an estimate", async () => {
  const { traces, counting, open } = createStore();
  counting.exact = true;
  const gauge = open();
  traces.set("s", [...tracesOf(await weighedIn(gauge)), { id: "r99", kind: "content" }]);
  expect(await gauge.measure("s")).toMatchObject({ exact: false, measured: { contents: history.length } });
});

test("T3: what was estimated before the tokenizer came is weighed again when it is there, read or added", async () => {
  const { traces, reads, asked, counting, open } = createStore();
  const gauge = open();
  const estimated = await weighedIn(gauge);
  traces.set("s", tracesOf(estimated.slice(0, 5)));
  expect(await gauge.measure("s")).toMatchObject({ exact: false });
  expect(asked).toEqual([]); // who estimates has nothing better
  counting.exact = true;
  const last = estimated[5]!; // weighed just before
  await gauge.weigh(history.slice(0, 1)); // from now on it is known
  traces.set("s", tracesOf(estimated));
  expect(await gauge.add("s", [last])).toMatchObject({ exact: true, measured: { contents: history.length } });
  expect(reads).toHaveLength(2);
  await gauge.measure("s");
  expect(reads).toHaveLength(2);
});

test("T3: an estimate of media is left as it is", async () => {
  const { traces, reads, asked, counting, open } = createStore();
  counting.exact = true;
  const gauge = open();
  const picture: Content = { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] };
  const [weight] = await gauge.weigh([picture]);
  traces.set("s", [{ id: "r0", kind: "content", weight: weight! }]);
  expect(await gauge.measure("s")).toMatchObject({ exact: false });
  await gauge.measure("s");
  expect([asked, reads]).toEqual([[], ["s"]]);
});

test("what is known already is not entered twice", async () => {
  const { traces, open } = createStore();
  const gauge = open();
  const weighed = await weighedIn(gauge);
  traces.set("s", tracesOf(weighed));
  const before = await gauge.measure("s");
  expect(await gauge.add("s", weighed)).toEqual(before);
});

test("C11: what is recalled for a question comes and goes as if all weights were read anew, and none is", async () => {
  const { traces, reads, open } = createStore();
  const gauge = open();
  const weighed = tracesOf(await weighedIn(gauge));
  const [weight, other] = await gauge.weigh([userSaid("of old ".repeat(40)), userSaid("of older ".repeat(90))]);
  const first: WeightTrace[] = [...weighed, { id: "x1", kind: "recalled", for: "r2", weight: weight! }];
  const second: WeightTrace[] = [
    ...first,
    { id: "x2", kind: "undo", of: "x1" },
    { id: "x3", kind: "recalled", for: "r5", weight: other! },
  ];
  const third: WeightTrace[] = [...second, { id: "x4", kind: "undo", of: "x3" }];
  traces.set("s", weighed);
  await gauge.measure("s");
  const read = reads.length;
  const states = [
    await gauge.recall("s", { record: "x1", for: "r2", weight: weight! }),
    await gauge.recall("s", { record: "x3", for: "r5", weight: other! }),
    await gauge.recall("s"),
  ];
  expect(reads).toHaveLength(read);
  for (const [at, stored] of [first, second, third].entries()) {
    traces.set("s", stored);
    expect(states[at]).toEqual(await open().measure("s"));
  }
  expect(states[0]!.recalled).toBeGreaterThan(0);
});

test("T3: what stands before every conversation is counted once, and again where it changed or was an estimate", async () => {
  const counted: string[] = [];
  const counting = { exact: false };
  const count = (text: string) => {
    counted.push(text);
    return plainCounter.count(text);
  };
  const counter = () => Promise.resolve({ exact: counting.exact, count });
  const gauge = createGauge({ counter, stored: () => Promise.resolve([]) });
  const tools = [{ name: "glob", description: "Finds files.", parameters: {} }];
  const frame = { system: "Be brief. Prefer tabs.", tools, parts: [{ id: "GEMINI.md", text: "Prefer tabs." }] };
  expect(await gauge.weighFrame(frame)).toMatchObject({ exact: false });
  counting.exact = true;
  counted.length = 0;
  const weighed = await gauge.weighFrame(frame);
  expect(weighed).toMatchObject({ exact: true, toolCount: 1 });
  expect(counted).toHaveLength(4);
  expect(await gauge.weighFrame(structuredClone(frame))).toEqual(weighed);
  expect(counted).toHaveLength(4);
  await gauge.weighFrame({ ...frame, system: "Be brief." });
  expect(counted.slice(4)).toEqual(["Be brief."]);
});

test("T6: few Sessions are kept, and one that was let go is read again", async () => {
  const { reads, open } = createStore();
  const gauge = open();
  for (const session of ["a", "b", "c", "d", "e"]) await gauge.measure(session);
  await gauge.measure("e");
  expect(reads).toHaveLength(5);
  await gauge.measure("a");
  expect(reads).toHaveLength(6);
});

test("a store that fails once is asked again", async () => {
  let fails = true;
  const stored = () => (fails ? Promise.reject(new Error("busy")) : Promise.resolve([]));
  const gauge = createGauge({ counter: () => Promise.resolve(plainCounter), stored });
  await expect(gauge.measure("s")).rejects.toThrow("busy");
  fails = false;
  expect((await gauge.measure("s")).measured.contents).toBe(0);
});

test("X4: a pinned result does not give way, and what is away is found but not weighed", async () => {
  const { traces, open } = createStore();
  const weighed = tracesOf(await weighedIn(open()));
  traces.set("s", weighed);
  expect(await open().toMask("s", { keep: 0, free: 0 })).toHaveLength(1);
  traces.set("s", [
    { ...weighed[0]!, id: "gone" },
    ...weighed,
    { id: "x1", kind: "pin", record: "r4" },
    { id: "x2", kind: "removal", records: ["gone"] },
  ]);
  const gauge = open();
  expect(await gauge.toMask("s", { keep: 0, free: 0 })).toEqual([]);
  expect((await gauge.measure("s")).measured.contents).toBe(history.length);
  expect((await gauge.find("s", "gone"))?.away).toBe(true);
  expect((await gauge.find("s", "r4"))?.exchange.map(({ record }) => record)).toEqual(["r3", "r4"]);
  expect((await gauge.find("s", "r4"))?.turn.map(({ record }) => record)).toEqual(["r2", "r3", "r4", "r5"]);
});
