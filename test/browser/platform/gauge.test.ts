import { openDB } from "idb";
import { afterEach, expect, test } from "vitest";
import { UNCALIBRATED } from "../../../src/core/measure/calibration.js";
import type { MapBlock } from "../../../src/core/measure/context-map.js";
import { userSaid, type Content } from "../../../src/core/content.js";
import { linkGauge } from "../../../src/platform/measure/gauge-link.js";
import { DATABASE } from "../../../src/platform/store/database.js";
import { startLog } from "../../../src/platform/store/log-link.js";
import { linkWorker } from "../../../src/platform/threads/worker-link.js";
import { created, nextId, record } from "../../support/records.js";

const spoken = (session: string, weight: Awaited<ReturnType<ReturnType<typeof linkGauge>["weigh"]>>[number]) =>
  record(session, { kind: "content", turn: "t", step: "s", from: "user", content: userSaid("hello"), weight });

/** Workers that were started here, to be killed from outside as a browser short of memory would. */
const workers: Worker[] = [];
const Real = globalThis.Worker;
class Watched extends Real {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    workers.push(this);
  }
}
globalThis.Worker = Watched;
afterEach(() => workers.splice(0));

test("T3: a Content is counted exactly, in the worker", async () => {
  const [weight] = await linkGauge().weigh([userSaid("The quick brown fox jumps over the lazy dog.")]);
  expect(weight).toMatchObject({ tokens: 10, exact: true });
});

test("a Gauge that was killed is replaced, and reads the weights from the store by itself", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const weights = await gauge.weigh([userSaid("one two three"), userSaid("four")]);
  await log.append([created(session), ...weights.map((weight) => spoken(session, weight))]);
  const before = await gauge.measure(session);
  expect(before.measured.contents).toBe(2);
  const [gaugeWorker] = workers.slice(-1);
  gaugeWorker!.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  expect(await gauge.measure(session)).toEqual(before);
});

test("a Gauge that is ended without a word in the middle of its work is replaced, and every call is answered", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const [weight] = await gauge.weigh([userSaid("one two three")]);
  const [first, second] = [spoken(session, weight!), spoken(session, weight!)];
  await log.append([created(session), first, second]);
  const started = performance.now();
  const asked = Promise.all([
    gauge.weigh([userSaid("one two three"), userSaid("four")]),
    gauge.measure(session),
    gauge.add(session, [{ record: second.id, weight: weight! }]),
  ]);
  workers.at(-1)!.terminate();
  const [weights, measured, added] = await asked;
  expect(weights[0]).toEqual(weight);
  expect(measured.measured).toMatchObject({ contents: 2, exact: 2 * weight!.tokens });
  expect(added).toEqual(measured);
  expect(performance.now() - started).toBeLessThan(25_000); // not the half minute that one may work
  expect(workers).toHaveLength(3); // the log's, and two
});

test("what a rewind takes back weighs nothing any more", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const weights = await gauge.weigh([userSaid("one two three"), userSaid("four"), userSaid("five")]);
  const records = weights.map((weight) => spoken(session, weight));
  await log.append([created(session), ...records]);
  await log.append([record(session, { kind: "rewind", to: records[1]!.id }), spoken(session, weights[2]!)]);
  const { measured } = await gauge.measure(session);
  expect(measured.contents).toBe(2);
  expect(measured.exact).toBe(weights[0]!.tokens + weights[2]!.tokens);
});

test("T5: what was stored without a weight is weighed from the store; also where the first versions left no trace of it", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const bulk = userSaid("many words of a message ".repeat(2_000)); // stored apart from its record
  const weights = await gauge.weigh([userSaid("hello"), bulk]);
  const start = created(session);
  const unweighed = { kind: "content" as const, turn: "t", step: "s", from: "user" as const };
  const bare = record(session, { ...unweighed, content: bulk });
  const discarded = record(session, { ...unweighed, content: bulk, discarded: true });
  await log.append([start, spoken(session, weights[0]!), bare, discarded]);
  const all = weights[0]!.tokens + weights[1]!.tokens;
  expect(await gauge.measure(session)).toMatchObject({ exact: true, measured: { exact: all, contents: 2 } });

  const db = await openDB(DATABASE);
  for (const { id } of [start, bare, discarded]) {
    expect(await db.getKey("weights", [session, id])).toBeDefined();
    await db.delete("weights", [session, id]);
  }
  db.close();
  await gauge.forget(session);
  expect(await gauge.measure(session)).toMatchObject({ exact: true, measured: { exact: all, contents: 2 } });
  await log.append([spoken(session, weights[0]!), record(session, { ...unweighed, content: bulk })]);
  await gauge.forget(session);
  expect(await gauge.measure(session)).toMatchObject({ exact: true, measured: { exact: 2 * all, contents: 4 } });
});

