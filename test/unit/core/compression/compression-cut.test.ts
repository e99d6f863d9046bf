/** What a Snapshot would stand for. The notation is in log-notation.ts: u, m and r are said, S, M, E and so on are effects. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutForCompression } from "../../../../src/core/compression/compression-cut.js";
import { contextOf } from "../../../../src/core/context/context.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { logOf, notation } from "../../../support/log-notation.js";

const cut = (records: readonly LogRecord[]) => cutForCompression(records, { fraction: 0.7, counter: plainCounter });
const labels = (words: string) => cut(logOf(words))?.covered.map(({ label }) => label);

/** The context with a Snapshot of what would be cut. */
function compressed(records: readonly LogRecord[]) {
  const found = cut(records);
  if (!found) return undefined;
  const { from, through } = found;
  const contents = [{ role: "user" as const, parts: [{ text: "SNAPSHOT" }] }];
  const snapshot: LogRecord = { id: "ZZZ", session: "s", at: 0, kind: "snapshot", from, through, contents };
  return contextOf([...records, snapshot]);
}

test("C2: the old part is cut where a Turn starts; a Session of one message has none", () => {
  expect(labels("u1 m2 u3 m4 u5 m6 u7")).toEqual([1, 2, 3, 4, 5, 6]);
  expect(labels("u1")).toBeUndefined();
});

test("R2: what no Model has answered yet stays", () => expect(labels("u1 m2 u3 u4")).toEqual([1, 2]));

test("R1: the environment is no part of it", () => expect(labels("E1 u1 m2 u3 m4 u5")).toEqual([1, 2, 3, 4]));

test("R5: what is pinned is not part of it", () => expect(labels("u1 m2 P1 u3 m4 u5")).toEqual([2, 3, 4]));

test("R3 R4: an earlier Snapshot is not told again, and labels mean what they meant before it", () => {
  expect(labels("u1 m2 u3 m4 S1-2 u5 m6 u7")).toEqual([3, 4, 5, 6]);
  expect(labels("u1 m2 S1-2 u3")).toBeUndefined();
});

test("R3: with an earlier one it covers what that covered, so that a rewind into it lifts both", () => {
  const records = logOf("u1 m2 u3 m4 S1-2 u5 m6 u7");
  expect(cut(records)!.from).toBe(records[0]!.id);
  expect(compressed(records)!.map(({ record }) => record)).toEqual(["ZZZ", records.at(-1)!.id]);
});

test("whatever was done to a Session, a compression leaves the end of its context, and what was not answered, as it is", () =>
  fc.assert(
    fc.property(notation, (words) => {
      const records = logOf(words.join(" "));
      const before = contextOf(records).filter(({ folder }) => folder === undefined);
      const after = compressed(records)?.filter(({ folder }) => folder === undefined);
      if (!after) return;
      expect(after.filter(({ record }) => record === "ZZZ")).toHaveLength(1);
      const kept = after.filter(({ record }) => record !== "ZZZ");
      expect(kept.length).toBeLessThan(before.length);
      const lastModel = before.findLastIndex(({ content }) => content.role === "model");
      for (const item of before.slice(lastModel + 1)) expect(kept).toContainEqual(item);
    }),
    { numRuns: 300 },
  ));
