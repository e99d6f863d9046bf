import { expect, test } from "vitest";
import { createMeasures } from "../../../src/agent/measures.js";
import { createSessionMeter } from "../../../src/agent/session-meter.js";
import { createGauge, type Frame } from "../../../src/core/gauge.js";
import { plainCounter } from "../../../src/core/weighed.js";
import { createMemoryLog } from "../../support/memory-log.js";

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
  const measures = createMeasures({ log: createMemoryLog(), endpoint: () => "", override: () => 0 });
  const meter = createSessionMeter(counting, measures, "s");
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