test("L2: what was rewound or masked weighs as before once that is undone", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const result = (output: string): Content => ({
    role: "user",
    parts: [{ functionResponse: { id: "c", name: "tool", response: { output } } }],
  });
  const whole = result("many words of a result ".repeat(200));
  const [weight, preview, words] = await gauge.weigh([whole, result("many … words"), userSaid("four")]);
  const said = record(session, { kind: "content", turn: "t", step: "s", from: "tool", content: whole, weight });
  const mask = record(session, { kind: "mask", record: said.id, part: 0, preview: "many … words", weight: preview });
  const last = spoken(session, words!);
  const rewind = record(session, { kind: "rewind", to: last.id });
  const tokens = async () => {
    await gauge.forget(session);
    return (await gauge.measure(session)).measured.exact;
  };
  await log.append([created(session), said, last]);
  expect(await tokens()).toBe(weight!.tokens + words!.tokens);
  await log.append([mask, rewind]);
  expect(await tokens()).toBe(preview!.tokens);
  await log.append([record(session, { kind: "undo", of: rewind.id })]);
  expect(await tokens()).toBe(preview!.tokens + words!.tokens);
  await log.append([record(session, { kind: "undo", of: mask.id })]);
  expect(await tokens()).toBe(weight!.tokens + words!.tokens);
});

test("U2: in the map a message stored apart from its record, over 32 KB, has its first words; so has its result's call", async () => {
  const session = nextId();
  const log = startLog(() => undefined);
  await log.open();
  const gauge = linkGauge();
  const bulk = "and a line more\n".repeat(4_000);
  const content = userSaid(`Explain this log to me: ${bulk}`);
  const response = { output: bulk };
  const result: Content = { role: "user", parts: [{ functionResponse: { id: "c", name: "read_file", response } }] };
  const [weight, weightOfResult] = await gauge.weigh([content, result]);
  const said = record(session, { kind: "content", turn: "t", step: "s", from: "user", content, weight });
  const calls = [{ id: "c", title: "server.log", state: "done" as const }];
  const given = { kind: "content" as const, turn: "t", step: "s", from: "tool" as const, content: result, calls };
  await log.append([created(session), said, record(session, { ...given, weight: weightOfResult! })]);
  const frame = await gauge.weighFrame({ system: "", tools: [] });
  const { blocks } = await gauge.map(session, { frame, overheads: UNCALIBRATED.overheads });
  const titles = (all: readonly MapBlock[]): readonly string[] =>
    all.flatMap(({ title = "", blocks: inner = [] }) => [title, ...titles(inner)]);
  expect(titles(blocks)).toContainEqual(expect.stringMatching(/^Explain this log to me: and a line more/));
  expect(titles(blocks)).toContain("server.log");
});

test("a worker that hangs is ended after its time, and the next call has a fresh one", async () => {
  interface Stuck {
    hang(): Promise<void>;
    answer(): Promise<number>;
  }
  const code = `onmessage = ({ data: { id, path } }) => { if (path[0] === "hang") for (;;); postMessage({ id, type: "RAW", value: 42 }); };`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const link = linkWorker<Stuck>("stuck", () => new Real(url));
  const [hung, beside] = await Promise.allSettled([
    link.call((api) => api.hang() as Promise<void>, 300),
    link.call((api) => api.answer() as Promise<number>),
  ]);
  expect(hung).toMatchObject({ status: "rejected", reason: { name: "TimeoutError" } });
  expect(beside).toMatchObject({ status: "rejected", reason: { name: "TimeoutError" } });
  expect(await link.call((api) => api.answer() as Promise<number>)).toBe(42);
});
