import * as fc from "fast-check";
import { expect, test } from "vitest";
import { weighedPlaces } from "../../../../src/core/measure/context-weights.js";
import type { WeightTrace } from "../../../../src/core/log/record-kinds.js";
import { createWeighAgain } from "../../../../src/core/measure/reweigh.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { logOf, notation } from "../../../support/log-notation.js";
import { weighedPlacesIn, weightTraces } from "../../../support/weights.js";

const unweighed = (trace: WeightTrace): WeightTrace => ("weight" in trace ? { ...trace, weight: undefined } : trace);

test("R1 a Session none of whose records was weighed weighs the same, whatever was done to it", () =>
  fc.assert(
    fc.asyncProperty(notation, async (words) => {
      const records = logOf(words.join(" "));
      const whole = (_: string, ids: readonly string[]) =>
        Promise.resolve(records.filter(({ id }) => ids.includes(id)));
      const weighAgain = createWeighAgain({ counter: () => Promise.resolve(plainCounter), whole });
      const stored = weightTraces(records).map(unweighed);
      expect(weighedPlaces(await weighAgain("s", stored))).toEqual(weighedPlacesIn(records));
    }),
    { numRuns: 200 },
  ));

test("R3 what can't be read stays as it is", async () => {
  const whole = () => Promise.resolve([]);
  const weighAgain = createWeighAgain({ counter: () => Promise.resolve(plainCounter), whole });
  const stored = weightTraces(logOf("u1 r2 M2 F1 S1-2")).map(unweighed);
  expect(await weighAgain("s", stored)).toEqual(stored);
});
