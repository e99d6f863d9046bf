import { expect, test } from "vitest";
import { contextOf } from "../../../../src/core/context/context.js";
import { forkRecords } from "../../../../src/core/log/fork.js";
import { weightTraceOf } from "../../../../src/core/log/record-kinds.js";
import { addToSummary } from "../../../../src/core/log/session-summary.js";
import { turnsOf } from "../../../../src/core/port/turns.js";
import { answered, created, nextId, record, said } from "../../../support/records.js";

test("a record of a kind that only a later version knows stays in the Log, and does nothing", () => {
  const log = [created("s"), said("s", "one"), answered("s", "two")];
  const later = record("s", { kind: "later" as "pin", record: log[1]!.id });
  const known = [...log];
  log.push(later);
  expect(contextOf(log)).toEqual(contextOf(known));
  expect(turnsOf(log)).toEqual(turnsOf(known));
  expect(weightTraceOf(later)).toBeUndefined();
  expect(log.reduce(addToSummary, undefined)).toMatchObject({ records: 4, messages: 1 });
  const fork = forkRecords(log, later.id, { session: "f", nextId, at: 1 });
  expect(fork.at(-1)).toMatchObject({ kind: "later", session: "f" });
});

test("a trace has what decides about the context, and no text", () => {
  const words = "words that nobody needs to weigh anything";
  const snapshot = record("s", {
    kind: "snapshot",
    ...{ turn: "t", from: "1", through: "2", method: "model", edits: "3" },
    contents: [{ role: "user", parts: [{ text: words }] }],
  });
  expect(weightTraceOf(snapshot)).toEqual({ id: snapshot.id, kind: "snapshot", from: "1", through: "2", edits: "3" });
  const mask = record("s", { kind: "mask", record: "1", part: 0, preview: words, cut: true });
  expect(weightTraceOf(mask)).toEqual({ id: mask.id, kind: "mask", record: "1", part: 0, cut: true });
  expect(weightTraceOf(record("s", { kind: "note", turn: "t", text: words }))).toBeUndefined();
});
