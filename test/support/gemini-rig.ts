/** Gemini's client against the wire server, as a rig for the Model contract. */
import type { Model } from "../../src/core/models/model.js";
import { openGemini, type GeminiOptions } from "../../src/platform/models/gemini/gemini.js";
import type { ScriptableRig } from "../contract/model.js";
import { errs } from "./script.js";
import { internalError } from "./wire-errors.js";
import type { Wire } from "./wire.js";

export const testKey = "AIzaTest-Key_0123456789abcdefghijklmno";

export async function geminiRig(
  open: () => Promise<Wire>,
  openModel: (options: GeminiOptions) => Model = openGemini,
): Promise<ScriptableRig & { readonly wire: Wire }> {
  const wire = await open();
  return {
    wire,
    model: openModel({ model: "gemini-2.5-flash", key: testKey, baseUrl: wire.url }),
    failing: [errs(internalError())],
    script: (...answers) => wire.script(...answers),
    release: (gate) => wire.release(gate),
    atWork: async () => (await wire.report()).inFlight,
    begun: async () => (await wire.report()).requests.length,
    close: () => wire.close(),
  };
}
