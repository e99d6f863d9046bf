import { expect, test } from "vitest";
import { contextOf } from "../../../../src/core/context/context.js";
import { forkRecords } from "../../../../src/core/log/fork.js";
import type { LogRecord, RecordBody } from "../../../../src/core/log/log.js";
import { answered, created, nextId, record, said } from "../../../support/records.js";

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

test("what a fork says of its edits is about its own: which are settled, and how each ended", () => {
  const edit = (call: string, after: string): RecordBody => {
    const file = { workspace: "w", path: "a.txt", after: { hash: after, text: after } };
    return { kind: "edit", turn: "t", call, as: "edit", ...file };
  };
  const settled = (call: string, edit: string, found: "after" | "before"): RecordBody => {
    return { kind: "edit-settled", turn: "t", call, edit, as: "edit", found };
  };
  const log = [created("old"), said("old", "one", "t")];
  const write = (body: RecordBody) => void log.push(record("old", body));
  write(edit("c1", "1"));
  write(settled("c1", log.at(-1)!.id, "after"));
  write(edit("c2", "2"));
  write(settled("c2", log.at(-1)!.id, "before"));
  write(edit("c3", "3"));
  const fork = forkRecords(log, log.at(-1)!.id, { session: "new", nextId, at: 1 });
  const ends = (records: readonly LogRecord[]) =>
    records.flatMap((each) => {
      if (each.kind !== "edit") return [];
      const end = records.find((other) => other.kind === "edit-settled" && other.edit === each.id);
      return [[each.call, end?.kind === "edit-settled" ? end.found : undefined]];
    });
  expect(ends(log)).toEqual([
    ["c1", "after"],
    ["c2", "before"],
    ["c3", undefined],
  ]);
  expect(ends(fork)).toEqual(ends(log));
});
