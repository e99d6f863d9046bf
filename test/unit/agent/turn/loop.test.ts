/** The loop of a Turn: calls, results, retries, stops, circles. */
import { expect, test } from "vitest";
import { defineTool, type Tool } from "../../../../src/agent/calls/tool.js";
import { AgentError } from "../../../../src/core/errors.js";
import { optional, text } from "../../../../src/core/schema.js";
import { idle, moment } from "../../../support/idle.js";
import { calls, fails, says, signed, waits, type Script } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";

/** Echoes what it is given; can be held, and can fail. Keeps a diary of when it ran. */
function createEcho() {
  const diary: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const tool = (name: string, kind: Tool["kind"]) =>
    defineTool({
      name,
      kind,
      description: "Echoes.",
      parameters: { word: text("What to echo"), how: optional(text("hold or fail")) },
      title: ({ word }) => word,
      async run({ word, how }, _env, signal) {
        diary.push(`+${word}`);
        if (how === "fail") throw new AgentError("NotFoundError", `There is no ${word}.`);
        if (how === "hold") {
          await Promise.race([
            held,
            new Promise((_, reject) =>
              signal.addEventListener("abort", () => reject(new AgentError("AbortError", "stopped"))),
            ),
          ]);
        }
        await moment();
        diary.push(`-${word}`);
        return `${word}!`;
      },
    });
  return { diary, release, tools: [tool("echo", "read"), tool("write", "edit")] };
}

const begin = (tools: readonly Tool[] = []) => beginSession({ tools });

const answersTo = (request: {
  contents: readonly { parts: readonly { functionResponse?: { id?: string; response?: object } }[] }[];
}) => request.contents.at(-1)!.parts.map(({ functionResponse: result }) => Object.values(result?.response ?? {})[0]);

test("A1: calls are run and their results sent, until there is no call", async () => {
  const { tools } = createEcho();
  const { agent, model, events, log, session } = await begin(tools);
  model.script(
    [says("Let me see. "), signed(calls("echo", { word: "one" }, "c1"), "sig")],
    [calls("echo", { word: "two" })],
    [says("Done.")],
  );
  await agent.turns.send({ text: "go" });
  await idle();
  expect(model.requests).toHaveLength(3);
  expect(answersTo(model.requests[1]!)).toEqual(["one!"]);
  expect(model.requests[1]!.contents.at(-2)!.parts.at(-1)).toMatchObject({
    functionCall: { id: "c1" },
    thoughtSignature: "sig",
  });
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
  const { page } = await (await begin()).agent.sessions.open(session).catch(() => ({ page: undefined }));
  expect(page).toBeUndefined(); // another rig knows nothing of it
  expect((await log.records(session)).map(({ kind }) => kind)).toEqual([
    "session-created",
    "environment",
    ...Array<string>(6).fill("content"),
    "turn-ended",
  ]);
});

test("A1: reading goes side by side, writing alone, results in the order of the calls", async () => {
  const { tools, diary } = createEcho();
  const { agent, model } = await begin(tools);
  await agent.calls.setMode("yolo");
  const batch = [
    calls("echo", { word: "a" }),
    calls("echo", { word: "b" }),
    calls("write", { word: "W" }),
    calls("echo", { word: "c" }),
  ];
  model.script(batch, [says("Done.")]);
  await agent.turns.send({ text: "go" });
  await idle();
  expect(diary).toEqual(["+a", "+b", "-a", "-b", "+W", "-W", "+c", "-c"]);
  expect(answersTo(model.requests[1]!)).toEqual(["a!", "b!", "W!", "c!"]);
});

test("A1: a failure, bad arguments and an unknown tool are results the Model can act on", async () => {
  const { tools } = createEcho();
  const { agent, model, events } = await begin(tools);
  model.script(
    [calls("echo", { word: "x", how: "fail" }), calls("echo", {}), calls("ecko", { word: "y" })],
    [says("I see.")],
  );
  await agent.turns.send({ text: "go" });
  await idle();
  expect(answersTo(model.requests[1]!)).toEqual([
    "There is no x.",
    "The arguments don't fit: “word” is missing: it must be a text.",
    "There is no tool named “ecko”. There are: echo, write.",
  ]);
  expect(ofType(events, "tool-finished").map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
});

test("A1: a stop in the middle of a tool leaves no call without its result", async () => {
  const { tools } = createEcho();
  const { agent, model, events, log, session } = await begin(tools);
  model.script([calls("write", { word: "a", how: "hold" }, "c1"), calls("write", { word: "b" }, "c2")]);
  await agent.turns.send({ text: "go" });
  await idle();
  await agent.turns.stop();
  const last = (await log.context(session)).at(-1)!.content;
  expect(last.parts.map(({ functionResponse: result }) => result?.id)).toEqual(["c1", "c2"]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "stopped" } }]);
});

test("R4: a rate limit is waited for, with a word on why, and then all goes on", async () => {
  const { agent, model, clock, events } = await begin();
  model.script(
    [says("ha"), fails("ModelError", "Too many requests for now.", { kind: "rate", retryAfter: 6000 })],
    [says("Hello.")],
  );
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(ofType(events, "turn-waiting")).toMatchObject([
    { model: "scripted", fault: "rate", why: "Too many requests for now.", attempt: 2, of: 10 },
  ]);
  expect(ofType(events, "step-discarded")).toHaveLength(1);
  clock.pass(7200);
  await idle();
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
});

