/** The browser's own model on a Prompt API that works, as a rig for the Model contract. */
import type { Model } from "../../src/core/models/model.js";
import type { ScriptableRig } from "../contract/model.js";
import type { FakeLanguageModel } from "./fake-language-model.js";

export const onDeviceRig = (
  api: FakeLanguageModel,
  model: Model,
  close: () => void = () => undefined,
): ScriptableRig => ({
  model,
  // What it was asked beyond its window is refused before it begins; so is a session that can't be made.
  get failing() {
    api.failNext(new DOMException("The model process crashed.", "OperationError"));
    return [];
  },
  lacks: ["thoughts", "signatures", "ids", "usage", "reasons"],
  script: async (...answers) => api.script(...answers),
  release: async (gate) => api.release(gate),
  atWork: async () => api.sessions,
  begun: async () => api.created.length,
  close: async () => close(),
});
