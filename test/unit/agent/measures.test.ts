/** What is learnt about counting and about limits, for each model at each endpoint (T1, T4). */
import { describe, expect, test } from "vitest";
import { createMeasures } from "../../../src/agent/measures.js";
import { NOTHING_MEASURED, type Measured } from "../../../src/core/calibration.js";
import { AgentError, type ModelFailure } from "../../../src/core/errors.js";
import { createMemoryLog } from "../../support/memory-log.js";

const request = (exact: number): Measured => ({ ...NOTHING_MEASURED, exact, contents: 1 });
const tooLong = (details: Omit<ModelFailure, "kind"> = {}) =>
  new AgentError("ModelError", "Too long.", { details: { kind: "overflow", ...details } });

function begin() {
  const log = createMemoryLog();
  return { log, measures: createMeasures({ log, endpoint: () => "", override: () => 0 }) };
}

describe("T1: a refusal as too long", () => {
  test("that names what was counted is believed at once, against all counts before it", async () => {
    const { measures } = begin();
    for (let nth = 1; nth <= 8; nth++) await measures.learnCount("m", request(1_000 * nth), 1_000 * nth + 20);
    await measures.learnRefusal("m", request(9_000), tooLong({ limit: 10_000, sent: 12_600 }));
    expect(measures.limitOf("m")).toBe(10_000);
    expect(measures.predict("m", request(9_000))).toBeCloseTo(12_600, -2);
    expect(measures.predict("m", request(8_000))).toBeGreaterThan(10_000);
  });

  test.each([
    ["what is not over the limit", 7_000],
    ["what no tokenizer makes of it", 90_000],
  ])("teaches no count by a figure for %s", async (_, sent) => {
    const { measures } = begin();
    const before = measures.predict("m", request(9_000));
    await measures.learnRefusal("m", request(9_000), tooLong({ limit: 8_000, sent }));
    expect(measures.predict("m", request(9_000))).toBe(before);
    expect(measures.limitOf("m")).toBe(8_000);
  });
});
