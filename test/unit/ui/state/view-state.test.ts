/** The fold from events to the screen. */
import { describe, expect, test } from "vitest";
import type { SessionView, TurnPage } from "../../../../src/core/port/sessions-port.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import type { SessionSummary } from "../../../../src/core/log/store.js";
import type { TurnView } from "../../../../src/core/port/turns.js";
import * as view from "../../../../src/ui/state/view-state.js";

const meter = { tokens: 1, limit: 100, source: "exact" } as const;
const summary = (id: string, change: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  title: id,
  createdAt: 0,
  updatedAt: 0,
  messages: 0,
  records: 0,
  tokens: 0,
  ...change,
});
const session = (page: TurnPage): SessionView => ({ summary: summary("s"), owner: "here", meter, page, queue: [] });
const ended = (id: string): TurnView => ({ id, at: 0, blocks: [], outcome: { kind: "done" }, first: id, last: id });
const opened = (...ids: string[]) => view.opened(view.emptyState, session({ turns: ids.map(ended), more: false }));

// A Turn told in short: ">hi" starts it, "@m" starts a step of model m, "!@m" takes it back, "~" a thought, "." its end, else a text delta.
function told(state: view.ViewState, ...words: string[]): view.ViewState {
  const event = (word: string): AgentEvent => {
    const turnId = "t";
    if (word.startsWith(">")) return { type: "turn-started", turnId, text: word.slice(1), at: 7 };
    if (word.startsWith("@")) return { type: "step-started", turnId, stepId: word, model: word.slice(1) };
    if (word.startsWith("!")) return { type: "step-discarded", turnId, stepId: word.slice(1), why: "cut" };
    if (word.startsWith("~")) return { type: "thought", turnId, delta: word.slice(1) };
    if (word === ".") return { type: "turn-ended", turnId, outcome: { kind: "done" } };
    return { type: "text", turnId, delta: word };
  };
  return words.reduce((now, word) => view.foldEvent(now, event(word), 0), state);
}
const turnsOf = (state: view.ViewState) => state.open!.window.turns;
const blocksOf = (state: view.ViewState) =>
  turnsOf(state)
    .at(-1)!
    .blocks.map(
      (block) => `${block.kind}:${block.kind === "tool" ? block.state : "text" in block ? block.text : block.after}`,
    );

