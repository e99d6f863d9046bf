import * as fc from "fast-check";
import { expect, test } from "vitest";
import { governOutput } from "../../../../src/agent/calls/govern-output.js";
import { shown, wrapped } from "../../../../src/agent/tools/read-file.js";
import { estimateText } from "../../../../src/core/tokens/tokens.js";

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
  expect(text).toContain(`lines 200–${next - 1} of 900. To read on, call read_file with start_line ${next}.]\n`);
});

/** As `read_file` gives a part of a file of 90 lines. */
const rangeFrom = (first: number, some: readonly string[]) => {
  const last = first + some.length - 1;
  const on = last < 90 ? ` To read on, call read_file with start_line ${last + 1}.` : "";
  return `[This is not all of “a.txt”: lines ${first}–${last} of 90.${on}]\n--- content ---\n${some.join("\n")}\n`;
};
const wide = (letter: string) => letter.repeat(1_900);

test("X3 R3: a first line that does not fit is cut, and what comes next is another line", () => {
  const { text, isCut } = governOutput(rangeFrom(7, [wide("a"), wide("b")]), file, { room: 0 });
  expect(isCut).toBe(true);
  expect(text).toContain(
    "lines 7–7 of 90. To read on, call read_file with start_line 8.]\n--- content ---\naaaaaaaaaa",
  );
  expect(text).toMatch(
    /The rest of line 7 is in tool-output:\/\/c: .* To read on, call read_file with start_line 8\.\)$/,
  );
  expect([...text.matchAll(/start_line (\d+)/g)].map(([, line]) => line)).toEqual(["8", "8"]);
});

test("X3 R3: where the one line that is cut is the last, there is nothing to read on to", () => {
  expect(governOutput(rangeFrom(90, [wide("a")]), file, { room: 0 }).text).not.toContain("start_line");
  expect(governOutput(`${wide("a")}\n`, file, { room: 0 }).text).not.toContain("start_line");
  expect(governOutput(rangeFrom(7, [wide("a")]), file, { room: 0 }).text).toContain("start_line 8.)");
});

test("X3 R2: whoever reads on as told reaches every line of a file, whatever the room", () =>
  fc.assert(
    fc.property(
      fc.array(fc.nat(2_000), { minLength: 2, maxLength: 40 }),
      fc.nat(900),
      fc.integer({ min: 1_000, max: 5_000 }),
      (lengths, room, chars) => {
        const all = lengths.map((length, at) => `${at + 1}:`.padEnd(length, "x")).join("\n");
        const seen = new Set<number>();
        for (let line: number | undefined = 1; line !== undefined;) {
          const output = shown(all, "a.txt", { first: line });
          const { text } = governOutput(output, file, { room, limits: { chars, lines: 1_000 } });
          const at: number = line;
          for (const [, number] of text.matchAll(/^(\d+):x*$/gm)) seen.add(Number(number));
          const next = [...text.matchAll(/start_line (\d+)/g)].map(([, said]) => Number(said));
          expect(new Set(next).size).toBeLessThan(2);
          line = next[0];
          if (line !== undefined) expect(line).toBeGreaterThan(at);
        }
        expect(seen.size).toBe(lengths.length);
      },
    ),
  ));

test("X2 X3: of a kept output some line fits into the least room", () => {
  const whole = shown(wrapped("y".repeat(9_000)), "tool-output://01ARZ3NDEKTSV4RRFFQ69G5FAV", { first: 3 });
  const { text } = governOutput(whole, file, { room: 0 });
  expect(text).toContain(`\n${"y".repeat(400)}\n`);
  expect(text).toContain("start_line 4.)");
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
        // The least that is shown is 500 characters, and as much again as a marker has where that would save nothing.
        if (!isCut) expect(estimateText(output)).toBeLessThanOrEqual(Math.max(room, 660 / 4));
        else expect(estimateText(text)).toBeLessThan(Math.max(room, 125) + 90);
      },
    ),
  ));
