/** The lines of the Settings dialog, in order, and the words by which the dialog and the palette find them. */
import { providers, type Secret } from "../../core/models/providers.js";
import { settingOf, type SettingKey } from "../../core/settings/settings.js";
import { texts } from "./texts.js";

export type Theme = "system" | "light" | "dark";
export const THEME_KEY = "ui.theme";

/** A Setting by its key, or another line that stands among the Settings. */
export type SettingItem = (
  | { readonly name: SettingKey | "model-files"; readonly secret?: undefined }
  | { readonly name: "secret"; readonly secret: Secret }
) & {
  readonly label: string;
  /** The words that a search looks in. */
  readonly words: string;
};

const setting = (name: SettingKey): SettingItem => {
  const { label, hint } = settingOf(name);
  return { name, label, words: `${label} ${hint} ${name}` };
};

/** Settings that providers of Models need; for each, the one without which it cannot answer comes first. */
const needs = (isNear: boolean): readonly SettingItem[] =>
  providers
    .filter((provider) => provider.isNear === isNear)
    .flatMap(({ secret, address }) => {
      const asked = secret
        ? [{ name: "secret" as const, secret, label: secret.label, words: `${secret.label} ${secret.hint}` }]
        : [];
      const addressed = address ? [setting(address.key)] : [];
      return secret?.isNeeded ? [...asked, ...addressed] : [...addressed, ...asked];
    });

const { sections } = texts.settings;

export const settingSections: readonly (readonly [string, readonly SettingItem[]])[] = [
  [sections.model, [setting("model.name"), ...needs(false), setting("model.routing")]],
  [
    sections.device,
    [
      ...needs(true),
      setting("model.localServerModel"),
      {
        name: "model-files",
        label: texts.modelFiles.title,
        words: `${texts.modelFiles.title} ${texts.modelFiles.hint} GGUF`,
      },
    ],
  ],
  [
    sections.context,
    [
      setting("model.contextLimit"),
      setting("model.compressionThreshold"),
      setting("context.recallForQuestions"),
      setting("model.disableLoopDetection"),
      setting("model.systemPromptFile"),
    ],
  ],
  [
    sections.tools,
    [
      setting("general.defaultApprovalMode"),
      setting("tools.exclude"),
      setting("tools.truncateToolOutputThreshold"),
      setting("tools.truncateToolOutputLines"),
      setting("model.summarizeToolOutput"),
      setting("context.fileFiltering.respectGitIgnore"),
      setting("context.fileFiltering.respectGeminiIgnore"),
    ],
  ],
  [
    sections.memory,
    [
      setting("experimental.memoryManager"),
      setting("context.fileName"),
      setting("context.loadAgentsFile"),
      setting("context.importFormat"),
      setting("context.loadDeep"),
      setting("context.discoveryMaxDirs"),
    ],
  ],
  [sections.look, [setting("ui.theme")]],
];

export const settingLabels: readonly string[] = settingSections.flatMap(([, items]) => items.map(({ label }) => label));
