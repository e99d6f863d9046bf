/** R4: a step down to another Model is told in the conversation. */
import { expect, test } from "vitest";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { fails, says } from "../../../support/script.js";
import { createScriptedModel, type ScriptedModel } from "../../../support/scripted-model.js";

const FLASH = "gemini-2.5-flash";
const LITE = "gemini-2.5-flash-lite";

test("R4: who steps in is told where the answer stands, at once, after a reload, and for each message", async () => {
  const [flash, lite] = [FLASH, LITE].map((name) => createScriptedModel({ name, remote: true })) as [
    ScriptedModel,
    ScriptedModel,
  ];
  const { openTab } = createRig({ models: [flash, lite] });
  const { agent, events } = await openTab();
  await agent.models.choose("auto");
  const { summary } = await agent.sessions.create();
  flash.script([fails("ModelError", "Used up for today.", { kind: "quota", quota: "day" })]);
  lite.script([says("Hello.")], [says("Again.")]);
  const blocks = async () =>
    (await agent.sessions.open(summary.id)).page.turns.map((turn) =>
      turn.blocks.map((block) => ("text" in block ? block.text : block.kind)),
    );
  const ended = () => events.filter(({ type }) => type === "turn-ended").length;
  const told = `**${LITE}** answers in place of ${FLASH}, which can’t answer now.`;
  await agent.turns.send({ text: "hi" });
  await expect.poll(() => ended()).toBe(1);
  const order = events.flatMap((event) => (event.type === "note" || event.type === "text" ? [event.type] : []));
  expect(order).toEqual(["note", "text"]);
  expect(await blocks()).toEqual([["hi", told, "Hello."]]);
  await agent.turns.send({ text: "and now?" });
  await expect.poll(() => ended()).toBe(2);
  await idle();
  expect((await blocks())[1]).toEqual(["and now?", told, "Again."]);
  expect(flash.requests).toHaveLength(1);
});
