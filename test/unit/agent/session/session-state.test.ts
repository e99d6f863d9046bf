/** One state of a Session: whatever is written, all mirrors are what the Log says (R1 to R4 of session-state.ts). */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { userSaid } from "../../../../src/core/content.js";
import { contextOf } from "../../../../src/core/context/context.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import type { LogRecord, RecordBody } from "../../../../src/core/log/log.js";
import { logOf, notation } from "../../../support/log-notation.js";
import { created } from "../../../support/records.js";
import { createTestState } from "../../../support/test-state.js";

const says = (text: string): RecordBody => ({
  ...{ kind: "content", turn: "t", step: "t", from: "user" },
  content: userSaid(text),
});

/** A state that tells what happens, in order. */
function begin() {
  const told: string[] = [];
  const made = createTestState({ tell: (event: AgentEvent) => void told.push(event.type) });
  return { ...made, told };
}

const kinds = (records: readonly { readonly kind: string }[]) => records.map(({ kind }) => kind);

const HEAD = new Set(["id", "session", "at"]);
const bodyOf = (record: LogRecord) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !HEAD.has(key))) as unknown as RecordBody;

/** A Session in the words of log-notation.ts, with undos of what was written before, written in batches of any size. */
const story = fc
  .tuple(notation, fc.array(fc.nat(2), { minLength: 60, maxLength: 60 }), fc.array(fc.integer({ min: 1, max: 3 })))
  .map(([words, undone, sizes]) => ({
    words: words.flatMap((word, at) => (/^[umr]/.test(word) || undone[at]! > 0 ? [word] : [word, `U:${word}`])),
    sizes,
  }));

test("R4: whatever is written, and however, summary, context and meter are what the Log gives", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ words, sizes }) => {
      let place = 0;
      const next = () => String(++place).padStart(6, "0");
      const { state, log } = createTestState({ next });
      await log.append([{ ...created("s"), id: "000000" }]);
      await state.rereadSummary();
      await state.context.read();
      const bodies = logOf(words.join(" ")).map(bodyOf);
      for (let at = 0, batch = 0; at < bodies.length; batch++) {
        const size = sizes[batch] ?? 1;
        await state.write(bodies.slice(at, at + size), { rereads: batch % 2 === 0 });
        at += size;
        await state.context.read();
        expect(state.context.contents).toEqual(contextOf(log.all).map(({ content }) => content));
        expect(state.summary).toEqual(await log.session("s"));
        const { tokens } = state.fullness;
        await state.weighAll();
        expect(tokens).toBe(state.fullness.tokens);
      }
    }),
    { numRuns: 150 },
  );
});

test("R1, R3: one write is one append, and the first begins the Session", async () => {
  const { state, log } = begin();
  const appended: (readonly string[])[] = [];
  const { append } = log;
  log.append = (records) => {
    appended.push(kinds(records));
    return append(records);
  };
  expect(kinds(await state.write([says("one"), { kind: "note", turn: "t", text: "n" }]))).toEqual(["content", "note"]);
  await state.write([says("two")]);
  expect(appended).toEqual([["session-created", "content", "note"], ["content"]]);
  expect(state.summary).toMatchObject({ title: "one", messages: 2, records: 4 });
});

test("R3: two that write at once begin it once", async () => {
  const { state, log } = begin();
  await Promise.all([state.write([says("one")]), state.write([{ kind: "note", turn: "t", text: "n" }])]);
  expect(kinds(log.all).filter((kind) => kind === "session-created")).toHaveLength(1);
  expect(log.all[0]?.kind).toBe("session-created");
});

test("R2: what the Log can't take is nowhere, and nothing is told", async () => {
  const { state, log, told } = begin();
  log.fill();
  await expect(state.write([says("one")], { tell: () => void told.push("words") })).rejects.toThrow(
    "The disk is full.",
  );
  expect([told, state.context.contents, state.summary.records]).toEqual([[], [], 0]);
});

test("R2: what the records mean is told first, and then how full the context is; that only where it has changed", async () => {
  const { state, told } = begin();
  await state.write([says("one")], { tell: () => void told.push("words") });
  await state.write([{ kind: "note", turn: "t", text: "n" }], { tell: () => void told.push("note") });
  expect(told).toEqual(["words", "context-weighed", "note"]);
});

test("what may not be written any more when it is weighed is not written", async () => {
  const { state, log } = begin();
  const mustBeAllowed = () => {
    throw new Error("Another tab has taken over.");
  };
  await expect(state.write([says("one")], { mustBeAllowed })).rejects.toThrow("taken over");
  expect(log.all).toEqual([]);
});

test("a record may name those that are written before it, with it", async () => {
  const { state } = begin();
  const [said, pin] = await state.write([says("one"), (before) => ({ kind: "pin", record: before.at(-1)!.id })]);
  expect(pin).toMatchObject({ kind: "pin", record: said!.id });
});
