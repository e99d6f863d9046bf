/** What can be done to the context by hand (U2, L2): pin, fold, remove, and the way back of each. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ContextChange } from "../../../../src/core/context/context-change.js";
import type { MapBlock } from "../../../../src/core/measure/context-map.js";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, waits } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";
import { talk } from "../../../support/compression-rig.js";

/** A conversation of two Turns: a question with a long result, and a long message. */
async function begin() {
  const rig = await beginSession({ tools: [talk] });
  const { session, send } = rig;
  rig.model.script([calls("talk", { word: "herons", tokens: 900 })], [says("They nest in March.")]);
  await send("What of herons?");
  rig.model.script([says("Noted.")]);
  await send(`Keep this: ${"the weir is shut on Mondays. ".repeat(80)}`);
  const contents = async () => (await rig.log.records(session)).filter((record) => record.kind === "content");
  const [asked, call, result, answer, long] = (await contents()).map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const context = async () => JSON.stringify((await rig.log.context(session)).map(({ content }) => content));
  const tokens = () => ofType(rig.events, "context-weighed").at(-1)!.meter.tokens;
  const change = (how: ContextChange["how"], record: string, more: Partial<ContextChange> = {}) =>
    rig.agent.context.change({ how, record, ...more });
  return { ...rig, context, tokens, change, records: { asked, call, result, answer, long } };
}

test("U2: a folded result shows a preview and weighs less at once; unfolded, all is as before to the byte and the token", async () => {
  const { change, records, context, tokens, model, send } = await begin();
  const [before, weighed] = [await context(), tokens()];
  await change("fold", records.result, { part: 0 });
  expect(await context()).toContain("<tool_output_masked>");
  expect(tokens()).toBeLessThan(weighed - 400);
  model.script([says("Yes.")]);
  await send("Still there?");
  expect(JSON.stringify(model.requests.at(-1)!.contents)).toContain("<tool_output_masked>");
  await change("unfold", records.result, { part: 0 });
  expect((await context()).startsWith(before.slice(0, -1))).toBe(true);
});

test("U2: long words fold too, and what is short already says so", async () => {
  const { change, records, context, tokens } = await begin();
  const [before, weighed] = [await context(), tokens()];
  await change("fold", records.long);
  expect(await context()).toContain("<words_folded>");
  expect(tokens()).toBeLessThan(weighed - 200);
  await change("fold", records.long); // done already
  await change("unfold", records.long);
  expect([await context(), tokens()]).toEqual([before, weighed]);
  await expect(change("fold", records.answer)).rejects.toThrow(/short already/);
});

test("L6: to remove a result is to remove its call with it, and both come back together", async () => {
  const { change, records, context, tokens, log, session } = await begin();
  const [before, weighed] = [await context(), tokens()];
  await change("remove", records.result);
  const left = (await log.context(session)).map(({ record }) => record);
  expect(left).not.toContain(records.call);
  expect(left).not.toContain(records.result);
  expect(await context()).not.toContain("herons says");
  expect(tokens()).toBeLessThan(weighed - 500);
  await change("put-back", records.call);
  expect([await context(), tokens()]).toEqual([before, weighed]);
});

test("U2: a whole Turn is removed and put back", async () => {
  const { change, records, log, session, context } = await begin();
  const before = await context();
  await change("remove", records.asked, { wholeTurn: true });
  const left = (await log.context(session)).map(({ record }) => record);
  expect(left).toHaveLength(3); // the environment and the other Turn
  await change("put-back", records.answer, { wholeTurn: true });
  expect(await context()).toBe(before);
});

test("C: what is pinned survives a compression with its call, and unpinned it is covered", async () => {
  const { change, records, context, model, send, agent, log, session } = await begin();
  for (let turn = 0; turn < 6; turn++) {
    model.script([says(`Noted. ${`The rate of region ${turn} is ${turn}.25 percent. `.repeat(40)}`)]);
    await send(`Region ${turn}?`);
  }
  await change("pin", records.result);
  await agent.online(false);
  model.answer(() => [fails("ModelError", "No.")]);
  await send("/compress");
  const standing = async () => (await log.context(session)).map(({ record }) => record);
  expect(await context()).toContain("<state_snapshot>");
  expect(await standing()).toContain(records.call);
  expect(await standing()).toContain(records.result);
  await change("unpin", records.call);
  expect(await standing()).not.toContain(records.result);
  await change("pin", records.result); // what is covered stands again
  expect(await standing()).toContain(records.call);
});

test("L2: any sequence of changes, all of them taken back, leaves the context and its weight as they were", async () => {
  const rig = await begin();
  const [before, weighed] = [await rig.context(), rig.tokens()];
  const { asked, call, result, answer, long } = rig.records;
  const targets = [asked, call, result, answer, long];
  const change = fc.record({
    how: fc.constantFrom("pin", "fold", "remove"),
    at: fc.nat(targets.length - 1),
    wholeTurn: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
      for (const { how, at, wholeTurn } of changes)
        await rig.change(how as ContextChange["how"], targets[at]!, { wholeTurn }).catch((error: Error) => {
          expect(error.name).toBe("InvalidStateError"); // too short to fold
        });
      for (const how of ["put-back", "unfold", "unpin"] as const)
        for (const record of targets) await rig.change(how, record, { wholeTurn: true });
      expect([await rig.context(), rig.tokens()]).toEqual([before, weighed]);
    }),
    { numRuns: 25 },
  );
});

