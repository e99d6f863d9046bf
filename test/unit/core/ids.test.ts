import { expect, test } from "vitest";
import type { RecordId, TurnId } from "../../../src/core/ids.js";

test("the id of a turn is not taken for that of a record, and a plain string may become either", () => {
  const rewind = (to: RecordId, turn: TurnId) => `${to} ${turn}`;
  const record: RecordId = "r";
  const turn: TurnId = "t";
  expect(rewind(record, turn)).toBe("r t");
  // @ts-expect-error: the wrong way round does not compile
  expect(rewind(turn, record)).toBe("t r");
});
