/** The notation is in log-notation.ts. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NOTHING_MEASURED, predictWith, UNCALIBRATED, withContent } from "../../../../src/core/measure/calibration.js";
import { mapOf, withFrame, type MapBlock } from "../../../../src/core/measure/context-map.js";
import { weighedPlacesIn } from "../../../support/weights.js";
import { titlesOf, withTitles } from "../../../../src/core/measure/map-titles.js";
import { logOf, notation } from "../../../support/log-notation.js";
import type { FrameWeight } from "../../../../src/core/measure/frame.js";

const frame: FrameWeight = {
  ...{ system: 900, tools: 61, toolCount: 2, exact: false },
  parts: [{ id: "GEMINI.md", tokens: 211 }],
  eachTool: [
    { name: "read_file", tokens: 40.4 },
    { name: "glob", tokens: 20.1 },
  ],
};

function map(
  words: string,
  { overheads = UNCALIBRATED.overheads, opened = [] as readonly string[], around = frame } = {},
) {
  const places = weighedPlacesIn(logOf(words));
  const items = places.filter(({ away }) => !away);
  const measured = items.reduce((sum, { weight }) => withContent(sum, weight), NOTHING_MEASURED);
  const made = mapOf({
    ...{ frame: around, items, away: places.filter(({ away }) => away), measured, overheads, opened },
  });
  return { ...made, meter: predictWith(overheads, withFrame(measured, around)) };
}

const total = (blocks: readonly MapBlock[]) => blocks.reduce((sum, { tokens }) => sum + tokens, 0);
const everyBlock = (blocks: readonly MapBlock[]): readonly MapBlock[] =>
  blocks.flatMap((block) => [block, ...everyBlock(block.blocks ?? [])]);
const shape = (blocks: readonly MapBlock[]): string =>
  blocks.map(({ kind, blocks: inner }) => (inner ? `${kind}(${shape(inner)})` : kind)).join(" ");

test("T5, R1: the blocks add up to the meter's figure, whatever was done to the Session and however the server counts", () =>
  fc.assert(
    fc.property(
      notation,
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
      (words, off) => {
        // Some hundred tokens of preamble either way; the others within what is plausible.
        const overheads = UNCALIBRATED.overheads.map(
          (mean, at) => mean + off[at]! * (at === 0 ? 400 : at < 4 ? 3 : 0.1),
        );
        const { blocks, meter, tokens } = map(words.join(" "), { overheads });
        expect(tokens).toBe(meter);
        expect(total(blocks)).toBe(meter);
        for (const block of everyBlock(blocks)) {
          expect(block.tokens).toBeGreaterThanOrEqual(0);
          if (block.blocks) expect(total(block.blocks)).toBe(block.tokens);
        }
      },
    ),
    { numRuns: 300 },
  ));

test("U2: what stands before the conversation comes first, memory by file, tools one by one", () => {
  const { blocks } = map("E1 u1 m2 u3 r4 m5");
  expect(shape(blocks)).toBe(
    "system memory(memory) tools(tools tools) environment turn(user model) turn(user result model)",
  );
  expect(blocks[1]!.blocks![0]).toMatchObject({ name: "GEMINI.md", tokens: 211 });
  expect(blocks[2]!.blocks!.map(({ name }) => name)).toEqual(["read_file", "glob"]);
});

test("R2: what is added to every request is a block of its own, and of what is taken off every block bears its part", () => {
  const added = map("u1 m2", { overheads: UNCALIBRATED.overheads.with(0, 300) });
  expect(added.blocks.at(-1)).toMatchObject({ kind: "overhead", tokens: 300 });
  const [, ...others] = map("u1 m2", { overheads: UNCALIBRATED.overheads.with(0, -300) }).blocks;
  expect(others.map(({ kind }) => kind)).not.toContain("overhead");
});

test("U2: a Snapshot is one block, and what is pinned, folded or removed says so", () => {
  const { blocks, removed } = map("u1 m2 u3 m4 S1-2 u5 r6 m7 P3 M6 F5 D7", {
    around: { ...frame, system: 0, parts: [], tools: 0, eachTool: [] },
  });
  expect(shape(blocks)).toBe("snapshot turn(user model) turn(user result)");
  expect(blocks[1]!.blocks![0]).toMatchObject({ pinned: true });
  expect(blocks[2]!.blocks!.map(({ folded }) => folded)).toEqual([true, true]);
  expect(removed).toMatchObject([{ kind: "model", removed: true, count: 1 }]);
});

test("R3: a long Session has some hundred blocks; older Turns stand in groups that open, down to each", () => {
  const talk = (count: number) => Array.from({ length: count }, (_, at) => (at % 2 ? `m${at}` : `u${at}`)).join(" ");
  expect(everyBlock(map(talk(6_000)).blocks).length).toBeLessThan(300);
  const words = talk(2_000);
  const made = map(words);
  expect(made.blocks.filter(({ kind }) => kind === "turn")).toHaveLength(24);
  const opened: string[] = [];
  let group = made.blocks.find(({ kind }) => kind === "turns");
  while (group?.kind === "turns") {
    opened.push(group.id);
    const found = everyBlock(map(words, { opened }).blocks).find(({ id }) => id === group!.id)!;
    expect(total(found.blocks!)).toBe(group.tokens);
    group = found.blocks![0];
  }
  expect(group).toMatchObject({ kind: "turn", nth: 1 });
});

test("R3: one prompt with hundreds of calls is listed in parts that open", () => {
  const words = ["u0", ...Array.from({ length: 800 }, (_, at) => (at % 2 ? `r${at}` : `m${at + 1000}`))].join(" ");
  const { blocks } = map(words, { opened: ["turn 000001"] });
  const turn = blocks.at(-1)!;
  expect(turn.blocks!.every(({ kind }) => kind === "steps")).toBe(true);
  expect(turn.blocks!.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(801);
  const id = turn.blocks![0]!.id;
  const open = everyBlock(map(words, { opened: ["turn 000001", id] }).blocks).find((block) => block.id === id)!;
  expect(open.blocks).toHaveLength(open.count!);
});

test("a block is called by what its record says: words, or what its call was about", () => {
  const records = logOf("u1 r2 m3");
  const [, result] = records;
  const withCall = {
    ...result!,
    content: { role: "user", parts: [{ functionResponse: { id: "c", name: "tool", response: {} } }] },
    calls: [{ id: "c", title: "src/app.ts", state: "done" }],
  } as (typeof records)[number];
  const titles = new Map([records[0]!, withCall].flatMap((record) => [[record.id, titlesOf(record)!] as const]));
  const [turn] = withTitles(
    map("u1 r2 m3", { around: { ...frame, system: 0, parts: [], tools: 0, eachTool: [] } }).blocks,
    titles,
  );
  expect(turn!.title).toBe("u1 and more");
  expect(turn!.blocks![1]).toMatchObject({ name: "tool", title: "src/app.ts" });
});
