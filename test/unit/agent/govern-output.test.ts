import * as fc from "fast-check";
import { expect, test } from "vitest";
import { governOutput } from "../../../src/agent/govern-output.js";
import { estimateText } from "../../../src/core/tokens.js";

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `line ${at + from} of the file`).join("\n");
const file = { id: "c", name: "read_file" };

test("X3 R2: a file is cut at the end of a line, and says where to read on", () => {
  const { text, isCut } = governOutput(lines(500), file, { room: 600 });
  expect(isCut).toBe(true);
  const [, next] = /start_line (\d+)/.exec(text)!;
  const kept = text.slice(0, text.indexOf("\n... [CONTENT")).split("\n");
  expect(kept.at(-1)).toBe(`line ${Number(next) - 1} of the file`);
  expect(estimateText(text)).toBeLessThan(700);
});

test("X3 R2: of a range, the lines are counted from where it begins", () => {
  const range = `[This is not all of “a: lines 1–2 of 3.md”: lines 200–699 of 900. To read on, call read_file with start_line 700.]\n--- content ---\n${lines(500, 200)}`;
  const { text } = governOutput(range, file, { room: 800 });
  const next = Number(/start_line (\d+)\.\)$/.exec(text)![1]);
  expect(text).toContain(`line ${next - 1} of the file\n... [CONTENT`);
});

test("X3: whatever the room, an output is never left whole that does not fit, nor cut to nothing", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("read_file", "glob"),
      fc.nat(20_000),
      fc.integer({ min: 600, max: 60_000 }),
      (name, room, size) => {
        const output = "word and word\n".repeat(Math.ceil(size / 14)).slice(0, size);
        const { text, isCut } = governOutput(output, { id: "c", name }, { room });
        expect(isCut).toBe(text !== output);
        expect(text.length).toBeGreaterThan(100);
        if (!isCut) expect(estimateText(output)).toBeLessThanOrEqual(Math.max(room, 500 / 4));
        else expect(estimateText(text)).toBeLessThan(Math.max(room, 125) + 90);
      },
    ),
  ));
