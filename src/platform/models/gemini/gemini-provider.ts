/** The provider of Gemini's models: those that are listed, any other of its own by its name, and `auto` (G1). */
import { AgentError } from "../../../core/errors.js";
import type { ListedModel } from "../../../core/models/model.js";
import { isChoosable } from "../../../core/models/model-names.js";
import { AUTO, LIGHT, QUICK, STRONG } from "../../../core/models/providers.js";
import type { ModelProvider, ProviderParts } from "../model-provider.js";
import type { GeminiLink } from "./gemini-link.js";
import { geminiWords as words } from "./gemini-words.js";

const LISTED: readonly Pick<ListedModel, "name" | "label" | "description">[] = [
  { name: AUTO, ...words.auto },
  { name: STRONG, ...words.strong },
  { name: QUICK, ...words.quick },
  { name: LIGHT, ...words.light },
];

export function provideGemini({ vault, chosen }: Pick<ProviderParts, "vault" | "chosen">): ModelProvider {
  let link: GeminiLink | undefined;

  /** A model that was chosen by its name alone is offered while it is chosen. */
  function others(): typeof LISTED {
    const { "model.name": name } = chosen();
    const isOther = isChoosable(name, chosen()) && !LISTED.some((model) => model.name === name);
    return isOther ? [{ name, label: name, description: words.byName }] : [];
  }

  return {
    async list() {
      const unavailable = await vault.has("gemini").then(
        (has) => (has ? undefined : words.keyMissing),
        (failure: Error) => failure.message, // other providers need no vault
      );
      return [...LISTED, ...others()].map((model) => ({ ...model, remote: true, unavailable }));
    },
    async open(name) {
      if (!isChoosable(name, chosen())) throw new AgentError("NotFoundError", words.unknown(name));
      const key = await vault.read("gemini");
      if (!key) throw new AgentError("NotAllowedError", words.needsKey(name));
      link ??= (await import("./gemini-link.js")).linkGemini(); // many never ask it
      return link.open({ model: name, key, baseUrl: chosen()["model.baseUrl"] || undefined });
    },
  };
}