describe("a Turn", () => {
  test("shows the user's words, then who answers, then the answer as it comes", () => {
    const asked = told(opened(), ">hi", "@m");
    expect(turnsOf(asked)[0]!.blocks).toEqual([
      { kind: "user", text: "hi" },
      { kind: "text", text: "", model: "m", step: "@m" },
    ]);
    expect(blocksOf(told(asked, "Hel", "lo"))).toEqual(["user:hi", "text:Hello"]);
  });

  test("carries the deltas of what is being spoken until it ends, so that nobody reads it all again", () => {
    const asked = told(opened(), ">hi", "@m", "~a", "Hel", "lo");
    const [, thought, text] = turnsOf(asked)[0]!.blocks;
    expect(text).toMatchObject({ text: "Hello", growth: { delta: "lo", before: { delta: "Hel" } } });
    expect(thought).toMatchObject({ text: "a" });
    for (const block of turnsOf(told(asked, "."))[0]!.blocks) expect(block).not.toHaveProperty("growth");
  });

  test("puts thoughts before the words they lead to", () =>
    expect(blocksOf(told(opened(), ">hi", "@m", "~a", "~b", "yes"))).toEqual(["user:hi", "thought:ab", "text:yes"]));

  test("keeps later thoughts apart from earlier words", () =>
    expect(blocksOf(told(opened(), ">hi", "@m", "one", "@m", "~hm", "two"))).toEqual([
      "user:hi",
      "text:one",
      "thought:hm",
      "text:two",
    ]));

  test("keeps what earlier steps have said when one is asked for again, and what the Log has in any case (L3)", () => {
    const half: TurnView = {
      ...ended("t"),
      blocks: [
        { kind: "user", text: "hi", record: "1" },
        { kind: "thought", text: "hm", record: "2" },
        { kind: "text", text: "The first half ", model: "m", step: "before", record: "2" },
      ],
    };
    const gone = told(
      view.opened(view.emptyState, session({ turns: [half], more: false })),
      "@m",
      "~oh",
      "the wrong",
      "!@m",
    );
    const kept = ["user:hi", "thought:hm", "text:The first half "];
    expect(blocksOf(gone)).toEqual(kept);
    expect(blocksOf(told(gone, "@n", "~ah", "rest."))).toEqual([...kept, "thought:ah", "text:rest."]);
    expect(blocksOf(told(opened(), ">hi", "@m", "chant", "@n", "~oh", "no", "!@n"))).toEqual(["user:hi", "text:chant"]);
  });

  test("runs from its start to its end", () => {
    const asked = told(opened(), ">hi");
    expect(asked.running).toBe("t");
    expect(told(asked, ".").running).toBeUndefined();
    expect(turnsOf(told(asked, "."))[0]!.outcome).toEqual({ kind: "done" });
  });

  test("leaves every other Turn the same object when a delta comes", () => {
    const before = told(opened("a", "b"), ">hi", "@m");
    const after = told(before, "word");
    expect(turnsOf(after).slice(0, 2)).toEqual(turnsOf(before).slice(0, 2));
    expect(turnsOf(after)[0]).toBe(turnsOf(before)[0]);
    expect(turnsOf(after)[1]).toBe(turnsOf(before)[1]);
    expect(turnsOf(after)[2]).not.toBe(turnsOf(before)[2]);
  });

  test("of a Session that was left changes nothing on the screen", () => {
    const elsewhere = opened("a");
    const after = told(elsewhere, "@m", "word", ".");
    expect(after.running).toBeUndefined();
    expect(turnsOf(after)).toEqual(turnsOf(elsewhere));
  });

  test("that another tab wrote takes the place of what was there, or comes last", () => {
    const replaced = (id: string): AgentEvent => ({
      type: "turn-replaced",
      sessionId: "s",
      turn: { ...ended(id), at: 9 },
    });
    expect(turnsOf(view.foldEvent(opened("a", "b"), replaced("a"), 0)).map(({ id, at }) => `${id}${at}`)).toEqual([
      "a9",
      "b0",
    ]);
    expect(turnsOf(view.foldEvent(opened("a"), replaced("c"), 0)).map(({ id }) => id)).toEqual(["a", "c"]);
  });
});

describe("a Turn that runs", () => {
  test("can be stopped though the end of the conversation is not in the window", () => {
    const state = opened("a", "b");
    const scrolled = view.withWindow(state, { ...state.open!.window, gone: ["c"] });
    const running = told(scrolled, ">hi", "@m");
    expect(running.running).toBe("t");
    expect(turnsOf(running)).toHaveLength(2);
    expect(told(running, ".").running).toBeUndefined();
  });

  test("is shown as far as it is when one comes back to it, and leaves no line in the activity for that", () => {
    const events = [
      { type: "turn-started", turnId: "t", text: "hi", at: 7 },
      { type: "step-started", turnId: "t", stepId: "@m", model: "m" },
      { type: "text", turnId: "t", delta: "half" },
      { type: "turn-waiting", turnId: "t", model: "m", fault: "rate", why: "", until: 9, attempt: 2, of: 3 },
    ] as const;
    const page = { turns: [ended("a")], more: false };
    const waits = view.opened(view.emptyState, { ...session(page), running: { turnId: "t", events } });
    expect(waits).toMatchObject({ running: "t", waiting: events[3], activity: [] });
    expect(blocksOf(told(waits, " and half"))).toEqual(["user:hi", "text:half and half"]);
    const left = view.opened(waits, { ...session(page), summary: summary("other") });
    expect(left).toMatchObject({ running: undefined, waiting: undefined });
  });

  test("unseen is known by its Session until it has ended", () => {
    const now = (state: "answering" | "asking" | "idle"): AgentEvent => ({
      type: "session-working",
      sessionId: "x",
      state,
    });
    const asking = view.foldEvent(view.foldEvent(opened(), now("answering"), 0), now("asking"), 0);
    expect(asking.working).toEqual({ x: "asking" });
    expect(view.foldEvent(asking, now("idle"), 0).working).toEqual({});
  });
});

