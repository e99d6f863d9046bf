/** Who answers, with several Models by name (R1–R4, G4): chosen, kept, and stepping down only where the user left the choice to us. */
import { expect, test } from "vitest";
import { requestIn } from "../../../../src/agent/models/classify-prompt.js";
import { classifyPrompt } from "../../../../src/agent/prompts/classify.js";
import { asUntrusted } from "../../../../src/core/text/untrusted.js";
import { userSaid } from "../../../../src/core/content.js";
import type { ModelFailure } from "../../../../src/core/errors.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import { AUTO, LIGHT, QUICK, STRONG } from "../../../../src/core/models/providers.js";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { endsSilently, fails, says, type Script } from "../../../support/script.js";
import { createScriptedModel } from "../../../support/scripted-model.js";

const HARD =
  "Find the root cause of the race condition across the whole codebase, then fix it, then add tests for every module.";

const daily: ModelFailure = { kind: "quota", status: 429, quota: "day" };
const full: ModelFailure = { kind: "capacity", status: 503 };
const missing: ModelFailure = { kind: "no-model", status: 404 };
const failing = (details: ModelFailure): Script => [fails("ModelError", `It failed: ${details.kind}.`, details)];

async function begin(wanted: string, tree?: Record<string, string>) {
  const models = [STRONG, QUICK, LIGHT].map((name) => createScriptedModel({ name, remote: true }));
  const [strong, quick, light] = models as [(typeof models)[0], (typeof models)[0], (typeof models)[0]];
  for (const model of models) model.answer(() => [says(`I am ${model.name}.`)]);
  const rig = createRig({ models, ...(tree && { tree }) });
  const { agent, events } = await rig.openTab();
  await agent.models.choose(wanted);
  const { summary } = await agent.sessions.create();
  /** Waits as they come are sat out. */
  const rest = async () => {
    for (let round = 0; round < 12; round++) {
      await idle();
      rig.clock.pass(9_000);
    }
    await idle();
  };
  const send = async (text: string) => {
    const from = events.length;
    await agent.turns.send({ text });
    await rest();
    return storyOf(events.slice(from));
  };
  return { ...rig, agent, events, strong, quick, light, session: summary.id, rest, send };
}

/** Routes, who was asked, and how it ended: "fallback flash for pro". */
function storyOf(events: readonly AgentEvent[]): string[] {
  const short = (model: string) => model.replace("gemini-2.5-", "");
  return events.flatMap((event) => {
    if (event.type === "turn-routed") {
      const { by, model, insteadOf } = event.route;
      return [`${by} ${short(model)}${insteadOf ? ` for ${short(insteadOf)}` : ""}`];
    }
    if (event.type === "step-started") return [`asks ${short(event.model)}`];
    return event.type === "turn-ended" ? [event.outcome.kind] : [];
  });
}

test.each([
  ["a daily quota that is used up", daily, 1],
  ["a model that isn't there", missing, 1],
  ["an overloaded model, after three attempts", full, 3],
])("G4, R1: %s is told of a model the user named, and nobody takes its place", async (_what, details, attempts) => {
  const { send, strong, events } = await begin(STRONG);
  strong.answer(() => failing(details));
  expect(await send(HARD)).toEqual([...Array<string>(attempts).fill("asks pro"), "failed"]);
  expect(events.findLast(({ type }) => type === "turn-ended")).toMatchObject({
    outcome: { kind: "failed", message: `It failed: ${details.kind}.` },
  });
  strong.answer(() => [says("Here I am.")]);
  expect(await send(HARD)).toEqual(["asks pro", "done"]); // it is named, so it is asked again
});

test.each([
  ["a daily quota that is used up", daily, 1],
  ["a model that isn't there", missing, 1],
  ["an overloaded model, after three attempts", full, 3],
])("R1, R4: with %s the next steps in where the choice is ours, and it is told", async (_what, details, attempts) => {
  const { send, strong, log, session } = await begin(AUTO);
  strong.answer(() => failing(details));
  expect(await send(HARD)).toEqual([
    "classifier pro",
    ...Array<string>(attempts).fill("asks pro"),
    "fallback flash for pro",
    "asks flash",
    "done",
  ]);
  const said = (await log.records(session)).findLast((record) => record.kind === "content");
  expect(said).toMatchObject({ model: QUICK, content: { parts: [{ text: `I am ${QUICK}.` }] } });
});

test("R1: what is used up is not asked again for an hour, what is overloaded for half a minute", async () => {
  const { send, strong, clock } = await begin(AUTO);
  strong.answer(() => failing(daily));
  await send(HARD);
  strong.answer(() => [says("Back.")]);
  expect(await send(HARD)).toEqual(["fallback flash for pro", "asks flash", "done"]);
  clock.pass(3_600_000);
  expect(await send(HARD)).toEqual(["classifier pro", "asks pro", "done"]);
  strong.answer(() => failing(full));
  await send(HARD);
  clock.pass(30_000);
  strong.answer(() => [says("Back.")]);
  expect(await send(HARD)).toEqual(["classifier pro", "asks pro", "done"]);
});

