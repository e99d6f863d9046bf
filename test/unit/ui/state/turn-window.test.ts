/** The window on a long Session: the rules R1–R4 of turn-window.ts, against a Session that is paged for real. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TurnPage } from "../../../../src/core/port/sessions-port.js";
import { modelSaid } from "../../../../src/core/content.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import { joinPages, turnsOf, type TurnView } from "../../../../src/core/port/turns.js";
import * as win from "../../../../src/ui/state/turn-window.js";

const idOf = (at: number) => `01${String(at).padStart(24, "0")}`;
const turnAt = (at: number): TurnView => ({ id: idOf(at), at, blocks: [], first: idOf(at), last: idOf(at) });
const numbers = (window: win.TurnWindow) => window.turns.map(({ at }) => at);

/** A Session of so many Turns, behind a port that gives `size` at once. */
function sessionOf(count: number, size: number) {
  const all = Array.from({ length: count }, (_, at) => turnAt(at));
  const page = (before: string): TurnPage => {
    const older = all.filter((turn) => turn.id < before);
    return { turns: older.slice(-size), more: older.length > size };
  };
  return { open: () => win.windowOf(page("8")), page };
}

function older(window: win.TurnWindow, page: (before: string) => TurnPage, limit: number): win.TurnWindow {
  if (!window.more) return window;
  return win.withoutNewest(win.withOlder(window, page(win.placeOf(window.turns[0]!))), limit);
}

function newer(
  window: win.TurnWindow,
  page: (before: string) => TurnPage,
  limit: number,
  blocks = win.BLOCKS_LIMIT,
): win.TurnWindow {
  const cursor = win.cursorOf(window);
  if (!cursor) return window;
  let found = page(cursor);
  let turns = found.turns;
  while (!win.closesGap(window, found)) {
    found = page(win.placeOf(found.turns[0]!));
    turns = joinPages(found.turns, turns);
  }
  return win.withoutOldest(win.withNewer(window, turns), limit, blocks);
}

test("R1: older Turns come in at the start", () => {
  const { open, page } = sessionOf(10, 3);
  expect(numbers(older(open(), page, 9))).toEqual([4, 5, 6, 7, 8, 9]);
});

test("R2, R3: what the reader left behind is let go, and found again on the way back", () => {
  const { open, page } = sessionOf(10, 3);
  const up = older(older(open(), page, 4), page, 4);
  expect(numbers(up)).toEqual([1, 2, 3, 4]);
  expect(up.gone).toHaveLength(2);
  const down = newer(newer(up, page, 4), page, 4);
  expect(numbers(down)).toEqual([6, 7, 8, 9]);
  expect(win.cursorOf(down)).toBeUndefined();
});

test("R1, R2, R4: however one scrolls, the window is unbroken, bounded, and reaches both ends", () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 9, max: 15 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      (count, size, limit, moves) => {
        const { open, page } = sessionOf(count, size);
        let window = open();
        const look = () => {
          const shown = numbers(window);
          expect(shown.length).toBeLessThanOrEqual(limit);
          expect(shown).toEqual(shown.map((_, at) => shown[0]! + at));
        };
        for (const up of moves) {
          window = up ? older(window, page, limit) : newer(window, page, limit);
          look();
        }
        for (let left = count; left > 0 && window.more; left--) window = older(window, page, limit);
        expect(numbers(window)[0]).toBe(0);
        for (let left = count; left > 0 && win.cursorOf(window); left--) window = newer(window, page, limit);
        expect(numbers(window).at(-1)).toBe(count - 1);
        look();
      },
    ),
  ));

test("R3: a Turn that has no record yet is placed by its own id", () =>
  expect(win.placeOf({ id: "x", at: 0, blocks: [] })).toBe("x"));

/** A Session of Turns with so many answers each, paged by records: a long Turn comes in several pages. */
function recordsOf(lengths: readonly number[], size: number) {
  let next = 0;
  const all = lengths.flatMap((length, turn) =>
    Array.from({ length }, (): LogRecord => {
      const at = next++;
      const head = { id: idOf(at), session: "s", at, turn: `turn ${turn}`, step: idOf(at) };
      return { ...head, kind: "content", from: "model", content: modelSaid(String(at)) };
    }),
  );
  const page = (before: string): TurnPage => {
    const older = all.filter(({ id }) => id < before);
    return { turns: turnsOf(older.slice(-size)), more: older.length > size };
  };
  return { open: () => win.windowOf(page("8")), page, count: all.length };
}
const said = (window: win.TurnWindow) =>
  window.turns.flatMap(({ blocks }) => blocks.map((block) => Number(block.kind === "text" && block.text)));

test("R1, R2, R4: a Turn without end is shown in part, unbroken, bounded, from its first block to its last", () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 10, max: 15 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      (lengths, size, blocks, moves) => {
        const { open, page, count } = recordsOf(lengths, size);
        let window = open();
        const move = (up: boolean) => {
          if (up) {
            if (!window.more) return;
            const next = win.withOlder(window, page(win.placeOf(window.turns[0]!)));
            window = win.withoutNewest(next, win.WINDOW_LIMIT, blocks);
          } else window = newer(window, page, win.WINDOW_LIMIT, blocks);
          const shown = said(window);
          expect(shown.length).toBeLessThanOrEqual(blocks);
          expect(shown).toEqual(shown.map((_, at) => shown[0]! + at));
          expect(new Set(window.turns.map(({ id }) => id)).size).toBe(window.turns.length);
        };
        for (const up of moves) move(up);
        for (let left = count; left > 0 && window.more; left--) move(true);
        expect(said(window)[0]).toBe(0);
        for (let left = count; left > 0 && win.cursorOf(window); left--) move(false);
        expect(said(window).at(-1)).toBe(count - 1);
      },
    ),
  ));
