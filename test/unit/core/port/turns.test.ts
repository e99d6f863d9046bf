import { expect, test } from "vitest";
import { joinPages, turnsOf, withRewinds, withUndone } from "../../../../src/core/port/turns.js";
import { answered, created, nextId, record, said } from "../../../support/records.js";

const session = "s";
const turn = nextId();
const log = [
  created(session),
  said(session, "question", turn),
  answered(session, "half", { turn }),
  record(session, { kind: "turn-ended", turn, outcome: { kind: "interrupted" } }),
  record(session, {
    kind: "content",
    turn,
    step: "x",
    from: "app",
    content: { role: "user", parts: [{ text: "go on" }] },
  }),
  record(session, {
    kind: "content",
    turn,
    step: "x",
    from: "model",
    content: {
      role: "model",
      parts: [{ functionCall: { id: "c1", name: "read_file" } }, { functionCall: { id: "c2", name: "glob" } }],
    },
  }),
  record(session, { kind: "asked", turn, call: "c2", questions: [{ question: "Why?" }] }),
  record(session, { kind: "answered", turn, call: "c2" }),
  record(session, {
    kind: "content",
    turn,
    step: "x",
    from: "tool",
    content: {
      role: "user",
      parts: [
        { functionResponse: { id: "c1", name: "read_file", response: { output: "text" } } },
        { functionResponse: { id: "c2", name: "glob", response: { error: "none" } } },
      ],
    },
    calls: [
      { id: "c1", title: "a.md", state: "done" },
      { id: "c2", title: "*.ts", state: "failed" },
    ],
  }),
  answered(session, "whole", { turn }),
  record(session, { kind: "turn-ended", turn, outcome: { kind: "done" } }),
  said(session, "next"),
];

const inWords = (turns: ReturnType<typeof turnsOf>) =>
  turns.map(
    ({ blocks, outcome, partial }) =>
      `${blocks.map((block) => (block.kind === "tool" ? `${block.title}:${block.state}:${block.output}` : "text" in block ? block.text : block.kind)).join("+")} ${outcome?.kind ?? "open"}${partial ? " partial" : ""}`,
  );

test("a Turn is its words, what was answered, and how it ended", () =>
  expect(inWords(turnsOf(log))).toEqual(["question+half+a.md:done:text+*.ts:failed:none+whole done", "next open"]));

test("pages cut anywhere join to the same Turns", () => {
  for (let cut = 0; cut <= log.length; cut++) {
    const joined = joinPages(turnsOf(log.slice(0, cut)), turnsOf(log.slice(cut)));
    expect(inWords(joined), `cut at ${cut}`).toEqual(inWords(turnsOf(log)));
  }
});

test("a page that begins in the middle of a Turn says so", () =>
  expect(inWords(turnsOf(log.slice(2)))[0]).toBe("half+a.md:done:text+*.ts:failed:none+whole done partial"));

test("a block knows the record it was made from, so that a Turn can be cut between two", () => {
  const first = said("s", "ask", "t");
  const second = answered("s", "answer", { turn: "t" });
  const [turn] = turnsOf([first, second]);
  expect(turn!.blocks.map(({ record }) => record)).toEqual([first.id, second.id]);
});

/** The calls of a Turn. */
const callsIn = (records: Parameters<typeof turnsOf>[0]) =>
  turnsOf(records).flatMap(({ blocks }) => blocks.filter((block) => block.kind === "tool"));
const called = (turn: string, name: string, args = {}) =>
  record(session, {
    kind: "content",
    turn,
    step: "x",
    from: "model",
    content: { role: "model", parts: [{ functionCall: { id: "c1", name, args } }] },
  });
const done = (turn: string, name: string, edit?: { path: string; added: number; removed: number }) =>
  record(session, {
    kind: "content",
    turn,
    step: "x",
    from: "tool",
    content: { role: "user", parts: [{ functionResponse: { id: "c1", name, response: { output: "ok" } } }] },
    calls: [{ id: "c1", title: "a.md", state: "done", ...(edit && { edit }) }],
  });

test("a call that waits for the user says so, with what is asked, until it is answered", () => {
  const proposal = { kind: "edit", path: "a.md", after: "x" } as const;
  const request = { callId: "c1", tool: "write_file", title: "a.md", proposal };
  const records = [called("t", "write_file"), record(session, { kind: "asked", turn: "t", call: "c1", request })];
  expect(callsIn(records)).toMatchObject([{ state: "asking", title: "a.md", request }]);
  records.push(record(session, { kind: "answered", turn: "t", call: "c1", approval: "once" }));
  expect(callsIn(records)).toMatchObject([{ state: "running", title: "a.md" }]);
  expect(callsIn(records)[0]).not.toHaveProperty("request");
  expect(callsIn([...records, done("t", "write_file")])).toMatchObject([{ state: "done", output: "ok" }]);
});

test("todos are read from the call, and only if they are a list of such", () => {
  const todos = [{ description: "look", status: "pending" }];
  expect(callsIn([called("t", "write_todos", { todos }), done("t", "write_todos")])).toMatchObject([{ todos }]);
  expect(callsIn([called("t", "write_todos", { todos: [{ status: "?" }] })])[0]).not.toHaveProperty("todos");
});

test("an edit is marked as taken back, and as put back again", () => {
  const edit = { path: "a.md", added: 1, removed: 0 };
  const turns = turnsOf([called("t", "write_file"), done("t", "write_file", edit)]);
  const settled = (as: "edit" | "undo" | "redo", found: "before" | "after", call = "c1", covers?: string[]) =>
    record(session, { kind: "edit-settled", turn: "t", call, edit: "e", as, found, ...(covers && { covers }) });
  const undone = (...records: ReturnType<typeof settled>[]) => {
    const [block] = withUndone(turns, records)[0]!.blocks;
    return block?.kind === "tool" ? block.edit?.undone : undefined;
  };
  expect(undone(settled("edit", "after"))).toBeUndefined();
  expect(undone(settled("undo", "after"))).toBe(true);
  expect(undone(settled("undo", "before"))).toBeUndefined();
  expect(undone(settled("undo", "after", "c9", ["c1"]))).toBe(true);
  expect(undone(settled("undo", "after"), settled("redo", "after"))).toBe(false);
});

test("a Command and its note are a Turn that is over, and a notice belongs to its message", () => {
  const asked = nextId();
  const turns = turnsOf([
    record(session, { kind: "note", turn: nextId(), said: "/help", text: "**Commands**" }),
    said(session, "see @gone", asked),
    record(session, { kind: "note", turn: asked, text: "There is no gone." }),
  ]);
  expect(inWords(turns)).toEqual(["/help+**Commands** done", "see @gone+There is no gone. open"]);
});

test("what was typed is shown, not what the Model is sent beside it", () => {
  const parts = [{ text: "see @a.md" }, { text: "--- content ---" }];
  const content = { role: "user", parts } as const;
  const records = [record(session, { kind: "content", turn, step: "x", from: "user", shown: "see @a.md", content })];
  expect(inWords(turnsOf(records))).toEqual(["see @a.md open"]);
});

test("a Turn that a rewind took back is marked, until the rewind is undone", () => {
  const first = said(session, "one");
  const second = said(session, "two");
  const rewind = record(session, { kind: "rewind", to: second.id });
  const marks = (...records: (typeof first)[]) =>
    withRewinds(turnsOf(records), records).map(({ rewound = false }) => rewound);
  expect(marks(first, second, rewind, said(session, "three"))).toEqual([false, true, false]);
  expect(marks(first, second, rewind, record(session, { kind: "undo", of: rewind.id }))).toEqual([false, false]);
});
