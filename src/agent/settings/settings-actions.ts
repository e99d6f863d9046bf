/** The settings port and the models port. */
import type { ModelCatalogue } from "../../core/models/model.js";
import type { ModelsPort, SettingsPort } from "../../core/port/settings-port.js";
import type { Routing } from "../models/routing.js";
import type { SettingsStore } from "./settings-store.js";

interface SettingsActionParts {
  readonly store: SettingsStore;
  readonly catalogue: Pick<ModelCatalogue, "list">;
  readonly routing: Pick<Routing, "forgetFailures">;
  /** Resolves when the user's file has been read: an earlier change would be lost. */
  readonly started: () => Promise<unknown>;
}

export function createSettingsActions({ store, catalogue, routing, started }: SettingsActionParts) {
  const settings: SettingsPort = {
    view: () => store.view(),
    change: (...asked) => started().then(() => store.change(...asked)),
    replace: (...asked) => started().then(() => store.replace(...asked)),
    async storeKey(key, of) {
      await store.storeSecret(of, key);
      routing.forgetFailures();
    },
  };
  const models: ModelsPort = {
    async list() {
      const chosen = store.values["model.name"];
      return (await catalogue.list()).map((model) => ({ ...model, chosen: model.name === chosen }));
    },
    async choose(name) {
      await started();
      routing.forgetFailures(); // also for the one that is chosen already: the user wants it tried again
      await store.choose("model.name", name);
    },
  };
  return { settings, models };
}
