import { describe, expect, test } from "vitest";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { fails, finishes, says, waits } from "../../../support/script.js";

/** A tab whose Model answers the first message only when `release("gate")` is called. */
async function whileAnswering(rig = createRig()) {
  const tab = await rig.openTab();
  const { summary } = await tab.agent.sessions.create();
  rig.model.script([waits("gate"), says("first answer")]);
  await tab.agent.turns.send({ text: "first" });
  await idle(); // now it has been asked
  const queue = () => tab.events.findLast((event) => event.type === "queue-changed")?.queue ?? [];
  const waiting = () => queue().map(({ text }) => text);
  const said = async () =>
    (await rig.log.records(summary.id)).flatMap((record) =>
      record.kind === "content" && record.from === "user" ? [record.content.parts[0]!.text] : [],
    );
  return { ...rig, ...tab, session: summary.id, queue, waiting, said };
}

test("A1: what is queued goes out, one after the other, when Turns end well", async () => {
  const { agent, model, waiting, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  expect(waiting()).toEqual(["second", "third"]);
  model.script([says("a")], [says("b")]);
  model.release("gate");
  await idle();
  expect(await said()).toEqual(["first", "second", "third"]);
  expect(waiting()).toEqual([]);
});

test("A1: a queued message can be edited and withdrawn", async () => {
  const { agent, model, queue, waiting, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  await agent.queue.edit(queue()[0]!.id, "second, better");
  await agent.queue.withdraw(queue()[1]!.id);
  expect(waiting()).toEqual(["second, better"]);
  model.script([says("a")]);
  model.release("gate");
  await idle();
  expect(await said()).toEqual(["first", "second, better"]);
});

test("A1: a message that has gone out can be neither edited nor taken back, and the user hears so", async () => {
  const { agent, model, queue, said } = await whileAnswering();
  await agent.queue.add("second");
  const [second] = queue();
  model.script([says("a")]);
  model.release("gate");
  await expect.poll(() => queue()).toEqual([]);
  await expect(agent.queue.edit(second!.id, "too late")).rejects.toMatchObject({ name: "NotFoundError" });
  await expect(agent.queue.withdraw(second!.id)).rejects.toMatchObject({ name: "NotFoundError" });
  await idle();
  expect(await said()).toEqual(["first", "second"]);
});

test("A1: a message is not sent while it is being edited, nor is any behind it", async () => {
  const { agent, model, queue, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  await agent.queue.editing(queue()[0]!.id);
  model.script([says("a")], [says("b")]);
  model.release("gate");
  await idle();
  expect(await said()).toEqual(["first"]);
  await agent.queue.edit(queue()[0]!.id, "second, better");
  await expect.poll(() => said()).toEqual(["first", "second, better", "third"]);
});

test("A1: an edit that is called off lets the message go out as it was", async () => {
  const { agent, model, queue, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.editing(queue()[0]!.id);
  model.script([says("a")]);
  model.release("gate");
  await idle();
  await agent.queue.editing(undefined);
  await expect.poll(() => said()).toEqual(["first", "second"]);
});

test("after a stop it stays until the user sends it", async () => {
  const { agent, model, queue, waiting, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  await agent.turns.stop();
  await idle();
  expect(waiting()).toEqual(["second", "third"]);
  await agent.online(true);
  await idle();
  expect(await said()).toEqual(["first"]);
  model.script([says("a")], [says("b")]);
  await agent.queue.send(queue()[1]!.id);
  await idle();
  expect(await said()).toEqual(["first", "third", "second"]);
});

test("after a failure it stays", async () => {
  const { agent, model, waiting, said } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  model.script([fails("ModelError", "It broke.", { kind: "refused" })]);
  model.release("gate");
  await idle();
  expect(await said()).toEqual(["first", "second"]);
  expect(waiting()).toEqual(["third"]);
});

test.each(["MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"])(
  "after an answer that was cut short by %s it stays: what it was meant to follow is not there yet",
  async (reason) => {
    const { agent, events, model, waiting, said } = await whileAnswering();
    await agent.queue.add("second");
    await agent.queue.add("third");
    model.script([says("The first half"), finishes(reason)], [says("the rest.")], [says("Done.")]);
    model.release("gate");
    await idle();
    expect(await said()).toEqual(["first", "second"]);
    expect(waiting()).toEqual(["third"]);
    const end = events.findLast((event) => event.type === "turn-ended")!;
    expect(end.outcome).toEqual({ kind: "interrupted", by: reason.toLowerCase().replace("_", "-") });
    await agent.turns.resume(end.turnId); // and once the answer is whole, it goes out
    await idle();
    expect(await said()).toEqual(["first", "second", "third"]);
  },
);

test("U8: offline, what a remote Model would answer waits for the network, from the first message on", async () => {
  const { model, log, openTab } = createRig();
  const { agent } = await openTab();
  await agent.models.choose("gemini-2.5-pro");
  await agent.online(false);
  const { summary } = await agent.sessions.create();
  await agent.queue.add("for later");
  await idle();
  expect(model.requests).toHaveLength(0);
  expect((await log.session(summary.id))?.title).toBe("for later");
  model.script([says("now")]);
  await agent.online(true);
  await idle();
  expect(model.requests).toHaveLength(1);
});

describe("U8: what waits for the network alone", () => {
  async function queuedOffline() {
    const rig = createRig();
    const tab = await rig.openTab();
    await tab.agent.models.choose("gemini-2.5-pro");
    await tab.agent.online(false);
    const { summary } = await tab.agent.sessions.create();
    await tab.agent.queue.add("for later");
    await idle();
    rig.model.script([says("now")]);
    return { ...rig, ...tab, session: summary.id };
  }

  test("goes out when its Session is next opened, though another one was open when the network came back", async () => {
    const { agent, model, session } = await queuedOffline();
    await agent.sessions.create();
    await agent.online(true);
    await agent.sessions.open(session);
    await expect.poll(() => model.requests).toHaveLength(1);
  });

  test("goes out when its Session is opened in another tab, after this one was closed", async () => {
    const { log, session } = await queuedOffline();
    const again = createRig({ log });
    again.model.script([says("now")]);
    const { agent } = await again.openTab();
    expect((await agent.sessions.open(session)).queue).toHaveLength(1);
    await expect.poll(() => again.model.requests).toHaveLength(1);
  });

  test("goes on waiting where there is still none", async () => {
    const { agent, model, session } = await queuedOffline();
    await agent.sessions.create();
    expect((await agent.sessions.open(session)).queue).toHaveLength(1);
    await idle();
    expect(model.requests).toHaveLength(0);
    await agent.online(true);
    await expect.poll(() => model.requests).toHaveLength(1);
  });
});

test("after a reload what was to follow an answer waits for the user", async () => {
  const { agent, log, model, session } = await whileAnswering();
  await agent.queue.add("second");
  const again = createRig({ log });
  const tab = await again.openTab();
  expect((await tab.agent.sessions.open(session)).queue).toHaveLength(1);
  await idle();
  expect(again.model.requests).toHaveLength(0);
  model.release("gate");
});

test("U8: with a Model that needs no network nothing waits for it", async () => {
  const { model, openTab } = createRig();
  const { agent } = await openTab();
  await agent.online(false);
  await agent.sessions.create();
  model.script([says("here")]);
  await agent.queue.add("now");
  await idle();
  expect(model.requests).toHaveLength(1);
});

test("a Command in the queue runs in its turn, and holds nobody up", async () => {
  const { agent, events, model, said } = await whileAnswering();
  await agent.queue.add("/help");
  await agent.queue.add("second");
  model.script([says("a")]);
  model.release("gate");
  await expect.poll(() => said()).toEqual(["first", "second"]);
  await idle();
  expect(events.some((event) => event.type === "note" && event.text.includes("**Commands**"))).toBe(true);
});

test("it survives a crash, without what had been sent just before", async () => {
  const { agent, log, model, session, queue } = await whileAnswering();
  await agent.queue.add("second");
  await agent.queue.add("third");
  const [second, third] = queue();
  model.script([waits("never")]);
  model.release("gate");
  await idle();
  // The crash came after “second” was in the Log and before it had left the queue.
  await log.put({ collection: "queue", key: session, value: { messages: [second, third, "damaged", { id: 1 }] } });
  const again = await createRig({ log }).openTab();
  const view = await again.agent.sessions.open(session);
  expect(view.queue).toEqual([third]);
});
