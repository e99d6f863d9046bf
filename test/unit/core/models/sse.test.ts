/** R1–R3 of src/core/models/sse.ts. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSseReader } from "../../../../src/core/models/sse.js";

const read = (...pieces: readonly string[]): readonly string[] => {
  const reader = createSseReader();
  return pieces.flatMap((piece) => reader.push(piece));
};

test("R2 an empty line ends an event", () => expect(read("data: one\n\ndata: two\n\n")).toEqual(["one", "two"]));
test("R2 an event that is not ended is not told", () => expect(read("data: one\n\ndata: tw")).toEqual(["one"]));
test("R2 data lines are joined", () => expect(read("data: one\ndata:two\ndata\n\n")).toEqual(["one\ntwo\n"]));
test("R3 comments and other fields are passed over", () =>
  expect(read(": ping\n\nevent: message\nid: 7\ndata: one\nretry: 10\n\n")).toEqual(["one"]));
test("R3 what llama.cpp says of an error is data", () =>
  expect(read('error: {"code":500}\n\n')).toEqual(['{"code":500}']));
test("R1 a CRLF cut in two is one end of a line", () =>
  expect(read("data: one\r", "\n", "data: two\r", "\n\r", "\n")).toEqual(["one\ntwo"]));

const word = fc.string({ unit: fc.constantFrom("a", "{", "ü", "👋", ":", " ") });
test("R1 however the bytes are cut and the lines end, the events are the same", () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      fc.constantFrom("\n", "\r", "\r\n"),
      fc.array(fc.nat(200), { maxLength: 12 }),
      (events, end, cuts) => {
        const text = events.map((lines) => lines.map((line) => `data: ${line}${end}`).join("") + end).join("");
        const at = [...new Set(cuts.filter((cut) => cut < text.length))].toSorted((a, b) => a - b);
        const pieces = [0, ...at].map((start, index) => text.slice(start, at[index]));
        expect(read(...pieces)).toEqual(events.map((lines) => lines.join("\n")));
      },
    ),
  ));
