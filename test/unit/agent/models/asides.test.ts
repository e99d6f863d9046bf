/** Requests made for the app itself (C16): routing, and whether a long Turn gets anywhere (D3); and what follows (D4). */
import { expect, test } from "vitest";
import { readVerdict } from "../../../../src/agent/turn/loop-check.js";
import { classifyPrompt } from "../../../../src/agent/prompts/classify.js";
import { loopCheckPrompt } from "../../../../src/agent/prompts/loop-check.js";
import { defineTool } from "../../../../src/agent/calls/tool.js";
import { webTools } from "../../../../src/agent/tools/sandbox-git-web.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import type { ModelRequest } from "../../../../src/core/models/model.js";
import { text } from "../../../../src/core/schema.js";
import type { Web } from "../../../../src/core/sandbox/web.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, uses, type Script } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";

const echo = defineTool({
  name: "echo",
  kind: "read",
  description: "Echoes.",
  parameters: { word: text("What to echo") },
  title: ({ word }) => word,
  run: ({ word }) => Promise.resolve(`${word}!`),
});

async function begin(options: Parameters<typeof beginSession>[0] = {}) {
  const rig = await beginSession({ tools: [echo], ...options });
  const asides = async () =>
    (await rig.log.records(rig.session)).filter(
      (record): record is LogRecord & { kind: "aside" } => record.kind === "aside",
    );
  return { ...rig, asides };
}

const isCheck = ({ system }: ModelRequest) => system === loopCheckPrompt;

test("C16: the classifier's request has no tools, is a record of its own, and is counted by role", async () => {
  const { agent, model, log, session, asides, events } = await begin();
  await agent.settings.change("model.name", "auto");
  await agent.settings.change("model.routing", "model");
  model.answer(({ system }) =>
    system === classifyPrompt
      ? [says('{"reason": "plain", "choice": "simple"}'), uses({ prompt: 400, answer: 12 })]
      : [says("Hello."), uses({ prompt: 900, answer: 3 })],
  );
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(model.requests[0]).toMatchObject({ system: classifyPrompt });
  expect(model.requests[0]!.tools).toBeUndefined();
  expect(await asides()).toMatchObject([{ role: "routing", usage: { prompt: 400, answer: 12 }, model: "scripted" }]);
  expect((await log.context(session)).map(({ content }) => content.parts[0]!.text).slice(1)).toEqual(["hi", "Hello."]);
  const { samples } = Object.values(
    (await log.get("settings", "calibrations")) as Record<string, { samples: { counted: number }[] }>,
  )[0]!;
  expect(samples.map(({ counted }) => counted)).toEqual([900]);
  await agent.turns.send({ text: "/stats" });
  expect(ofType(events, "note").at(-1)!.text).toContain("| routing | 1 | 0 | 400 | 12 | 0 |");
});

