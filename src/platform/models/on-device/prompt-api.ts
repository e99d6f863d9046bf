/** The browser's own model: its availability, and as much of its Prompt API as is used. */
import { namesOf } from "../../../core/models/model-names.js";

/** As much of `LanguageModel` as is used. */
export interface PromptApi {
  availability(): Promise<Availability>;
  create(options?: LanguageModelCreateOptions): Promise<PromptSession>;
}

export interface PromptSession {
  promptStreaming(input: LanguageModelPrompt, options?: LanguageModelPromptOptions): ReadableStream<string>;
  measureContextUsage?(input: LanguageModelPrompt): Promise<number>;
  readonly contextUsage?: number;
  readonly contextWindow?: number;
  destroy(): void;
}

/** The name of the browser's own model. */
export const ON_DEVICE = namesOf("onDevice");

/** The page's `LanguageModel`; browsers without a model have no such name. */
export const promptApi = (): PromptApi | undefined =>
  (globalThis as { readonly LanguageModel?: PromptApi }).LanguageModel;

/** The model's availability: a browser may have the name `LanguageModel` and no model. */
export async function onDeviceAvailability(api = promptApi()): Promise<Availability> {
  if (typeof api?.availability !== "function") return "unavailable";
  try {
    return await api.availability();
  } catch (error) {
    // Refused by the page's permissions policy, or by a browser that only pretends: there is none for us.
    console.info("The browser's own model can't be asked for.", error);
    return "unavailable";
  }
}
