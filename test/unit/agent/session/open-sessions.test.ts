/** Looking at another Session while a Turn runs: it goes on unseen, and can be come back to. */
import { expect, test } from "vitest";
import { defineTool } from "../../../../src/agent/calls/tool.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import * as view from "../../../../src/ui/state/view-state.js";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, waits } from "../../../support/script.js";

type Rig = ReturnType<typeof createRig>;

/** A tab, and the screen that is made of what it tells. */
async function openScreen(rig: Rig) {
  const tab = await rig.openTab();
  const { agent, events } = tab;
  let state = view.emptyState;
  let heard = 0;
  const now = () => {
    state = events.slice(heard).reduce((before, event) => view.foldEvent(before, event, 0), state);
    heard = events.length;
    return state;
  };
  const open = async (id?: string) => {
    const opened = await (id === undefined ? agent.sessions.create() : agent.sessions.open(id));
    state = view.opened(now(), opened);
    return opened.summary.id;
  };
  const turns = () =>
    now().open!.window.turns.map((turn) =>
      turn.blocks.flatMap((block) => ("text" in block && block.text ? [block.text] : [])),
    );
  return { ...tab, now, open, turns };
}

const outcomes = async ({ log }: Rig, session: string) =>
  (await log.records(session)).flatMap((record) => (record.kind === "turn-ended" ? [record.outcome.kind] : []));

/** Two Sessions: in the first a Turn runs that has said "One ", the second is on the screen. */
async function whileAnotherIsOpen(rig: Rig = createRig()) {
  const screen = await openScreen(rig);
  const first = await screen.open();
  rig.model.script([says("One "), waits("gate"), says("two.")]);
  await screen.agent.turns.send({ text: "count" });
  await expect.poll(() => screen.turns()).toEqual([["count", "One "]]);
  const second = await screen.open();
  return { ...rig, ...screen, rig, first, second };
}

test("a Turn goes on to its end though another Session is looked at, and nothing of it is shown there", async () => {
  const { rig, model, first, now, events } = await whileAnotherIsOpen();
  expect(now()).toMatchObject({ running: undefined, working: { [first]: "answering" } });
  const before = events.length;
  model.release("gate");
  await expect.poll(() => outcomes(rig, first)).toEqual(["done"]);
  await idle();
  const told = events.slice(before).filter((event) => "turnId" in event);
  expect(told.at(-1)).toMatchObject({ type: "turn-ended", unseen: true });
  expect(now().open!.window.turns).toEqual([]);
  expect(now().working).toEqual({});
});

test("who comes back to it sees all that was said meanwhile, and the rest as it comes", async () => {
  const { model, first, open, now, turns } = await whileAnotherIsOpen();
  await open(first);
  expect(turns()).toEqual([["count", "One "]]);
  expect(now().running).toBeDefined();
  model.release("gate");
  await expect.poll(() => now().running).toBeUndefined();
  expect(turns()).toEqual([["count", "One two."]]);
  await open(first); // from the Log
  expect(turns()).toEqual([["count", "One two."]]);
});

test("who comes back to a Session that was begun here finds its title, and what was said in it counted", async () => {
  const { rig, first, agent } = await whileAnotherIsOpen();
  const { summary } = await agent.sessions.open(first);
  expect(summary).toMatchObject({ title: "count", messages: 1 });
  expect(summary).toEqual(await rig.log.session(first));
});

test("who comes back to a Session that was renamed meanwhile finds its new name", async () => {
  const { first, agent } = await whileAnotherIsOpen();
  await agent.sessions.rename(first, "Numbers");
  expect((await agent.sessions.open(first)).summary.title).toBe("Numbers");
});

test("a page for a new Session is another Session, too", async () => {
  const { rig, agent, model, first, open, now, turns } = await whileAnotherIsOpen();
  await open(first);
  await agent.sessions.leave();
  expect(now().working).toEqual({ [first]: "answering" });
  model.release("gate");
  await expect.poll(() => outcomes(rig, first)).toEqual(["done"]);
  await idle();
  expect(now().working).toEqual({});
  await open(first);
  expect(turns()).toEqual([["count", "One two."]]);
});

test("it can be stopped once one is back", async () => {
  const { rig, agent, first, open } = await whileAnotherIsOpen();
  await open(first);
  await agent.turns.stop();
  expect(await outcomes(rig, first)).toEqual(["stopped"]);
});

test("opening the same Session again stops nothing: the jump to its end", async () => {
  const { model, first, open, now, turns } = await whileAnotherIsOpen();
  await open(first);
  await open(first);
  expect(turns()).toEqual([["count", "One "]]);
  model.release("gate");
  await expect.poll(() => now().running).toBeUndefined();
  expect(turns()).toEqual([["count", "One two."]]);
});

test("a Turn that was gone on with is shown whole, the half that was there before it as well", async () => {
  const rig = createRig();
  const { agent, open, now, turns } = await openScreen(rig);
  const first = await open();
  rig.model.script([says("The first half "), fails("ModelError", "It broke.", { kind: "refused" })]);
  await agent.turns.send({ text: "go" });
  await expect.poll(() => now().open!.window.turns[0]?.outcome?.kind).toBe("failed");
  rig.model.script([says("and the "), waits("gate"), says("second.")]);
  await agent.turns.resume(now().open!.window.turns[0]!.id);
  await expect.poll(() => turns()[0]).toContain("and the ");
  await open();
  await open(first);
  expect(turns()).toEqual([["go", "The first half ", "and the "]]);
  rig.model.release("gate");
  await expect.poll(() => now().running).toBeUndefined();
  expect(turns()).toEqual([["go", "The first half ", "and the second."]]);
});

