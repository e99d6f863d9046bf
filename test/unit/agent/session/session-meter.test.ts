import { expect, test } from "vitest";
import { createModelCalibration } from "../../../../src/agent/request/model-calibration.js";
import { createSessionMeter } from "../../../../src/agent/session/session-meter.js";
import { userSaid } from "../../../../src/core/content.js";
import { createGauge } from "../../../../src/core/measure/gauge.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import type { Frame } from "../../../../src/core/measure/frame.js";

test("T3: what stands before the conversation goes to the Gauge once, and again when it changed, failed or was an estimate", async () => {
  const state = { exact: true, isBroken: false };
  const gauge = createGauge({
    counter: () =>
      state.isBroken ? Promise.reject(new Error("killed")) : Promise.resolve({ ...plainCounter, ...state }),
    stored: () => Promise.resolve([]),
  });
  let posted = 0;
  const counting = {
    ...gauge,
    weighFrame: (frame: Frame) => {
      posted++;
      return gauge.weighFrame(frame);
    },
  };
  const calibration = createModelCalibration({ log: createMemoryLog(), endpoint: () => "", override: () => 0 });
  const meter = createSessionMeter(counting, calibration, "s");
  const tools = [{ name: "glob", description: "Finds files.", parameters: {} }];
  const frame: Frame = { system: "Be brief. Prefer tabs.", tools, parts: [{ id: "GEMINI.md", text: "Prefer tabs." }] };
  const postedFor = async (next: Frame) => {
    posted = 0;
    await meter.setFrame(next);
    return posted;
  };
  expect(await postedFor(frame)).toBe(1);
  expect(await postedFor({ ...frame, tools: [...tools], parts: [...frame.parts!] })).toBe(0);
  expect(await postedFor({ ...frame, system: "Be brief." })).toBe(1);
  expect(await postedFor({ ...frame, tools: [] })).toBe(1);
  expect(await postedFor({ ...frame, parts: [{ id: "GEMINI.md", text: "Prefer spaces." }] })).toBe(1);
  state.isBroken = true;
  expect(await postedFor(frame)).toBe(1);
  state.isBroken = false;
  expect(await postedFor(frame)).toBe(1);
  expect(await postedFor(frame)).toBe(0);
  state.exact = false;
  expect(await postedFor({ ...frame, system: "" })).toBe(1);
  expect(await postedFor({ ...frame, system: "" })).toBe(1);
});

async function begin() {
  const exact = { ...plainCounter, exact: true };
  const gauge = createGauge({ counter: () => Promise.resolve(exact), stored: () => Promise.resolve([]) });
  const calibration = createModelCalibration({ log: createMemoryLog(), endpoint: () => "", override: () => 0 });
  const meter = createSessionMeter(gauge, calibration, "s");
  const say = async (record: string, words: string) =>
    meter.follow({ kind: "grown", by: [{ record, weight: (await meter.weigh(userSaid(words)))! }] });
  await meter.setFrame({ system: "Be brief. ".repeat(200), tools: [] });
  await say("r1", "word ".repeat(1_000));
  return { meter, say };
}

test("R3 what the server counted of this very request is shown as its own, and the map adds up to it", async () => {
  const { meter } = await begin();
  expect(meter.view("m").source).toBe("exact");
  await meter.asking("m").counted(90_000); // far from what we reckon, so that the fit doubts it
  expect(meter.view("m")).toMatchObject({ tokens: 90_000, source: "server" });
  const { tokens, blocks } = await meter.map("m", {});
  expect(tokens).toBe(90_000);
  expect(blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(90_000);
});

test("R3 once anything of the request is another, the figure is ours again", async () => {
  const { meter, say } = await begin();
  await meter.asking("m").counted(2_100);
  expect(meter.view("m").source).toBe("server");
  expect(meter.view("another").source).toBe("exact");
  await meter.setFrame({ system: "Be brief. ".repeat(2_000), tools: [] });
  expect(meter.view("m").source).toBe("exact");
  expect(meter.view("m").tokens).toBeGreaterThan(5_000);
  await meter.asking("m").counted(6_700);
  expect(meter.view("m").source).toBe("server");
  await say("r2", "more words");
  expect(meter.view("m").source).toBe("exact");
});

test("R3 a count that comes when the request has changed meanwhile is not that of the next one", async () => {
  const { meter, say } = await begin();
  const asked = meter.asking("m");
  await say("r2", "more words");
  await asked.counted(2_100);
  expect(meter.view("m").source).toBe("exact");
});
