/**
 * Labels and hints of the Settings, as the dialog, the palette and `/settings` show them (those of addresses stand with
 * their providers), and sentences about files of settings: why a value does not count, and why one was not written.
 */
import { shownValue } from "../schema.js";

export interface SettingWords {
  readonly label: string;
  readonly hint: string;
}

export const settingWords = {
  "model.name": {
    label: "Model",
    hint: "Who answers. The button “Model” at the top chooses it too; /model takes the name of any other Gemini.",
  },
  "model.localServerModel": {
    label: "Local server’s model",
    hint: "A model to offer even if the server does not list it.",
  },
  "model.routing": {
    label: "Choose the model by",
    hint: "With “auto”: rules of our own, or a small model that is asked first.",
  },
  "model.contextLimit": {
    label: "Context limit",
    hint: "Tokens the model that is chosen can take; each has its own. Leave empty for what is known of it.",
  },
  "model.compressionThreshold": {
    label: "Compress at (percent)",
    hint:
      "How full the window may get before older turns are summarised; the originals are kept. What would not fit is made to fit " +
      "in any case. In files a part, such as 0.5, or “ask” or “off”.",
  },
  "context.recallForQuestions": {
    label: "Recall for questions",
    hint: "In a compressed conversation, look up what your message may need of what was summarised, and send it along.",
  },
  "model.disableLoopDetection": {
    label: "Let it go round in circles",
    hint: "Don’t stop a model that repeats itself.",
  },
  "model.systemPromptFile": {
    label: "System prompt file",
    hint: "A file of a trusted folder whose words stand first in every request. Leave empty for .gemini/system.md, where there is one.",
  },
  "general.defaultApprovalMode": {
    label: "Approval mode to start with",
    hint: "What may happen without a question: “plan” only reads, “default” asks before changes, “auto_edit” edits files unasked.",
  },
  "tools.exclude": {
    label: "Tools left out",
    hint: "Names of tools that no model is offered, with commas between; * for all.",
  },
  "tools.truncateToolOutputThreshold": {
    label: "Characters of a tool’s output",
    hint: "What is longer is cut in the middle; the whole stays readable.",
  },
  "tools.truncateToolOutputLines": {
    label: "Lines of a tool’s output",
    hint: "What has more is cut in the middle; the whole stays readable.",
  },
  "model.summarizeToolOutput": {
    label: "Tools whose output is summarised",
    hint: "With the tokens that may be left of it: run_shell_command: 2000. A model is asked for it; offline, lines are picked by rules. The whole stays readable.",
  },
  "context.fileFiltering.respectGitIgnore": {
    label: "Leave out what git ignores",
    hint: "Whether tools pass over what .gitignore names.",
  },
  "context.fileFiltering.respectGeminiIgnore": {
    label: "Leave out what .geminiignore names",
    hint: "Whether tools pass over what .geminiignore names.",
  },
  "context.fileName": {
    label: "Names of memory files",
    hint: "What memories are called, with commas between; the first is what new ones are called. Empty: GEMINI.md.",
  },
  memoryFiles: { label: "Names of memory files (older key)", hint: "Counts where “context.fileName” is empty." },
  "context.loadAgentsFile": { label: "Read AGENTS.md too", hint: "Whether AGENTS.md is a memory as GEMINI.md is." },
  "experimental.memoryManager": {
    label: "Memory manager",
    hint: "Lets the model hand your memory files to an agent that keeps them in order: it sees nothing else, and all it changes can be taken back. What is to be remembered goes through it.",
  },
  "context.importFormat": {
    label: "Imports in memories",
    hint: "“tree” puts an imported file in the place where it is named, “flat” puts all files one after the other.",
  },
  "context.loadDeep": {
    label: "Load memories of all folders",
    hint: "Also those of deeper folders, which are otherwise loaded when they are touched. Takes more of the window.",
  },
  "context.discoveryMaxDirs": {
    label: "Folders searched for memories",
    hint: "From the top down; those of others are loaded when they are touched.",
  },
  "ui.theme": { label: "Appearance", hint: "Light, dark, or as the system is." },
};

export const settingsFileWords = {
  userPassedOver: (why: string) => `Your settings.json is passed over here: ${why}`,
  folderPassedOver: (why: string) => `This folder’s settings.json is passed over here: ${why}`,
  unfit: (found: unknown, expects: string) => `it has ${shownValue(found)}, but this must be ${expects}.`,
  onlyUser: "only you can set this.",
  tooFar: (found: unknown) => `it has ${shownValue(found)}, which goes further than you allow.`,
  noSetting: (key: string) => `There is no setting named ${key}.`,
  notByFolder: (label: string) => `A folder can't set “${label}”: only you can. Nothing was changed.`,
  unfitValue: (label: string, expects: string) => `“${label}” can't be set to that: it must be ${expects}.`,
  mendFirst: (fault: string) => `${fault} Nothing was changed; mend the file first.`,
  tooLong: "The settings file is over a megabyte long, and was not read.",
  unreadable: ({ line, message }: { readonly line: number; readonly message: string }) =>
    `The settings file can't be read: in line ${line} ${message}.`,
};
