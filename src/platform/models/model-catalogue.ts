/** The Models there are, of all providers (G4). A provider is a folder here, a line in this file, and an entry of core/models/providers.ts. */
import { once } from "../../core/lazy.js";
import type { ModelCatalogue } from "../../core/models/model.js";
import { providerOf } from "../../core/models/model-names.js";
import { providers, type ProviderId } from "../../core/models/providers.js";
import type { ModelProvider, ProviderParts } from "./model-provider.js";

type Opening = (parts: ProviderParts) => Promise<ModelProvider>;

/** None is part of the first load: the list of Models is read after it. */
const opening: Readonly<Record<ProviderId, Opening>> = {
  librarian: async (parts) => (await import("./librarian/librarian-provider.js")).provideLibrarian(parts),
  gemini: async (parts) => (await import("./gemini/gemini-provider.js")).provideGemini(parts),
  onDevice: async (parts) => (await import("./on-device/on-device-provider.js")).provideOnDevice(parts),
  localServer: async (parts) => (await import("./local-server/local-server-provider.js")).provideLocalServer(parts),
  modelFile: async (parts) => (await import("./model-file/model-file-provider.js")).provideModelFiles(parts),
};

export function createModelCatalogue(parts: ProviderParts): ModelCatalogue {
  const opened = new Map(providers.map(({ id }) => [id, once(() => opening[id](parts))]));
  const provider = (id: ProviderId): Promise<ModelProvider> => opened.get(id)!();
  return {
    async list() {
      const lists = await Promise.all(providers.map(async ({ id }) => (await provider(id)).list()));
      return lists.flat();
    },
    open: async (name) => (await provider(providerOf(name).id)).open(name),
  };
}
