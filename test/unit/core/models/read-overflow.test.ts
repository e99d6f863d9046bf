import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readOverflow } from "../../../../src/core/models/read-overflow.js";
import { otherLimitTexts, tooLongTexts, tooLongUnnamedTexts } from "../../../support/too-long.js";

test.each(tooLongTexts)("learns from %j: the limit %s, and the size %s", (message, limit, sent) => {
  expect(readOverflow(message)).toEqual({ limit, ...(sent !== undefined && { sent }) });
});

test.each(tooLongUnnamedTexts)("hears that it was too long, and no more, in %j", (message) =>
  expect(readOverflow(message)).toEqual({}),
);

test.each(otherLimitTexts)("learns nothing from %j", (message) => expect(readOverflow(message)).toBeUndefined());

test("reads any text without harm, and only limits that can be one", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), (before, limit, after) => {
      const found = readOverflow(`${before} exceeds the maximum number of tokens allowed (${limit}) ${after}`)?.limit;
      if (limit >= 256 && limit <= 100_000_000 && !/\d/.test(before)) expect(found).toBe(limit);
      else if (found !== undefined) expect(found).toBeGreaterThanOrEqual(256);
    }),
  );
});