describe("the list of Sessions", () => {
  const listed = (state: view.ViewState, ...sessions: SessionSummary[]) =>
    sessions.reduce((now, each) => view.foldEvent(now, { type: "session-listed", session: each }, 0), state);
  const ids = (state: view.ViewState) => state.sessions.map(({ id }) => id).join(" ");

  test("has the pinned first, then the newest", () =>
    expect(
      ids(
        listed(
          view.emptyState,
          summary("a", { updatedAt: 3 }),
          summary("b", { pinned: true }),
          summary("c", { updatedAt: 5 }),
        ),
      ),
    ).toBe("b c a"));

  test("loses what goes to the trash and gets it back", () => {
    const both = listed(view.emptyState, summary("a"), summary("b", { updatedAt: 1 }));
    const one = listed(both, summary("a", { trashedAt: 9 }));
    expect(ids(one)).toBe("b");
    expect(ids(listed(one, summary("a")))).toBe("b a");
  });

  test("gives the open Session its new title", () =>
    expect(listed(opened(), summary("s", { title: "Herons" })).open!.summary.title).toBe("Herons"));
});

test("only events of the open Session change its meter and owner", () => {
  const owner = (sessionId: string): AgentEvent => ({ type: "ownership-changed", sessionId, owner: "elsewhere" });
  expect(view.isStorageReadOnly(view.foldEvent(opened(), owner("other"), 0))).toBe(false);
  expect(view.isStorageReadOnly(view.foldEvent(opened(), owner("s"), 0))).toBe(true);
});

test("activity has the newest 100 events and no deltas (H1)", () => {
  const many = told(opened(), ">hi", "@m", ...Array.from({ length: 150 }, () => "@m"), "word", "word");
  expect(many.activity).toHaveLength(100);
  expect(many.activity.at(-1)!.event.type).toBe("step-started");
  expect(many.activity.at(-1)!.id - many.activity[0]!.id).toBe(99);
});

describe("what waits, what is taken back, who is trusted", () => {
  test("a queue is that of the open Session, and goes with it", () => {
    const queue = [{ id: "q", text: "later" }];
    const state = view.foldEvent(opened("a"), { type: "queue-changed", sessionId: "s", queue }, 0);
    expect(state.queued).toBe(queue);
    expect(view.foldEvent(state, { type: "queue-changed", sessionId: "other", queue: [] }, 0).queued).toBe(queue);
    expect(view.closed(state).queued).toEqual([]);
  });

  test("a rewind marks its Turn and those after it, and leaves the others the same objects", () => {
    const before = opened("a", "b", "c");
    const after = view.foldEvent(before, { type: "turns-rewound", sessionId: "s", from: "b" }, 0);
    expect(after.open!.window.turns.map(({ rewound = false }) => rewound)).toEqual([false, true, true]);
    expect(after.open!.window.turns[0]).toBe(before.open!.window.turns[0]);
  });

  test("a Turn that goes on runs at once, before any Model is asked, and has no outcome any more", () => {
    const state = view.foldEvent(told(opened(), ">hi", "@m", "half", "."), { type: "turn-resumed", turnId: "t" }, 0);
    expect(state.running).toBe("t");
    expect(state.open!.window.turns.at(-1)!.outcome).toBeUndefined();
  });

  test("a notice stays when what the Model said is asked for again", () => {
    const noted = view.foldEvent(told(opened(), ">see @gone"), { type: "note", turnId: "t", text: "no gone" }, 0);
    const again = { type: "step-discarded", turnId: "t", stepId: "@m", why: "cut" } as const;
    const state = view.foldEvent(told(noted, "@m", "half"), again, 0);
    expect(state.open!.window.turns[0]!.blocks.map(({ kind }) => kind)).toEqual(["user", "note"]);
  });

  test("the question of trust goes with its answer", () => {
    const question = { id: "w 1", isAgain: false, found: [], leftOut: 0 };
    const asked = view.foldEvent(opened(), { type: "trust-asked", workspaceId: "w", question }, 0);
    expect(asked.trust).toEqual({ workspaceId: "w", question });
    expect(view.foldEvent(asked, { type: "trust-changed", workspaceId: "w", trusted: false }, 0).trust).toBeUndefined();
  });
});

