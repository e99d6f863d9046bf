import { expect, test } from "vitest";
import { withoutEnvironment } from "../../../src/core/text/environment.js";
import type { AgentEvent } from "../../../src/core/port/events.js";
import type { LogRecord } from "../../../src/core/log/log.js";
import { createRig } from "../../support/agent-rig.js";
import { idle } from "../../support/idle.js";
import { createMemoryLog } from "../../support/memory-log.js";
import { endsSilently, fails, says, thinks, waits } from "../../support/script.js";

/** A Log as one line: who said what, and how Turns ended. */
const inWords = (records: readonly LogRecord[]) =>
  records
    .map((record) => {
      if (record.kind === "turn-ended") return `<${record.outcome.kind}>`;
      if (record.kind !== "content") return `<${record.kind}>`;
      const text = record.content.parts.map((part) => (part.thought ? `(${part.text})` : part.text)).join("");
      return `${record.from}: ${text}${record.interrupted ? "…" : ""}`;
    })
    .join(" | ");

const typesOf = (events: readonly AgentEvent[]) =>
  events.map(({ type }) => type).filter((type) => type !== "session-listed" && type !== "context-weighed");

test("A1: a message is answered, and everything of it is in the Log", async () => {
  const { log, model, openTab } = createRig();
  const { agent, events } = await openTab();
  model.script([thinks("hm"), says("Hello ", "there")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(inWords(log.all)).toBe("<session-created> | <environment> | user: hi | model: (hm)Hello there | <done>");
  expect(typesOf(events)).toEqual(["turn-started", "step-started", "thought", "text", "text", "turn-ended"]);
});

test("A7: the system prompt can be read, and is the one that is sent", async () => {
  const { model, openTab } = createRig();
  const { agent } = await openTab();
  model.script([says("Hello")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  const { system, tools } = await agent.context.systemPrompt();
  expect(system).toBe(model.requests[0]!.system);
  expect(tools.map(({ name }) => name)).toEqual(model.requests[0]!.tools?.map(({ name }) => name));
});

test("L3: the words are durable before the Model is asked or the screen is told", async () => {
  const { log, model, openTab } = createRig();
  const { agent, events } = await openTab();
  await agent.sessions.create();
  model.answer(() => {
    expect(inWords(log.all)).toContain("user: hi");
    return [says("yes")];
  });
  const sending = agent.turns.send({ text: "hi" });
  expect(typesOf(events)).toEqual([]);
  await sending;
  await idle();
  expect(inWords(log.all)).toContain("model: yes");
});

test("the Model is sent the whole context, also after the Session was opened anew", async () => {
  const { model, openTab } = createRig();
  const first = await openTab();
  model.answer(({ contents }) => [says(`heard ${contents.length}`)]);
  const { summary } = await first.agent.sessions.create();
  for (const text of ["one", "two"]) {
    await first.agent.turns.send({ text });
    await idle();
  }
  const second = await openTab();
  await second.agent.sessions.open(summary.id);
  await second.agent.sessions.takeOver();
  await second.agent.turns.send({ text: "three" });
  await idle();
  expect(withoutEnvironment(model.requests.at(-1)!.contents).map(({ parts }) => parts[0]!.text)).toEqual([
    "one",
    "heard 1",
    "two",
    "heard 3",
    "three",
  ]);
});

test("L3: while an answer is spoken, a draft of it is saved within half a second", async () => {
  const { log, clock, model, openTab } = createRig();
  const { agent } = await openTab();
  model.script([says("so far "), waits("gate"), says("so good")]);
  const { summary } = await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(await log.drafts(summary.id)).toEqual([]);
  clock.pass(500);
  await idle();
  expect((await log.drafts(summary.id)).map(({ text }) => text)).toEqual(["so far "]);
  model.release("gate");
  await idle();
  expect(await log.drafts(summary.id)).toEqual([]);
  expect(inWords(log.all)).toContain("model: so far so good");
});

test("L3: after a crash the partial answer is there, marked interrupted, and can be gone on with", async () => {
  const { log, clock, model, openTab } = createRig();
  const crashed = await openTab();
  model.script([says("Once upon "), waits("never")]);
  const { summary } = await crashed.agent.sessions.create();
  await crashed.agent.turns.send({ text: "a story" });
  await idle();
  clock.pass(500);
  await idle();
  const restarted = createRig({ log });
  const { agent } = await restarted.openTab();
  const opened = await agent.sessions.open(summary.id);
  const turn = opened.page.turns.at(-1)!;
  expect(turn.outcome).toEqual({ kind: "interrupted" });
  expect(turn.blocks.at(-1)).toMatchObject({ text: "Once upon ", interrupted: true });
  restarted.model.script([says("a time")]);
  await agent.turns.resume(turn.id);
  await idle();
  expect(inWords(log.all)).toMatch(/model: Once upon … \| <interrupted> \| app: .+ \| model: a time \| <done>$/);
});

test("a stop keeps what was said and ends the Turn", async () => {
  const { log, model, openTab } = createRig();
  const { agent } = await openTab();
  model.script([says("half"), waits("never")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  await agent.turns.stop();
  expect(inWords(log.all)).toMatch(/model: half… \| <stopped>$/);
  expect(model.atWork).toBe(0);
});

test("a failure keeps what was said and says what happened", async () => {
  const { log, model, openTab } = createRig();
  const { agent, events } = await openTab();
  model.script([says("half"), fails("ModelError", "The model is overloaded.")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(inWords(log.all)).toMatch(/model: half… \| <failed>$/);
  expect(events.at(-1)).toMatchObject({
    type: "turn-ended",
    outcome: { kind: "failed", message: "The model is overloaded." },
  });
});

test("a stream that is cut four times is an interruption, and every attempt is kept", async () => {
  const { log, clock, model, openTab } = createRig();
  const { agent, events } = await openTab();
  model.script(...["one", "two", "three", "four"].map((text) => [says(text), endsSilently()]));
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  for (const pause of [1000, 2000, 4000]) {
    await idle();
    clock.pass(pause);
  }
  await idle();
  expect(inWords(log.all)).toMatch(/model: one… \| model: two… \| model: three… \| model: four… \| <interrupted>$/);
  expect(await log.context(log.all[0]!.session)).toMatchObject([
    { folder: "w" },
    { content: { role: "user" } },
    { content: { parts: [{ text: "four" }] } },
  ]);
  expect(typesOf(events).filter((type) => type === "turn-waiting")).toHaveLength(3);
});

test("L5: a full disk rejects the message before anyone is asked, and nothing seems to go on", async () => {
  const { log, model, openTab } = createRig();
  const { agent, events } = await openTab();
  await agent.sessions.create();
  log.fill();
  await expect(agent.turns.send({ text: "hi" })).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(model.requests).toEqual([]);
  expect(typesOf(events)).toEqual([]);
});

test("L5: a disk that fills up during an answer ends the Turn as failed", async () => {
  const { log, model, openTab } = createRig();
  const { agent, events } = await openTab();
  model.script([says("half"), waits("gate"), says("whole")]);
  await agent.sessions.create();
  await agent.turns.send({ text: "hi" });
  await idle();
  log.fill();
  model.release("gate");
  await idle();
  expect(events.at(-1)).toMatchObject({ type: "turn-ended", outcome: { kind: "failed", name: "QuotaExceededError" } });
});

test("L4: a second tab follows live, may not write, and can take over", async () => {
  const { model, log, openTab } = createRig();
  const [one, two] = [await openTab(), await openTab()];
  model.script([says("first part"), waits("gate"), says(", second part")]);
  const { summary } = await one.agent.sessions.create();
  await one.agent.turns.send({ text: "hi" });
  await idle();
  const followed = await two.agent.sessions.open(summary.id);
  expect(followed.owner).toBe("elsewhere");
  await expect(two.agent.turns.send({ text: "me too" })).rejects.toMatchObject({ name: "ReadOnlyError" });
  await two.agent.sessions.takeOver();
  await idle();
  expect(one.events.at(-1)).toMatchObject({ type: "ownership-changed", owner: "elsewhere" });
  expect(inWords(log.all)).toMatch(/model: first part… \| <stopped>$/);
  model.script([says("answer to two")]);
  await two.agent.turns.send({ text: "me too" });
  await idle();
  const seen = one.events.filter((event) => event.type === "turn-replaced").at(-1);
  expect(seen?.turn.blocks.map((block) => ("text" in block ? block.text : block.kind))).toEqual([
    "me too",
    "answer to two",
  ]);
});

test.each(Array.from({ length: 24 }, (_, at) => at))(
  "L4: a message that is on its way when another tab takes over is kept or given back, never answered by both (%i)",
  async (moments) => {
    const { model, log, openTab } = createRig();
    const [one, two] = [await openTab(), await openTab()];
    model.script([says("first")], [says("half"), waits("gate"), says(" and half")]);
    const { summary } = await one.agent.sessions.create();
    await one.agent.turns.send({ text: "hi" });
    await idle();
    await two.agent.sessions.open(summary.id);
    const sending = one.agent.turns.send({ text: "late" }).then(
      () => "kept",
      (error: Error) => error.name,
    );
    for (let moment = 0; moment < moments; moment++) await Promise.resolve();
    await two.agent.sessions.takeOver();
    const before = log.all.length;
    model.release("gate");
    await idle();
    expect(log.all.length).toBe(before); // who has lost a Session writes in it no more
    const said = log.all.some((record) => record.kind === "content" && record.content.parts[0]!.text === "late");
    expect(await sending).toBe(said ? "kept" : "ReadOnlyError");
    expect(log.all.filter(({ kind }) => kind === "turn-ended")).toHaveLength(said ? 2 : 1);
  },
);

test("L3: what is asked for while the log is being opened waits for it, and no setting of before is lost", async () => {
  const before = createRig().log;
  await before.put({ collection: "settings", key: "user", value: { "ui.theme": "dark" } });
  let release!: () => void;
  const opened = new Promise<void>((resolve) => (release = resolve));
  let isOpen = false;
  const mustBeOpen = () => {
    if (!isOpen) throw new Error("The log is not open yet.");
  };
  const log = {
    ...before,
    async open() {
      await opened;
      isOpen = true;
      return before.open();
    },
    page: async (...asked: Parameters<typeof before.page>) => (mustBeOpen(), before.page(...asked)),
    put: async (...asked: Parameters<typeof before.put>) => (mustBeOpen(), before.put(...asked)),
  };
  const { model, newTab } = createRig({ log });
  const { agent } = await newTab();
  model.script([says("in time")]);
  const starting = agent.start();
  const sending = agent.sessions.create().then(() => agent.turns.send({ text: "early" }));
  const changing = agent.settings.change("model.contextLimit", 5_000);
  await idle();
  release();
  await Promise.all([starting, sending, changing]);
  await idle();
  expect(inWords(log.all)).toMatch(/early.*in time/);
  expect((await agent.settings.view()).values).toMatchObject({ "ui.theme": "dark", "model.contextLimit": 5_000 });
  const { text } = (await log.get("settings", "~/.gemini/settings.json")) as { text: string };
  expect(JSON.parse(text)).toEqual({ ui: { theme: "dark" }, model: { contextLimit: 5_000 } });
});

test("S1: rename, pin and trash are records too, and undone by another", async () => {
  const { log, model, openTab } = createRig();
  const { agent } = await openTab();
  model.script([says("ok")]);
  const { summary } = await agent.sessions.create();
  await agent.turns.send({ text: "first words" });
  await idle();
  await agent.sessions.rename(summary.id, "A better name");
  await agent.sessions.pin(summary.id, true);
  await agent.sessions.trash(summary.id);
  expect(await agent.sessions.list({ limit: 10 })).toEqual([]);
  await agent.sessions.restore(summary.id);
  expect(await agent.sessions.list({ limit: 10 })).toMatchObject([{ title: "A better name", pinned: true }]);
  expect(log.all.filter(({ kind }) => kind === "session-changed")).toHaveLength(4);
});

test("a Session without a message is no Session", async () => {
  const { log, openTab } = createRig();
  const { agent } = await openTab();
  await agent.sessions.create();
  await agent.sessions.create();
  expect(log.all).toEqual([]);
});

test("a Session that is asked for while the log is still opening waits for it", async () => {
  const memory = createMemoryLog();
  let isOpen = true;
  let finish = () => undefined as void;
  const log = {
    ...memory,
    open: () => (isOpen ? memory.open() : new Promise<void>((done) => (finish = done)).then(() => memory.open())),
    page: (...args: Parameters<typeof memory.page>) =>
      isOpen ? memory.page(...args) : Promise.reject(new Error("The log is not open.")),
  };
  const { agent } = await createRig({ log }).openTab();
  isOpen = false;
  const starting = agent.start();
  const asked = agent.sessions.create();
  await idle();
  isOpen = true;
  finish();
  await starting;
  expect(await asked).toMatchObject({ owner: "here" });
});