test("C16: a classifier that fails is counted as failed, and the Turn goes on", async () => {
  const { agent, model, asides, events } = await begin();
  await agent.settings.change("model.name", "auto");
  await agent.settings.change("model.routing", "model");
  model.script([fails("ModelError", "Overloaded.", { kind: "capacity" })], [says("Hello.")]);
  await agent.turns.send({ text: "hi" });
  await idle();
  expect(await asides()).toMatchObject([{ role: "routing", failed: "Overloaded." }]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
});

test("C16: what the web's Tools ask of a Model is put down by role, and counted; a page that was fetched asks nobody", async () => {
  const usage = { prompt: 70, answer: 9 };
  const web: Web = {
    async search(query, { asked }) {
      await asked({ model: "quick", usage, ms: 2_000 });
      return { text: `About ${query}`, sources: [], how: "How." };
    },
    async read(address, _question, { asked }) {
      if (address.includes("open")) return { text: "Its words.", sources: [], how: "How." };
      await asked({ model: "quick", ms: 1_000, failed: "Overloaded." });
      throw new Error("Overloaded.");
    },
  };
  const { agent, model, asides, events, log, session } = await begin({ tools: webTools, web });
  await agent.calls.setMode("yolo");
  model.script(
    [
      calls("google_web_search", { query: "figs" }),
      calls("web_fetch", { url: "https://open.example/" }),
      calls("web_fetch", { url: "https://shut.example/" }),
    ],
    [says("Done.")],
  );
  await agent.turns.send({ text: "go" });
  await idle();
  expect(await asides()).toMatchObject([
    { role: "web-search", model: "quick", usage, ms: 2_000 },
    { role: "web-fetch", model: "quick", failed: "Overloaded." },
  ]);
  expect((await asides()).every(({ turn }) => turn === ofType(events, "turn-started")[0]!.turnId)).toBe(true);
  expect(JSON.stringify(await log.context(session))).not.toContain("quick");
  await agent.turns.send({ text: "/stats" });
  expect(ofType(events, "note").at(-1)!.text).toContain("| web-search | 1 | 0 | 70 | 9 | 2 |");
  expect(ofType(events, "note").at(-1)!.text).toContain("| web-fetch | 1 | 1 | 0 | 0 | 1 |");
});

/** Works for so many steps, each on something new; `verdict` answers each check. */
async function works(steps: number, verdict: (nth: number) => Script) {
  const rig = await begin();
  let step = 0;
  let checks = 0;
  const at: number[] = [];
  rig.model.answer((request) => {
    if (isCheck(request)) {
      at.push(step);
      return verdict(checks++);
    }
    return step++ < steps ? [calls("echo", { word: `w${step}` })] : [says("Done.")];
  });
  await rig.agent.turns.send({ text: "Look at all of them." });
  await idle();
  return { ...rig, at, steps: () => step };
}

test("D3 R1: after 30 steps a Model is asked, and the sooner again the surer it was", async () => {
  const { at, events, asides, model } = await works(60, (nth) => [
    says(`{"analysis": "ok", "confidence": ${nth === 0 ? 0 : 0.8}}`),
  ]);
  expect(at).toEqual([30, 45, 52, 59]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
  expect((await asides()).map(({ role }) => role)).toEqual(Array<string>(4).fill("loop-check"));
  const check = model.requests.find(isCheck)!;
  expect(check.tools).toBeUndefined();
  expect(check.contents[0]!.parts[0]!.text).toContain("<asked_for>\nLook at all of them.\n</asked_for>");
  expect(check.contents[0]!.parts[0]!.text).toContain('assistant calls echo({"word":"w30"})');
});

test("D3 R2: one answer alone stops nothing", async () => {
  const { at, events } = await works(40, (nth) => [
    says(`{"analysis": "stuck", "confidence": ${nth % 2 === 0 ? 0.95 : 0.4}}`),
  ]);
  expect(at.slice(0, 2)).toEqual([30, 30]);
  expect(ofType(events, "loop-noticed")).toEqual([]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
});

test("D3 D4: two sure answers are told to the Model the first time and stop the Turn the second time", async () => {
  const { events, steps } = await works(90, () => [says('{"analysis": "It lists the same folder.", "confidence": 1}')]);
  expect(ofType(events, "loop-noticed").map(({ what }) => what)).toEqual(
    Array<string>(2).fill("It lists the same folder."),
  );
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "looped" } }]);
  expect(steps()).toBe(35);
});

test("D3 R3: a check that fails, or says nothing to go by, is a line and no more", async () => {
  const { events } = await works(45, (nth) =>
    nth === 0 ? [fails("ModelError", "Overloaded.", { kind: "capacity" })] : [says("I am not sure.")],
  );
  expect(ofType(events, "loop-checked").map(({ problem }) => problem)).toEqual([
    "Overloaded.",
    "The answer names no confidence between 0 and 1.",
  ]);
  expect(ofType(events, "turn-ended")).toMatchObject([{ outcome: { kind: "done" } }]);
});

test("a verdict is read wherever it stands, and only if it is one", () => {
  expect(readVerdict('```json\n{"analysis": "says \\"no\\"", "confidence": 0.5}\n```')).toEqual({
    analysis: 'says "no"',
    confidence: 0.5,
  });
  expect(readVerdict('{"confidence": 1}')).toEqual({ analysis: "", confidence: 1 });
  expect(() => readVerdict('{"confidence": 7}')).toThrow("confidence");
});

test("D4: Continue watches on, Continue without detection does not", async () => {
  const { agent, model, events } = await begin();
  let left = 30;
  model.answer(() => (left-- > 0 ? [calls("echo", { word: "same" })] : [says("At last.")]));
  await agent.turns.send({ text: "go" });
  await idle();
  const turn = ofType(events, "turn-started")[0]!.turnId;
  const kinds = () => ofType(events, "turn-ended").map(({ outcome }) => outcome.kind);
  expect(kinds()).toEqual(["looped"]);
  await agent.turns.resume(turn);
  await idle();
  expect(kinds()).toEqual(["looped", "looped"]);
  expect(
    model.requests.some(({ contents }) =>
      contents.some(({ parts }) => parts.some((part) => part.text?.includes("wants you to go on"))),
    ),
  ).toBe(true);
  await agent.turns.resume(turn, { withoutDetection: true });
  await idle();
  expect(kinds()).toEqual(["looped", "looped", "done"]);
});