describe("A3: calls that wait for the user", () => {
  const request = {
    callId: "c",
    tool: "replace",
    title: "a.md",
    proposal: { kind: "edit", path: "a.md", after: "a\n" },
  } as const;
  const started = { type: "tool-started", turnId: "t", callId: "c", name: "replace", title: "a.md" } as const;
  const asked = { type: "tool-asked", turnId: "t", request } as const;
  const finished = { type: "tool-finished", turnId: "t", callId: "c", state: "done", output: "" } as const;
  const hear = (...events: AgentEvent[]) =>
    events.reduce((state, event) => view.foldEvent(state, event, 0), told(opened(), ">hi", "@m"));

  test.each([
    ["after it has started", [started, asked]],
    ["before", [asked]],
  ])("a call is asked about %s, as one block", (_, events) => {
    const state = hear(...events);
    expect(view.asksOf(state)).toMatchObject([{ id: "c", name: "replace", title: "a.md", request }]);
    const running = view.foldEvent(
      view.foldEvent(state, { type: "tool-answered", turnId: "t", callId: "c" }, 0),
      started,
      0,
    );
    expect(view.asksOf(running)).toEqual([]);
    expect(blocksOf(running)).toEqual(["user:hi", "text:", "tool:running"]);
  });

  test("a question waits until it is answered or its call has ended", () => {
    const questions = [{ question: "Which?" }];
    const state = hear(started, { type: "question-asked", turnId: "t", callId: "c", questions });
    expect(view.asksOf(state)).toMatchObject([{ id: "c", questions }]);
    expect(view.asksOf(view.foldEvent(state, finished, 0))).toEqual([]);
  });

  test("nothing waits once the Turn has ended", () => expect(view.asksOf(told(hear(started, asked), "."))).toEqual([]));

  test("a finished edit is undone and made again", () => {
    const edit = { path: "a.md", added: 1, removed: 0 };
    const done = hear(started, { ...finished, edit });
    const undone = (state: view.ViewState, isUndone: boolean) =>
      view.foldEvent(state, { type: "edit-undone", turnId: "t", callId: "c", undone: isUndone }, 0);
    const editOf = (state: view.ViewState) =>
      turnsOf(state)
        .at(-1)!
        .blocks.findLast(({ kind }) => kind === "tool");
    expect(editOf(done)).toMatchObject({ edit });
    expect(editOf(undone(done, true))).toMatchObject({ edit: { ...edit, undone: true } });
    expect(editOf(undone(undone(done, true), false))).toMatchObject({ edit: { ...edit, undone: false } });
  });

  test("the mode is the one that was told last", () =>
    expect(hear({ type: "approval-mode-changed", mode: "plan" }).approvalMode).toBe("plan"));
});

test("H1: files that others change for minutes are one line, with a number of its own each time", () => {
  const change = (path: string): AgentEvent => ({ type: "files-changed", workspaceId: "w", paths: [path] });
  const events = [change("a"), { type: "settings-changed" } as const, change("b"), change("c")];
  const states = events.reduce<view.ViewState[]>(
    (all, event) => [...all, view.foldEvent(all.at(-1)!, event, 0)],
    [view.emptyState],
  );
  expect(states.at(-1)!.activity.map(({ event }) => event)).toEqual([events[0], events[1], events[3]]);
  const ids = states.slice(1).map(({ activity }) => activity.at(-1)!.id);
  expect(new Set(ids).size).toBe(ids.length);
});
