import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contextOf } from "../../../../src/core/context/context.js";
import { weighedPlacesIn, weighedRecords, weightTraces } from "../../../support/weights.js";
import { createGauge } from "../../../../src/core/measure/gauge.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { weighContent } from "../../../../src/core/tokens/content-weight.js";
import { logOf, notation } from "../../../support/log-notation.js";

const tokens = (notation: string) =>
  weighedRecords(logOf(notation)).reduce((sum, { weight }) => sum + weight.tokens, 0);

test("R1 a masked result weighs what its preview weighs, and undo brings its weight back", () => {
  expect(tokens("u1 r2 m3 M2")).toBeLessThan(tokens("u1 r2 m3") / 2);
  expect(tokens("u1 r2 m3 M2 U:M2")).toBe(tokens("u1 r2 m3"));
});

test("R1 what a rewind took out weighs again once the rewind is undone", () => {
  expect(tokens("u1 r2 m3 W2")).toBe(tokens("u1"));
  expect(tokens("u1 r2 m3 W2 U:W2")).toBe(tokens("u1 r2 m3"));
});

test("R1 folded words weigh what their preview weighs, a removed content nothing; undo brings both back", () => {
  expect(tokens("u1 m2 F1")).toBeLessThan(tokens("u1 m2"));
  expect(tokens("u1 m2 F1 U:F1")).toBe(tokens("u1 m2"));
  expect(tokens("u1 m2 u3 D2")).toBe(tokens("u1 u3"));
  expect(tokens("u1 m2 u3 D2 U:D2")).toBe(tokens("u1 m2 u3"));
});

test("L2 what is away is what was removed or covered, with what an undo must name; what was rewound is nowhere", () => {
  const places = weighedPlacesIn(logOf("u1 m2 u3 m4 S1-2 D3 u5 W5 P4"));
  const away = places.filter((item) => item.away);
  expect(away.map(({ record, effects }) => [record, effects?.removals ?? []])).toEqual([
    ["000001", []],
    ["000002", []],
    ["000003", ["000006"]],
  ]);
  expect(places.find(({ record }) => record === "000004")?.effects?.pins).toEqual(["000009"]);
});

test("R1 the weights are those of the context, figure by figure, whatever was done to it", () =>
  fc.assert(
    fc.property(notation, fc.array(fc.nat(), { maxLength: 3 }), (words, undone) => {
      const effects = words.filter((word) => /^[SMFPDWE]/.test(word));
      const undos = undone.flatMap((pick) => (effects.length > 0 ? [`U:${effects[pick % effects.length]!}`] : []));
      const records = logOf([...words, ...new Set(undos)].join(" "));
      const weights = weighedRecords(records);
      const context = contextOf(records);
      expect(weights.map(({ record }) => record)).toEqual(context.map(({ record }) => record));
      for (const [at, { content }] of context.entries()) {
        const { results, ...figures } = weighContent(content, plainCounter);
        expect(weights[at]!.weight).toMatchObject(figures);
        expect(weights[at]!.weight.results.map((result) => result.tokens)).toEqual(results.map((each) => each.tokens));
      }
    }),
    { numRuns: 300 },
  ));

test("the Gauge takes the same in, Snapshots with several Contents too, and masks nothing twice", async () => {
  const records = logOf("u1 r2 m3 u4 S1-2 r5 M5");
  const [snapshot] = records.filter((record) => record.kind === "snapshot");
  const both = records.map((record) =>
    record === snapshot && record.kind === "snapshot"
      ? {
          ...record,
          contents: [...record.contents, ...record.contents],
          weight: [...record.weight!, ...record.weight!],
        }
      : record,
  );
  const gauge = createGauge({
    counter: () => Promise.resolve(plainCounter),
    stored: () => Promise.resolve(weightTraces(both)),
  });
  const { measured, snapshot: ofSnapshot } = await gauge.measure("s");
  expect(measured.contents).toBe(contextOf(both).length);
  expect(ofSnapshot).toBe(2 * weighedRecords(both)[0]!.weight.tokens);
  expect(await gauge.toMask("s", { keep: 0, free: 0 })).toEqual([]);
});
