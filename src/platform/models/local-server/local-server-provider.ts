/** The provider of the models that a server of the user's has, one with an OpenAI-style API (G2). */
import { AgentError, failureOf } from "../../../core/errors.js";
import type { ListedModel, Model } from "../../../core/models/model.js";
import { namesOf } from "../../../core/models/model-names.js";
import type { ModelProvider, ProviderParts } from "../model-provider.js";
import { localServerWords as words } from "./local-server-words.js";

const NAMES = namesOf("localServer");
/** The list is waited for by someone who opened it: a server on this machine answers in milliseconds, or not at all. */
const LISTING = 1_500;

export function provideLocalServer({ vault, chosen }: Pick<ProviderParts, "vault" | "chosen">): ModelProvider {
  /** Kept open, so that what a server refuses is learnt once and not with every message. */
  const opened = new Map<string, Model>();

  return {
    async list() {
      const { "model.localServer": baseUrl, "model.localServerModel": wanted } = chosen();
      if (baseUrl === "") return [];
      const { isLoopback, listOpenAiModels } = await import("./openai-server.js");
      const entry = (model: string): ListedModel => ({
        name: NAMES + model,
        label: model === "" ? words.label : model,
        description: words.description(baseUrl),
        remote: !isLoopback(baseUrl),
      });
      try {
        const key = await vault.read("localServer");
        const listed = await listOpenAiModels({ baseUrl, ...(key && { key }) }, AbortSignal.timeout(LISTING));
        const names = new Set([...(wanted === "" ? [] : [wanted]), ...listed]);
        if (names.size > 0) return [...names].map(entry);
        return [{ ...entry(""), unavailable: words.noModels(baseUrl) }];
      } catch (error) {
        const { name, message } = failureOf(error);
        return [{ ...entry(wanted), unavailable: name === "AbortError" ? words.noAnswer(baseUrl) : message }];
      }
    },
    async open(name) {
      const { "model.localServer": baseUrl } = chosen();
      const model = name.slice(NAMES.length);
      if (baseUrl === "" || model === "") throw new AgentError("NotAllowedError", words.needsAddress(model));
      const key = await vault.read("localServer");
      const { openOpenAi } = await import("./openai-server.js");
      const place = JSON.stringify([baseUrl, model, key ?? ""]);
      const known = opened.get(place) ?? openOpenAi({ baseUrl, model, name, ...(key && { key }) });
      opened.set(place, known);
      return known;
    },
  };
}
