/** A provider of Models at work, as model-catalogue.ts joins them. Its description is an entry of core/models/providers.ts. */
import type { Library } from "../../core/librarian/library.js";
import type { ListedModel, Model } from "../../core/models/model.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import type { Settings } from "../../core/settings/settings.js";
import type { Vault } from "../../core/vault.js";

export interface ModelProvider {
  /** The Models there are to choose from now; none is a list too. */
  list(): Promise<readonly ListedModel[]>;
  /** A Model whose name is one of the provider's. Rejects as `ModelCatalogue.open` does. */
  open(name: string): Promise<Model>;
}

export interface ProviderParts {
  readonly vault: Pick<Vault, "read" | "has">;
  readonly chosen: () => Settings;
  /** The library that the librarian quotes from. */
  readonly library: Library;
  /** Called with the progress of a Model on this device: downloading, loading. */
  readonly onStatus: (status: ModelStatus) => void;
}