test("U2: the conversation shows what is pinned or removed, also in a Turn of this visit, and in another tab", async () => {
  const { change, records, events, openTab, session, agent } = await begin();
  const other = await openTab();
  await other.agent.sessions.open(session);
  await change("pin", records.result);
  const { turn } = ofType(events, "turn-replaced").at(-1)!;
  const tool = turn.blocks.find(({ kind }) => kind === "tool");
  expect(tool).toMatchObject({ pinned: true, removed: false });
  expect(ofType(other.events, "context-changed").at(-1)!.marks).toMatchObject([{ pinned: true }]);
  await change("unpin", records.result);
  expect(ofType(other.events, "context-changed").at(-1)!.marks).toMatchObject([{ pinned: false }]);
  await change("remove", records.long);
  const { page } = await agent.sessions.open(session);
  expect(page.turns.at(-1)!.blocks[0]).toMatchObject({ kind: "user", removed: true });
});

test("U2: nothing is changed while an answer is under way, nor what is no content", async () => {
  const { change, records, model, agent } = await begin();
  await expect(change("pin", "nothing")).rejects.toMatchObject({ name: "NotFoundError" });
  model.script([waits("gate"), says("Done.")]);
  await agent.turns.send({ text: "Go on." });
  await expect(change("remove", records.result)).rejects.toMatchObject({ name: "InvalidStateError" });
  model.release("gate");
  await idle();
});

const total = (blocks: readonly MapBlock[]) => blocks.reduce((sum, { tokens }) => sum + tokens, 0);

test("T5: the map's blocks add up to the meter, after any change, and its change is seen at once", async () => {
  const { agent, change, records, tokens, model, send } = await begin();
  const map = async () => {
    const read = await agent.context.map();
    expect(read.tokens).toBe(tokens());
    expect(total(read.blocks)).toBe(tokens());
    return read;
  };
  const before = await map();
  expect(before.blocks.map(({ kind }) => kind)).toEqual(["system", "tools", "environment", "turn", "turn"]);
  expect(before.threshold).toBe(before.limit / 2);
  const [turn] = before.blocks.filter(({ kind }) => kind === "turn");
  expect(turn!.title).toBe("What of herons?");
  expect(turn!.blocks!.map(({ kind, name, title }) => [kind, name ?? title])).toEqual([
    ["user", "What of herons?"],
    ["model", "talk"],
    ["result", "talk"],
    ["model", "They nest in March."],
  ]);
  const result = turn!.blocks![2]!;
  expect(result).toMatchObject({ title: "herons", record: records.result, part: 0, foldable: true });
  await change("remove", records.result);
  const without = await map();
  expect(without.tokens).toBe(before.tokens - result.tokens - turn!.blocks![1]!.tokens);
  expect(without.removed).toMatchObject([{ kind: "result", name: "talk", title: "herons", removed: true }]);
  await change("put-back", records.result);
  expect(await map()).toEqual(before);
  model.script([says("Yes.")]);
  await send("More?");
  await map();
});

test("T5: a Session that was just opened counts what stands before it, once the map is asked for", async () => {
  const { agent, session, tokens, events } = await begin();
  const was = (await agent.context.map()).tokens;
  await agent.sessions.open(session);
  await idle();
  expect((await agent.context.map()).tokens).toBe(was);
  expect(tokens()).toBe(was);
  expect(ofType(events, "context-weighed").at(-1)!.meter.compressAt).toBeGreaterThan(0);
});

test("T5: where the Model works is a block of its own from the first message on", async () => {
  const rig = createRig();
  const { agent } = await rig.openTab();
  await agent.sessions.create();
  rig.model.script([says("Hi.")]);
  await agent.turns.send({ text: "Hello" });
  await idle();
  const { blocks } = await agent.context.map();
  expect(blocks.map(({ kind }) => kind)).toEqual(["system", "environment", "turn"]);
});

test("T5: what is being typed is weighed beside the request, and a block is read in its own words", async () => {
  const { agent, records } = await begin();
  const { draft, tokens } = await agent.context.map({ draft: "word ".repeat(40) });
  expect(draft).toBeGreaterThan(40);
  expect((await agent.context.map()).tokens).toBe(tokens);
  expect(await agent.context.blockText({ record: records.result, part: 0 })).toMatchObject({ more: 0 });
  expect((await agent.context.blockText({ record: records.result, part: 0 })).text).toContain(
    "herons line 1 says its own few words",
  );
  expect((await agent.context.blockText({ record: records.call })).text).toContain("calls talk");
  await expect(agent.context.blockText({ record: "nothing" })).rejects.toMatchObject({ name: "NotFoundError" });
});