test("R1: with all gone the Turn fails, and each was asked", async () => {
  const { send, strong, quick, light } = await begin(AUTO);
  for (const model of [strong, quick, light]) model.answer(() => failing(daily));
  expect(await send("hi")).toEqual([
    ...["classifier flash", "asks flash", "fallback flash-lite for flash", "asks flash-lite"],
    ...["fallback pro for flash-lite", "asks pro", "failed"],
  ]);
  light.answer(() => [says("Back.")]);
  expect(await send("hi")).toEqual(["classifier flash", "asks flash", "failed"]);
});

test("R1: where all are overloaded it does not go round among them for ever", async () => {
  const { send, strong, quick, light } = await begin(AUTO);
  for (const model of [strong, quick, light]) model.answer(() => failing(full));
  const story = await send(HARD);
  expect(story.at(-1)).toBe("failed");
  expect([strong, quick, light].map(({ requests }) => requests.length)).toEqual([3, 3, 3]);
});

type Begun = Awaited<ReturnType<typeof begin>>;
test.each<[string, (rig: Begun) => Promise<unknown>]>([
  ["another key", ({ agent }) => agent.settings.storeKey("another-key-0123456789", "gemini")],
  ["another base URL", ({ agent }) => agent.settings.change("model.baseUrl", "https://proxy.example")],
  ["choosing anew, though it is the same", ({ agent }) => agent.models.choose(AUTO)],
])("R1: %s makes forget who could not answer", async (_what, change) => {
  const rig = await begin(AUTO);
  rig.strong.answer(() => failing(missing));
  await rig.send(HARD);
  rig.strong.answer(() => [says("Back.")]);
  await change(rig);
  expect(await rig.send(HARD)).toEqual(["classifier pro", "asks pro", "done"]);
});

test("R1: plan mode wants the strong one, if the choice is ours", async () => {
  const { agent, send } = await begin(AUTO);
  await agent.calls.setMode("plan");
  expect(await send("hi")).toEqual(["plan pro", "asks pro", "done"]);
  await agent.models.choose(LIGHT);
  expect(await send("hi")).toEqual(["asks flash-lite", "done"]);
});

const LONG = `# Architecture\n\nWhy we refactor every module:\n\n- first\n- then\n- finally\n${"design ".repeat(200)}`;

test("R3: a request is judged, not the files it brings along", async () => {
  const { send, quick } = await begin(AUTO, { "README.md": LONG });
  expect(await send("What is the date in @README.md?")).toEqual(["classifier flash", "asks flash", "done"]);
  expect(JSON.stringify(quick.requests[0]!.contents)).toContain("Why we refactor every module"); // it did go along
});

test("R2: no file goes to the Model that only classifies", async () => {
  const { agent, send, light } = await begin(AUTO, { "README.md": LONG });
  await agent.settings.change("model.routing", "model");
  light.answer(() => [says('{"reason": "plain", "choice": "simple"}')]);
  await send("What is the date in @README.md?");
  await send("And now?");
  const asked = light.requests.filter(({ system }) => system === classifyPrompt);
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(asked[1]!.contents)).toContain("What is the date in @README.md?");
  expect(JSON.stringify(asked)).not.toContain("refactor");
});

test("R3: offline nobody is asked how hard it is", async () => {
  const { agent, send, light } = await begin(AUTO);
  await agent.settings.change("model.routing", "model");
  await agent.online(false);
  expect(await send(HARD)).toEqual(["classifier pro", "asks pro", "done"]);
  expect(light.requests).toEqual([]);
});

test("a request is the words of who asks, both ends of them where they are long", () => {
  const editor = { text: "<editor_context>\nsrc/app.ts\n</editor_context>\n" };
  const inline = { text: `Review this:\n${asUntrusted("prove it")}\nIn one line.` };
  expect(requestIn({ role: "user", parts: [editor, inline, { text: "a file" }] })).toBe("Review this:\n\nIn one line.");
  const said = requestIn(userSaid(`Look: ${"x".repeat(50_000)} Why?`));
  expect(said.length).toBeLessThan(4_100);
  expect([said.slice(0, 5), said.slice(-4)]).toEqual(["Look:", "Why?"]);
  expect(requestIn({ role: "user", parts: [editor] })).toBe("");
});

test("R1: Continue goes on with who answered", async () => {
  const { agent, events, strong, quick, rest, send } = await begin(AUTO);
  strong.answer(() => [says("The first half "), endsSilently()]);
  await send(HARD);
  const turn = events.find((event) => event.type === "turn-started")!.turnId;
  const from = events.length;
  strong.answer(() => [says("and the second.")]);
  await agent.turns.resume(turn);
  await rest();
  expect(storyOf(events.slice(from))).toEqual(["asks pro", "done"]);
  expect(quick.requests).toEqual([]);
});

test("R1: Continue asks whom the user has named since", async () => {
  const { agent, events, strong, rest, send } = await begin(AUTO);
  strong.answer(() => [says("The first half "), endsSilently()]);
  await send(HARD);
  await agent.models.choose(LIGHT);
  const from = events.length;
  await agent.turns.resume(events.find((event) => event.type === "turn-started")!.turnId);
  await rest();
  expect(storyOf(events.slice(from))).toEqual(["asks flash-lite", "done"]);
});
