/** Models and Settings: what a UI may ask of them. */
import type { SecretName } from "../models/providers.js";
import type { Scope, SettingOrigins } from "../settings/settings-files.js";

export interface ModelsPort {
  list(): Promise<readonly ModelChoice[]>;
  choose(name: string): Promise<void>;
}

export interface SettingsPort {
  view(): Promise<SettingsView>;
  /** In the user's file, or in that of the trusted folder. Undefined takes the key out of there. */
  change(key: string, value: unknown, scope?: Scope): Promise<void>;
  /** The user's file, whole. `expected` is the text that was edited: if it is another by now, nothing is saved. */
  replace(text: string, expected: string): Promise<void>;
  /** Kept in the vault; never comes back out of it. Empty forgets it. */
  storeKey(key: string, of: SecretName): Promise<void>;
}

export interface ModelChoice {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly chosen: boolean;
  /** Why it can't be used now, as a sentence. */
  readonly unavailable?: string;
  readonly remote: boolean;
  /** `kept`: a file of the user's. `wanted`: no model, but the place to pick one. */
  readonly file?: "kept" | "wanted";
}

export interface SettingsView {
  /** What counts, by key. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly origins: SettingOrigins;
  /** The secrets that are stored. */
  readonly secrets: readonly SecretName[];
  /** The user's file; `problem`: why it can't be read, as a sentence. */
  readonly user: { readonly text: string; readonly problem?: string };
  /** The open folder, whose file counts if it is trusted. */
  readonly folder?: { readonly name: string; readonly isTrusted: boolean; readonly problem?: string };
}
