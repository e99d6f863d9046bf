import { expect, test } from "vitest";
import { createDraftSaver } from "../../../../src/agent/turn/draft-saver.js";
import { createMemoryLog } from "../../../support/memory-log.js";

const answer = { turn: "t", step: "p", model: "scripted" };

/** A clock whose timers fire only when told to: those of a hidden tab may be very late. */
function slowClock() {
  let now = 0;
  const timers = new Set<() => void>();
  return {
    now: () => now,
    pass: (ms: number) => void (now += ms),
    fire: () => timers.forEach((run) => run()),
    after(_ms: number, run: () => void) {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
}

const saved = async (log: ReturnType<typeof createMemoryLog>) => (await log.drafts("s")).map(({ text }) => text);

test("L3: pieces are gathered, and saved together when the time has come", async () => {
  const log = createMemoryLog();
  const clock = slowClock();
  const saver = createDraftSaver({ id: "s", log, clock }, answer);
  saver.add({ text: "one " });
  clock.pass(100);
  saver.add({ text: "two" });
  expect(await saved(log)).toEqual([]);
  clock.fire();
  await saver.settle();
  expect(await saved(log)).toEqual(["one two"]);
});

test("L3: where timers come late, as in a hidden tab, a piece that comes in time saves what is due", async () => {
  const log = createMemoryLog();
  const clock = slowClock();
  const saver = createDraftSaver({ id: "s", log, clock }, answer);
  for (const text of ["a", "b", "c", "d"]) {
    saver.add({ text });
    clock.pass(250);
  }
  await saver.settle();
  expect(await saved(log)).toEqual(["abc"]); // "d" is not yet due
});
