/** What the Settings dialog shows, in its order, and the words that each line is found by: here and in the palette. */
import { settingOf, type SettingKey } from "../../core/settings/settings.js";
import { texts } from "./texts.js";

export type Theme = "system" | "light" | "dark";
export const THEME_KEY = "ui.theme";

/** A Setting by its key, or something that is none but stands among them. */
export interface SettingItem {
  readonly name: SettingKey | "secret:gemini" | "secret:localServer" | "model-files";
  readonly label: string;
  /** All that can be searched for. */
  readonly words: string;
}

const setting = (name: SettingKey): SettingItem => {
  const { label, hint } = settingOf(name);
  return { name, label, words: `${label} ${hint} ${name}` };
};

const secret = (of: "gemini" | "localServer"): SettingItem => {
  const { label, hint } = texts.settings.secrets[of];
  return { name: `secret:${of}`, label, words: `${label} ${hint}` };
};

const { sections } = texts.settings;

export const settingSections: readonly (readonly [string, readonly SettingItem[]])[] = [
  [sections.model, [setting("model.name"), secret("gemini"), setting("model.baseUrl"), setting("model.routing")]],
  [
    sections.device,
    [
      setting("model.localServer"),
      secret("localServer"),
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
