/** A local server's Model against the OpenAI-style server, as a rig for the Model contract. */
import { openOpenAi } from "../../src/platform/models/local-server/openai-server.js";
import type { ScriptableRig } from "../contract/model.js";
import { broken } from "./openai-refusals.js";
import type { OpenAiServer } from "./openai-server.js";
import { errs } from "./script.js";

export async function openAiRig(open: () => Promise<OpenAiServer>): Promise<ScriptableRig> {
  const server = await open();
  return {
    model: openOpenAi({ baseUrl: server.url, model: "tiny:1b" }),
    failing: [errs(broken())],
    lacks: ["signatures"],
    script: (...answers) => server.script(...answers),
    release: (gate) => server.release(gate),
    atWork: async () => (await server.report()).inFlight,
    begun: async () => (await server.report()).requests.length,
    close: () => server.close(),
  };
}
