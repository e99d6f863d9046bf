/** A picture that a Tool read, on its way from the folder to the wires of those who answer. */
import { afterEach, expect, test } from "vitest";
import type { Model } from "../../../../src/core/models/model.js";
import { allTools } from "../../../../src/agent/tools/all.js";
import { openGemini } from "../../../../src/platform/models/gemini/gemini.js";
import { openOpenAi } from "../../../../src/platform/models/local-server/openai-server.js";
import { createRig } from "../../../support/agent-rig.js";
import { testKey } from "../../../support/gemini-rig.js";
import { openOpenAiServer } from "../../../support/openai-server.js";
import { calls, says, type Script } from "../../../support/script.js";
import { openWireServer } from "../../../support/wire-server.js";

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]);
const picture = { inlineData: { mimeType: "image/png", data: Buffer.from(PNG).toString("base64") } };
const answers: readonly Script[] = [
  [calls("read_file", { file_path: "logo.png" }, "c1")],
  [says("A logo.")],
  [says("You are welcome.")],
];

/** Two Turns; how they ended. */
async function talk(answering: Model) {
  const { openTab } = createRig({ tools: allTools, tree: { "logo.png": PNG }, answering });
  const { agent, events } = await openTab();
  await agent.sessions.create();
  const ends = () => events.filter((event) => event.type === "turn-ended").map(({ outcome }) => outcome.kind);
  for (const [at, text] of ["What is on logo.png?", "Thanks"].entries()) {
    await agent.turns.send({ text });
    await expect.poll(ends).toHaveLength(at + 1);
  }
  return ends();
}

const gemini = async (model: string) => {
  const wire = await openWireServer();
  servers.push(wire);
  await wire.script(...answers);
  const ends = await talk(openGemini({ model, key: testKey, baseUrl: wire.url }));
  const sent = (await wire.report()).requests.map(({ body }) => body.contents ?? []);
  return { ends, sent };
};

test("A2 a picture read for a model before Gemini 3 follows its result in a turn of its own, now and in later Turns", async () => {
  const { ends, sent } = await gemini("gemini-2.5-flash");
  expect(ends).toEqual(["done", "done"]);
  for (const contents of sent.slice(1)) {
    const at = contents.findIndex(({ parts = [] }) => parts.some((part) => part.functionResponse));
    expect(contents[at]!.parts).toHaveLength(1);
    expect(contents[at]!.parts![0]!.functionResponse).not.toHaveProperty("parts");
    expect(contents[at + 1]).toEqual({ role: "user", parts: [{ text: expect.stringMatching("read_file") }, picture] });
  }
});

test("A2 Gemini 3 is given it inside the result", async () => {
  const { ends, sent } = await gemini("gemini-3-pro-preview");
  expect(ends).toEqual(["done", "done"]);
  expect(sent[1]!.at(-1)!.parts).toMatchObject([{ functionResponse: { parts: [picture] } }]);
});

test.each([
  ["that sees is given it after the results", true, 3],
  ["without eyes is told what it can't see, and the Session goes on", false, 4],
])("G2 a local model %s", async (_what, sees, requests) => {
  const server = await openOpenAiServer({ sees });
  servers.push(server);
  await server.script(...answers);
  const ends = await talk(openOpenAi({ baseUrl: server.url, model: "tiny:1b" }));
  expect(ends).toEqual(["done", "done"]);
  const asked = (await server.report()).requests;
  expect(asked).toHaveLength(requests);
  const said = JSON.stringify(asked.at(-1)!.body.messages);
  expect([said.includes("image_url"), said.includes("[image/png, which this model can't see]")]).toEqual([sees, !sees]);
});
