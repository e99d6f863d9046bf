// u: a user's words, m: a model's, c: its call, r: the call's result.
import { expect, test } from "vitest";
import { exchangeAt } from "../../../../src/core/context/exchange.js";

const said = (notation: string) =>
  notation.split(" ").map((word) => ({
    startsTurn: word === "u",
    hasCall: word === "c",
    hasResult: word === "r",
  }));
const exchange = (notation: string, at: number) => exchangeAt(said(notation), at).join(" ");

test("R1 a call goes with its results, also with those that came after other words of the user", () => {
  expect(exchange("u c r m", 1)).toBe("1 2");
  expect(exchange("u c r u r m", 1)).toBe("1 2 4");
});
test("R2 a result goes with its call, and with what else answers it", () => {
  expect(exchange("u c r c r m", 4)).toBe("3 4");
  expect(exchange("u c r u r m", 4)).toBe("1 2 4");
});
test("R2 words go alone, and so does what has lost its other half", () => {
  expect(exchange("u c r m", 0)).toBe("0");
  expect(exchange("u c r m", 3)).toBe("3");
  expect(exchange("r m", 0)).toBe("0");
  expect(exchange("u m r", 2)).toBe("2");
  expect(exchange("u c", 1)).toBe("1");
});
