import { expect, test } from "vitest";
import { contextOf } from "../../../src/core/context.js";
import { forkRecords } from "../../../src/core/fork.js";
import { answered, created, nextId, record, said } from "../../support/records.js";

test("a fork has the context of its place, under ids of its own, and none of what came after", () => {
  const log = [created("old"), said("old", "one"), answered("old", "answer"), said("old", "two")];
  log.push(record("old", { kind: "rewind", to: log[3]!.id }), record("old", { kind: "pin", record: log[1]!.id }));
  log.push(said("old", "three"), answered("old", "four"));
  const last = log.at(-1)!;
  const after = [said("old", "five"), record("old", { kind: "session-changed", trashed: true })];
  const fork = forkRecords([...log, ...after], last.id, { session: "new", nextId, title: "Old", at: 1 });
  const words = (records: typeof fork) => contextOf(records).map(({ content }) => content.parts[0]!.text);
  expect(words(fork)).toEqual(["one", "answer", "three", "four"]);
  expect(words(fork)).toEqual(words(log));
  expect(fork[0]).toMatchObject({ kind: "session-created", forkOf: { session: "old", through: last.id } });
  expect(new Set(fork.map(({ session }) => session))).toEqual(new Set(["new"]));
  expect(fork.map(({ id }) => id).filter((id) => log.some((each) => each.id === id))).toEqual([]);
  expect(fork.map(({ id }) => id)).toEqual(fork.map(({ id }) => id).toSorted());
});
