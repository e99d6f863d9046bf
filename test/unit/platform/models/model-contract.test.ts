/** Every Model that runs in node, through the one contract suite. */
import { emptyLibrary } from "../../../support/empty-library.js";
import { createLibrarian } from "../../../../src/platform/models/librarian/librarian.js";
import { modelContract, scriptableContract } from "../../../contract/model.js";
import { geminiRig } from "../../../support/gemini-rig.js";
import { openAiRig } from "../../../support/openai-rig.js";
import { openOpenAiServer } from "../../../support/openai-server.js";
import { fails } from "../../../support/script.js";
import { createScriptedModel } from "../../../support/scripted-model.js";
import { openWireServer } from "../../../support/wire-server.js";

modelContract("the librarian", async () => ({
  model: createLibrarian(emptyLibrary),
  atWork: async () => 0,
  begun: async () => 0,
  close: async () => undefined,
}));

scriptableContract("the scripted model", async () => {
  const model = createScriptedModel();
  return {
    model,
    failing: [fails("ModelError", "It did not work. Nothing is lost.")],
    script: async (...answers) => model.script(...answers),
    release: async (gate) => model.release(gate),
    atWork: async () => model.atWork,
    begun: async () => model.requests.length,
    close: async () => undefined,
  };
});

scriptableContract("Gemini", () => geminiRig(openWireServer));

scriptableContract("a local server", () => openAiRig(openOpenAiServer));

scriptableContract("a local server that has no tools", async () => {
  const rig = await openAiRig(() => openOpenAiServer({ offers: "schema" }));
  return { ...rig, lacks: ["signatures", "ids"] };
});
