import { expect, test } from "vitest";
import { modelSaid, userSaid, type Content } from "../../../src/core/content.js";
import { createGauge, type WeighedItem } from "../../../src/core/gauge.js";
import { plainCounter } from "../../../src/core/weighed.js";

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

/** A store that remembers what was weighed, and how often it was read. */
function createStore() {
  const items = new Map<string, WeighedItem[]>();
  const reads: string[] = [];
  const stored = (session: string) => {
    reads.push(session);
    return Promise.resolve([...(items.get(session) ?? [])]);
  };
  return { items, reads, open: () => createGauge({ counter: () => Promise.resolve(plainCounter), stored }) };
}

async function weighedIn(gauge: ReturnType<typeof createGauge>): Promise<WeighedItem[]> {
  const weights = await gauge.weigh(history);
  return weights.map((weight, at) => ({ record: `r${at}`, weight }));
}

test("weights that are added one by one make the same as weights read from the store", async () => {
  const { items, open } = createStore();
  const fresh = open();
  const weighed = await weighedIn(fresh);
  for (const item of weighed) await fresh.add("s", [item]);
  items.set("s", weighed);
  const replaced = open(); // as after a kill
  expect(await replaced.measure("s")).toEqual(await fresh.measure("s"));
  expect(await replaced.split("s", 0.1)).toBe(await fresh.split("s", 0.1));
});

test("what is known already is not entered twice", async () => {
  const { items, open } = createStore();
  const gauge = open();
  const weighed = await weighedIn(gauge);
  items.set("s", weighed);
  const before = await gauge.measure("s");
  expect(await gauge.add("s", weighed)).toEqual(before);
});

test("C2: the split names the first record to keep, and never parts a call from its result", async () => {
  const gauge = createStore().open();
  await gauge.add("s", await weighedIn(gauge));
  expect(await gauge.split("s", 0.1)).toBe("r2");
  expect(await gauge.split("s", 0.9)).not.toBe("r4");
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
  const { items, open } = createStore();
  const weighed = await weighedIn(open());
  const held = { pins: ["p"], masks: [], folds: [], removals: [] };
  items.set("s", weighed);
  expect(await open().toMask("s", { keep: 0, free: 0 })).toHaveLength(1);
  items.set("s", [...weighed.map((item) => ({ ...item, held })), { ...weighed[0]!, record: "gone", away: true }]);
  const gauge = open();
  expect(await gauge.toMask("s", { keep: 0, free: 0 })).toEqual([]);
  expect((await gauge.measure("s")).measured.contents).toBe(history.length);
  expect((await gauge.find("s", "gone"))?.away).toBe(true);
  expect((await gauge.find("s", "r4"))?.exchange.map(({ record }) => record)).toEqual(["r3", "r4"]);
  expect((await gauge.find("s", "r4"))?.turn.map(({ record }) => record)).toEqual(["r2", "r3", "r4", "r5"]);
});