test("R4: the wait can be called off", async () => {
  const { agent, model, events } = await begin();
  model.script([fails("ModelError", "Overloaded.", { kind: "server" })]);
  await agent.turns.send({ text: "hi" });
  await idle();
  await agent.turns.stop();
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "stopped" } }]);
});

test("R4: what waiting will not mend ends the Turn at once", async () => {
  const { agent, model, events } = await begin();
  model.script([fails("ModelError", "The key is not accepted.", { kind: "key" })]);
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(ofType(events, "turn-waiting")).toEqual([]);
  expect(ofType(events, "turn-ended")).toMatchObject([
    { outcome: { kind: "failed", message: "The key is not accepted." } },
  ]);
});

test("T1: a refusal that names the real limit teaches it, and the request is made once more", async () => {
  const { agent, model, events } = await begin();
  const refusal = fails("ModelError", "The request exceeds the maximum number of tokens allowed (32768).", {
    kind: "overflow",
    limit: 32_768,
  });
  model.script([refusal], [says("Fits now.")]);
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
  expect(ofType(events, "context-weighed").at(-1)!.meter.limit).toBe(32_768);
});

test("D1 D4: a cycle of calls is told to the Model once, then the Turn is stopped", async () => {
  const { tools } = createEcho();
  const { agent, model, events } = await begin(tools);
  model.answer(() => [calls("echo", { word: "same" })]);
  await agent.turns.send({ text: "go" });
  await idle();
  expect(ofType(events, "loop-noticed")).toHaveLength(2);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "looped" } }]);
  expect(model.requests.length).toBeLessThan(12);
});

test("D1: a cycle is found though what the Model is shown of the output is another each time", async () => {
  const long = defineTool({
    name: "list",
    kind: "read",
    description: "Lists.",
    parameters: {},
    title: () => "",
    run: () => Promise.resolve("a line of a long list\n".repeat(3_000)),
  });
  const { agent, model, events } = await begin([long]);
  model.answer(() => [calls("list")]);
  await agent.turns.send({ text: "go" });
  await idle();
  expect(answersTo(model.requests[1]!)[0]).toContain("tool-output://");
  expect(ofType(events, "loop-noticed")).toHaveLength(2);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "looped" } }]);
});

test("D2 D4: a chant stops the stream", async () => {
  const { agent, model, events } = await begin();
  const chant = "I will now check the file again to be sure that it is right. ";
  model.script([says(...Array<string>(100).fill(chant)), waits("never")], [says("Sorry. Here is the answer.")]);
  await agent.turns.send({ text: "go" });
  await idle();
  expect(ofType(events, "loop-noticed")).toHaveLength(1);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
  expect(model.atWork).toBe(0);
});

/** Each attempt ends in a failure that passes, after some words; the last one ends well. */
async function retried(attempts: readonly string[], last: Script) {
  const rig = await begin();
  const breaks = fails("ModelError", "Overloaded.", { kind: "server" });
  rig.model.script(...attempts.map((words) => [says(words), breaks]), last, [says("Sorry.")]);
  await rig.agent.turns.send({ text: "go" });
  for (let round = 0; round <= attempts.length; round++) {
    await idle();
    rig.clock.pass(60_000);
  }
  await idle();
  expect(ofType(rig.events, "step-discarded")).toHaveLength(attempts.length);
  expect(ofType(rig.events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
  return ofType(rig.events, "loop-noticed");
}

test("D2: an answer that is begun again and again, since the server breaks off, is no chant", async () => {
  const start = "Let me look at the file first, to see what it is about and where to begin. ";
  expect(await retried(Array<string>(8).fill(start.repeat(2)), [says(start, "It is short.")])).toEqual([]);
});

test("D2: a fence that a discarded attempt left open hides no chant of the next", async () => {
  const chant = "I will now check the file again to be sure that it is right. ";
  expect(await retried(["```js\nlet a;\n"], [says(...Array<string>(100).fill(chant))])).toHaveLength(1);
});

test("A1: after a hundred steps the user is asked", async () => {
  const { tools } = createEcho();
  const { agent, model, events } = await begin(tools);
  let count = 0;
  await agent.settings.change("model.disableLoopDetection", true); // else a Model is asked on the way (D3)
  model.answer(() => [calls("echo", { word: `w${count++}` })]);
  await agent.turns.send({ text: "go" });
  await idle();
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "failed", name: "StepLimitError" } }]);
  expect(model.requests).toHaveLength(100);
});

test("T4: what the server counts is learnt", async () => {
  const { agent, model, events } = await begin();
  model.answer(({ contents }) => [
    says("word ".repeat(50)),
    { does: "use", prompt: 1000 + contents.length * 20, answer: 50 },
  ]);
  for (const message of ["one", "two", "three"]) {
    await agent.turns.send({ text: message.repeat(30) });
    await idle();
  }
  const { meter } = ofType(events, "context-weighed").at(-1)!;
  expect(Math.abs(meter.tokens - 1120) / 1120).toBeLessThan(0.1);
});