test("A1: what waits behind it goes out unseen, too; a Command waits to be looked at", async () => {
  const rig = createRig();
  const { agent, open, now, turns } = await openScreen(rig);
  const first = await open();
  rig.model.script([says("a"), waits("gate")], [says("b")]);
  await agent.turns.send({ text: "one" });
  await agent.queue.add("two");
  await agent.queue.add("/help");
  await open();
  rig.model.release("gate");
  await expect.poll(() => outcomes(rig, first)).toEqual(["done", "done"]);
  await idle();
  expect(now().working).toEqual({});
  await open(first);
  expect(turns()).toEqual([
    ["one", "a"],
    ["two", "b"],
  ]);
  expect(now().queued.map(({ text }) => text)).toEqual(["/help"]);
});

test("A3: a call that waits for the user's word unseen is in the list, and can be answered where it stands", async () => {
  const write = defineTool({
    name: "write",
    kind: "edit",
    description: "Writes.",
    parameters: {},
    title: () => "a.md",
    run: () => Promise.resolve("Written."),
  });
  const rig = createRig({ tools: [write] });
  const { agent, open, now, turns } = await openScreen(rig);
  const first = await open();
  rig.model.script([waits("gate"), calls("write", {}, "c")], [says("Done.")]);
  await agent.turns.send({ text: "write" });
  await open();
  rig.model.release("gate");
  await expect.poll(() => now().working).toEqual({ [first]: "asking" });
  expect(view.asksOf(now())).toEqual([]);
  await open(first);
  const [ask] = view.asksOf(now());
  expect(ask).toMatchObject({ name: "write", state: "asking" });
  await agent.calls.approve(ask!.id, { kind: "once" });
  await expect.poll(() => now().running).toBeUndefined();
  expect(turns()[0]!.at(-1)).toBe("Done.");
});

test("L4: it is held while it goes on, can be taken over, and is let go when it has ended", async () => {
  const { rig, model, first } = await whileAnotherIsOpen();
  const other = await rig.openTab();
  expect((await other.agent.sessions.open(first)).owner).toBe("elsewhere");
  await other.agent.sessions.takeOver();
  expect(await outcomes(rig, first)).toEqual(["stopped"]);
  model.release("gate");
  const again = await whileAnotherIsOpen(createRig());
  again.model.release("gate");
  await expect.poll(() => outcomes(again.rig, again.first)).toEqual(["done"]);
  await idle();
  const third = await again.rig.openTab();
  expect((await third.agent.sessions.open(again.first)).owner).toBe("here");
});

test("U8: what waits for the network goes out when it is back, whichever Session is on the screen", async () => {
  const rig = createRig();
  const { agent, events, open, now, turns } = await openScreen(rig);
  await agent.models.choose("gemini-2.5-pro");
  await agent.online(false);
  const sessions = [await open(), ""];
  await agent.queue.add("first");
  sessions[1] = await open();
  await agent.queue.add("second");
  await open();
  rig.model.answer(() => [says("Answered.")]);
  await agent.online(true);
  for (const session of sessions) {
    await expect.poll(() => outcomes(rig, session)).toEqual(["done"]);
  }
  await idle();
  expect(now().working).toEqual({});
  expect(await rig.log.list("queue")).toEqual([]);
  await open(sessions[0]);
  expect(turns()).toEqual([["first", "Answered."]]);
  expect(events.filter((event: AgentEvent) => event.type === "session-working").map((event) => event.state)).toContain(
    "answering",
  );
});

test("L4: who leaves while a message is on its way in leaves a Session that works: it keeps its lock, and one Turn runs", async () => {
  const rig = createRig();
  const { agent, open } = await openScreen(rig);
  const first = await open();
  rig.model.answer(() => [says("yes")]);
  const sending = agent.turns.send({ text: "@README.md what is this?" });
  const opening = open();
  await Promise.all([sending, opening]);
  await open(first);
  await expect.poll(() => outcomes(rig, first)).toEqual(["done"]);
  await idle();
  expect(rig.model.requests).toHaveLength(1);
  const records = await rig.log.records(first);
  expect(records.filter((record) => record.kind === "content" && record.interrupted)).toEqual([]);
});

test("Sessions that are clicked one right after the other open one after the other, and the last is the one that is sent to", async () => {
  const rig = createRig();
  const { agent, open } = await openScreen(rig);
  rig.model.answer(() => [says("yes")]);
  const ids: string[] = [];
  for (const words of ["one", "two", "three"]) {
    ids.push(await open());
    await agent.turns.send({ text: words });
    await expect.poll(() => outcomes(rig, ids.at(-1)!)).toEqual(["done"]);
  }
  const views = await Promise.all([ids[0]!, ids[1]!].map((id) => agent.sessions.open(id)));
  expect(views.map(({ owner }) => owner)).toEqual(["here", "here"]);
  await agent.turns.send({ text: "to the second" });
  await expect.poll(() => outcomes(rig, ids[1]!)).toEqual(["done", "done"]);
  expect(await outcomes(rig, ids[0]!)).toEqual(["done"]);
});
