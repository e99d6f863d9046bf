/** The Models there are: the librarian always, Gemini with the user's key, and those of this device where there are any (G4). */
import { AgentError } from "../../core/errors.js";
import type { Library } from "../../core/librarian/library.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import type { Model, ModelFiles, ModelOnShelf, ModelShelf } from "../../core/models/model.js";
import { isChoosable } from "../../core/models/model-names.js";
import { AUTO } from "../../core/models/providers.js";
import type { Settings } from "../../core/settings/settings.js";
import type { Vault } from "../../core/vault.js";
import type { GeminiLink } from "./gemini/gemini-link.js";
import { createLibrarian } from "./librarian/librarian.js";

const GEMINI: readonly Omit<ModelOnShelf, "remote" | "unavailable">[] = [
  {
    name: "gemini-2.5-pro",
    label: "Gemini 2.5 Pro",
    description: "Google's strongest of its generation, for hard questions.",
  },
  { name: "gemini-2.5-flash", label: "Gemini 2.5 Flash", description: "Quick and able; for most work." },
  { name: "gemini-2.5-flash-lite", label: "Gemini 2.5 Flash-Lite", description: "The quickest and cheapest." },
];

interface ShelfParts {
  readonly vault: Pick<Vault, "read" | "has">;
  readonly chosen: () => Settings;
  /** What the librarian looks things up in. */
  readonly library: Library;
  /** How far a model of this device is: downloading, loading. */
  readonly onStatus?: (status: ModelStatus) => void;
}

export function createShelf({
  vault,
  chosen,
  library,
  onStatus = () => undefined,
}: ShelfParts): ModelShelf & ModelFiles {
  const librarian = createLibrarian(library);
  const parts = { vault, chosen, onStatus };
  // None of it is part of the first load: most have no model on their device.
  const local = () => import("./model-file/local-models.js");
  let gemini: GeminiLink | undefined;

  /** One that was chosen by its name alone: it is offered while it is. */
  function other(): readonly Omit<ModelOnShelf, "remote">[] {
    const { "model.name": name } = chosen();
    const isOther = isChoosable(name, chosen()) && !GEMINI.some((model) => model.name === name);
    return isOther ? [{ name, label: name, description: "Chosen by its name; asked with your Gemini API key." }] : [];
  }

  return {
    async list() {
      const unavailable = await vault.has("gemini").then(
        (has) => (has ? undefined : "Needs a Gemini API key: add one in Settings."),
        (failure: Error) => failure.message, // the librarian needs no vault
      );
      return [
        {
          name: librarian.name,
          label: "Librarian",
          description: "No model: answers offline, by search and quotation.",
          remote: false,
        },
        {
          name: AUTO,
          label: "Gemini, by difficulty",
          description: "Quick for plain requests, strong for hard ones; another steps in when one can't answer.",
          remote: true,
          unavailable,
        },
        ...[...GEMINI, ...other()].map((model) => ({ ...model, remote: true, unavailable })),
        ...(await (await local()).listLocal(parts)),
      ];
    },
    async open(name): Promise<Model> {
      if (name === librarian.name) return librarian;
      if (!isChoosable(name, chosen())) return (await local()).openLocal(name, parts);
      const key = await vault.read("gemini");
      if (!key)
        throw new AgentError(
          "NotAllowedError",
          `${name} needs a Gemini API key. Add one in Settings, or choose the librarian.`,
        );
      gemini ??= (await import("./gemini/gemini-link.js")).linkGemini(); // not part of the first load: many never ask it
      return gemini.open({ model: name, key, baseUrl: chosen()["model.baseUrl"] || undefined });
    },
    pickGguf: async (signal) => (await local()).pickGguf(parts, signal),
    keepGguf: async (file, signal) => (await local()).keepGguf(file, parts, signal),
    forgetGguf: async (name) => (await local()).forgetGguf(name),
  };
}
