/** A request that seemed to fit and was refused as too long (T1, O2): what is learnt from it, and that the Session goes on. */
import { expect, test } from "vitest";
import { defineTool } from "../../../../src/agent/calls/tool.js";
import type { Calibration } from "../../../../src/core/measure/calibration.js";
import type { ModelRequest } from "../../../../src/core/models/model.js";
import { integer } from "../../../../src/core/schema.js";
import { estimateContent } from "../../../../src/core/tokens/tokens.js";
import { createRig } from "../../../support/agent-rig.js";
import { breachesIn } from "../../../support/event-laws.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, uses, waits, type Step } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";

const LIMIT = 12_000;

/** Says as many tokens as it is asked for: four characters each. */
const talk = defineTool({
  name: "talk",
  kind: "read",
  description: "Talks.",
  parameters: { tokens: integer("How much", 0) },
  title: () => "talk",
  run: ({ tokens }) => Promise.resolve("What there is to be said about it.\n".repeat(tokens / 8).slice(0, 4 * tokens)),
});

/** A server with another tokenizer: whatever we count, it counts so many times as much. It says so only once it has refused something. */
async function begin({ factor, names }: { readonly factor: number; readonly names: readonly ("limit" | "sent")[] }) {
  const settings = { "model.contextLimit": LIMIT, "model.compressionThreshold": "off" };
  const rig = await beginSession({ tools: [talk], settings });
  const counted: number[] = [];
  const refused: number[] = [];
  const answering = (script: (request: ModelRequest) => readonly Step[]) =>
    rig.model.answer((request) => {
      const sent = Math.round(factor * sizeOf(request));
      counted.push(sent);
      if (sent <= LIMIT)
        return [...(refused.length > 0 ? [uses({ prompt: sent, answer: 10 })] : []), ...script(request)];
      refused.push(sent);
      const named = { ...(names.includes("limit") && { limit: LIMIT }), ...(names.includes("sent") && { sent }) };
      return [fails("ModelError", "Too long.", { kind: "overflow", ...named })];
    });
  const send = async (text: string) => {
    await rig.send(text);
    return ofType(rig.events, "turn-ended").at(-1)!.outcome;
  };
  return { ...rig, answering, send, counted, refused };
}

const sizeOf = ({ contents, system = "", tools = [] }: ModelRequest) =>
  contents.reduce((sum, content) => sum + estimateContent(content), (system.length + JSON.stringify(tools).length) / 4);
const hasResults = ({ contents }: ModelRequest) => contents.at(-1)!.parts.some((part) => part.functionResponse);

test.each([
  ["names its limit and what it counted", ["limit", "sent"]],
  ["names only its limit", ["limit"]],
  ["names no figure", []],
] as const)("T1 O2: a server that counts more than we do and %s gets less, once, and answers", async (_, names) => {
  const { answering, send, counted, refused, events } = await begin({ factor: 1.35, names });
  answering((request) => (hasResults(request) ? [says("Heard.")] : [calls("talk", { tokens: 8_500 })]));
  expect(await send("go")).toEqual({ kind: "done" });
  expect(refused).toHaveLength(1);
  expect(counted.at(-1)).toBeLessThanOrEqual(LIMIT);
  expect(await send("and again")).toEqual({ kind: "done" });
  expect(refused).toHaveLength(1); // what was learnt holds
  expect(breachesIn(events)).toEqual([]);
});

test("T1: a Turn asks once more, and no oftener; the next one goes on from there", async () => {
  const { answering, send, counted, refused } = await begin({ factor: 2.4, names: [] });
  answering((request) => (hasResults(request) ? [says("Heard.")] : [calls("talk", { tokens: 8_500 })]));
  expect(await send("go")).toMatchObject({ kind: "failed", message: "Too long." });
  expect(refused).toHaveLength(2);
  expect(refused[1]).toBeLessThan(refused[0]!);
  answering(() => [says("Still here.")]);
  const before = counted.length;
  expect(await send("and now?")).toEqual({ kind: "done" });
  expect(counted.length - before).toBeLessThanOrEqual(2);
});

test("T4: a count is learnt against what was sent, whatever is changed or looked at while the answer comes", async () => {
  const rig = createRig({ tools: [talk, { ...talk, declaration: { ...talk.declaration, name: "more" } }] });
  const { agent } = await rig.openTab();
  await agent.sessions.create();
  rig.model.script(
    [uses({ prompt: 2_000, answer: 10 }), waits("looked"), calls("talk", { tokens: 100 })],
    [uses({ prompt: 2_200, answer: 10 }), says("Heard.")],
  );
  await agent.turns.send({ text: "go" });
  await idle();
  await agent.settings.change("tools.exclude", ["more"]);
  const before = await agent.context.map({});
  expect(before.blocks.find(({ kind }) => kind === "tools")?.blocks).toHaveLength(2); // those of the Turn
  rig.model.release("looked");
  await idle();
  const kept = (await rig.log.get("settings", "calibrations")) as Record<string, Calibration>;
  expect(rig.model.requests.map(({ tools }) => tools?.length)).toEqual([2, 2]);
  expect(Object.values(kept).flatMap(({ samples }) => samples.map(({ tools }) => tools))).toEqual([2, 2]);
  const after = await agent.context.map({});
  expect(after.blocks.find(({ kind }) => kind === "tools")?.blocks).toHaveLength(1);
});

test("O2: what a server breaks off as too long in the middle of its answer is taken back and asked again", async () => {
  const { model, send, events } = await begin({ factor: 1, names: [] });
  model.script(
    [calls("talk", { tokens: 4_000 })],
    [says("The first half"), fails("ModelError", "Too long.", { kind: "overflow" })],
    [says("The whole answer.")],
  );
  expect(await send("go")).toEqual({ kind: "done" });
  expect(ofType(events, "step-discarded")).toHaveLength(1);
  expect(sizeOf(model.requests[2]!)).toBeLessThan(0.8 * sizeOf(model.requests[1]!));
});
