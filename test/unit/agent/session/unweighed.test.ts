/** What could not be weighed when it was written: sent all the same, and in the meter as soon as someone can weigh it (T5). */
import { expect, test } from "vitest";
import { createModelCalibration } from "../../../../src/agent/request/model-calibration.js";
import { createSessionMeter } from "../../../../src/agent/session/session-meter.js";
import { userSaid } from "../../../../src/core/content.js";
import { createGauge } from "../../../../src/core/measure/gauge.js";
import { idle } from "../../../support/idle.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { createRig } from "../../../support/agent-rig.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import { created, record } from "../../../support/records.js";
import { says, waits } from "../../../support/script.js";
import { weightTraces } from "../../../support/weights.js";

const MODEL = "gemini-2.5-pro";

/** A meter whose Gauge can be broken and mended; it counts as exactly as the tokenizer would. */
async function begin() {
  const log = createMemoryLog();
  const state = { isBroken: false };
  const records = async (ids?: readonly string[]) =>
    (await log.records("s")).filter(({ id }) => ids === undefined || ids.includes(id));
  const gauge = createGauge({
    counter: () =>
      state.isBroken ? Promise.reject(new Error("killed")) : Promise.resolve({ ...plainCounter, exact: true }),
    stored: async () => weightTraces(await records()),
    whole: (_, ids) => records(ids),
  });
  const meter = createSessionMeter(gauge, createModelCalibration({ log, endpoint: () => "", override: () => 0 }), "s");
  await log.append([created("s")]);
  const say = async (words: string) => {
    const content = userSaid(words);
    const weight = await meter.weigh(content);
    const body = { kind: "content" as const, turn: "t", step: "s", from: "user" as const, content };
    const message = record("s", { ...body, ...(weight && { weight }) });
    await log.append([message]);
    await meter.follow({ kind: "grown", by: [{ record: message.id, ...(weight && { weight }) }] });
  };
  return { state, meter, say, tokens: () => meter.predict(MODEL), source: () => meter.view(MODEL).source };
}

test("T5: what is said while the Gauge is broken counts as soon as it works again; until then the meter says “estimate”", async () => {
  const whole = await begin();
  for (const words of ["one two", "three ".repeat(400), "four"]) await whole.say(words);
  expect(whole.source()).toBe("exact");

  const broken = await begin();
  await broken.say("one two");
  broken.state.isBroken = true;
  await broken.say("three ".repeat(400));
  expect(broken.source()).toBe("estimate");
  expect(broken.tokens()).toBeGreaterThan(0); // what was known stays
  broken.state.isBroken = false;
  await broken.say("four");
  expect(broken.tokens()).toBe(whole.tokens());
  expect(broken.source()).toBe("exact");
});

test("T5: a Gauge that works again is asked when the map is opened", async () => {
  const { state, meter, say, source } = await begin();
  state.isBroken = true;
  await say("one two");
  expect(source()).toBe("estimate");
  state.isBroken = false;
  await meter.measure();
  expect(source()).toBe("exact");
});

test("T5, L3: an answer that a crash cut off counts when the Session is opened again", async () => {
  const { log, clock, model, openTab } = createRig({ isCutOff: true });
  const crashed = await openTab();
  model.script([says(Array.from({ length: 2_000 }, (_, at) => `Tale ${at * at}.`).join(" ")), waits("never")]);
  const { summary } = await crashed.agent.sessions.create();
  await crashed.agent.turns.send({ text: "a story" });
  await idle();
  clock.pass(500);
  await idle();
  const { agent, events } = await createRig({ log }).openTab();
  await agent.sessions.open(summary.id);
  await idle();
  const weighed = events.filter((event) => event.type === "context-weighed");
  expect(weighed.at(-1)?.meter.tokens).toBeGreaterThan(4_000);
});
