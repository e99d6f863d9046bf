/** Models and Settings, as a UI reads and changes them. */
import type { SecretName } from "../models/providers.js";
import type { Scope, SettingOrigins } from "../settings/settings-files.js";

export interface ModelsPort {
  list(): Promise<readonly ModelChoice[]>;
  choose(name: string): Promise<void>;
}

export interface SettingsPort {
  view(): Promise<SettingsView>;
  /** Changes the user's file, or that of the trusted folder. Undefined takes the key out of it. */
  change(key: string, value: unknown, scope?: Scope): Promise<void>;
  /** Replaces the user's whole file. `expected` is the text that was edited: if the file has another by now, nothing is saved. */
  replace(text: string, expected: string): Promise<void>;
  /** Stores a key in the vault, from which no UI can read it. An empty one removes it. */
  storeKey(key: string, of: SecretName): Promise<void>;
}

export interface ModelChoice {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly chosen: boolean;
  /** The reason why it can't be used now, as a sentence. */
  readonly unavailable?: string;
  readonly remote: boolean;
  /** `kept`: the model is a file of the user's. `wanted`: the entry lets the user pick such a file. */
  readonly file?: "kept" | "wanted";
}

export interface SettingsView {
  /** The values in force, by key. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly origins: SettingOrigins;
  /** The names of the secrets that are stored. */
  readonly secrets: readonly SecretName[];
  /** The user's file; `problem`: why it can't be read, as a sentence. */
  readonly user: { readonly text: string; readonly problem?: string };
  /** The open folder, whose file counts if it is trusted. */
  readonly folder?: { readonly name: string; readonly isTrusted: boolean; readonly problem?: string };
}
