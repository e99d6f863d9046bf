/**
 * Every Setting, once: its default, its bounds, the words it is shown with, and what a folder may say of it. Keys are Gemini
 * CLI's where it has one (S4). How files of settings come together is in settings-files.ts.
 */
import { isObject } from "../is-object.js";
import { providers, type AddressKey } from "../models/providers.js";
import type { ModelLimits } from "./model-limits.js";
import { modelMeant, providerOf } from "../models/model-names.js";

/** `model.compressionThreshold`: a fraction of the limit; `ask` compresses at 0.5, after a question; `off` never. */
export type Threshold = number | "ask" | "off";

export const DEFAULT_THRESHOLD = 0.5;

export interface Setting<T> {
  readonly kind: "text" | "number" | "part" | "choice" | "flag" | "list" | "budgets";
  readonly initial: T;
  readonly label: string;
  readonly hint: string;
  /** What a value must be, as the end of a sentence. */
  readonly expects: string;
  readonly fits: (value: unknown) => value is T;
  /** What a value that fits stands for, where there are several words for one. */
  readonly meant?: (value: T) => T;
  /** What there is to choose from, if it is a choice. */
  readonly options?: readonly T[];
  /** The least and the most, if it is a number. */
  readonly bounds?: readonly [number, number];
  readonly folder?: FolderSay<T>;
}

/**
 * What a trusted folder's file may say. `never`: whoever wrote the folder could send your words elsewhere, or take your key.
 * A function tells whether it may, given the user's own value, if there is one. `added`: its list, or what it has
 * by names, is added to the user's, so that nothing the user left out comes back. Without any of it the folder's value counts, as a closer one does.
 */
type FolderSay<T> = "never" | "added" | ((value: T, own: T | undefined) => boolean);

type Words = Pick<Setting<unknown>, "label" | "hint"> & { readonly folder?: "never" };

const text = (initial: string, words: Words): Setting<string> => ({
  ...words,
  kind: "text",
  initial,
  expects: "a text",
  fits: (value): value is string => typeof value === "string",
});

const number = (initial: number, bounds: readonly [number, number], words: Words): Setting<number> => ({
  ...words,
  kind: "number",
  initial,
  bounds,
  expects: `a whole number from ${bounds[0].toLocaleString("en")} to ${bounds[1].toLocaleString("en")}`,
  fits: (value): value is number => Number.isInteger(value) && isWithin(value as number, bounds),
});

/** A part of a whole, shown in percent. */
const part = (initial: number, bounds: readonly [number, number], words: Words): Setting<number> => ({
  ...words,
  kind: "part",
  initial,
  bounds,
  expects: `a number from ${bounds[0]} to ${bounds[1]}`,
  fits: (value): value is number => typeof value === "number" && isWithin(value, bounds),
});

/** C1: a part, or one of two words. */
function threshold(words: Words): Setting<Threshold> {
  const { kind, bounds, expects, fits } = part(DEFAULT_THRESHOLD, [0.05, 1], words);
  return {
    ...words,
    ...{ kind, bounds, initial: DEFAULT_THRESHOLD, options: ["ask", "off"] },
    expects: `${expects}, “ask” or “off”`,
    fits: (value): value is Threshold => value === "ask" || value === "off" || fits(value),
  };
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

const choice = <T extends string>(initial: T, options: readonly T[], words: Words): Setting<T> => ({
  ...words,
  kind: "choice",
  initial,
  options,
  expects: `one of ${options.map((option) => `“${option}”`).join(", ")}`,
  fits: (value): value is T => options.includes(value as T),
});

const flag = (initial: boolean, words: Words): Setting<boolean> => ({
  ...words,
  kind: "flag",
  initial,
  expects: "true or false",
  fits: (value): value is boolean => typeof value === "boolean",
});

const list = (words: Words): Setting<readonly string[]> => ({
  ...words,
  kind: "list",
  initial: [],
  expects: "a list of texts",
  fits: (value): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === "string"),
});

/** One name, or several: Gemini CLI has both. */
const names = (words: Words): Setting<string | readonly string[]> => ({
  ...list(words),
  initial: [] as readonly string[],
  expects: "a text or a list of texts",
  fits: (value): value is string | readonly string[] =>
    typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string")),
  meant: undefined,
  options: undefined,
  folder: undefined,
});

/** Tools by name, each with the tokens it is given, if that is said: `{"run_shell_command": {"tokenBudget": 2000}}`. */
export type Budgets = Readonly<Record<string, { readonly tokenBudget?: number }>>;

const budgets = (words: Words): Setting<Budgets> => ({
  ...words,
  kind: "budgets",
  initial: {},
  expects: "names of tools, each with a number of tokens from 100 to 100,000",
  fits: (value): value is Budgets => isObject(value) && Object.values(value).every(isBudget),
});

const isLimit = (value: unknown): boolean => value === 0 || (Number.isInteger(value) && (value as number) >= 1_000);

const isBudget = (value: unknown): boolean =>
  isObject(value) &&
  (value.tokenBudget === undefined ||
    (Number.isInteger(value.tokenBudget) && isWithin(value.tokenBudget as number, [100, 100_000])));

/** What the page's policy lets through (serving-headers.ts): a key must not travel in clear, but to this machine. */
function isEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || url.username !== "") return false; // no page may ask with a name before the host
  return url.protocol === "https:" || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(url.origin);
}

const endpoint = ({ label, hint }: Words): Setting<string> => ({
  ...text("", { label, hint }),
  folder: "never",
  expects:
    "empty, or an address that begins with https://, http://127.0.0.1 or http://localhost: the browser lets this page reach " +
    "no other. For a server on another machine use https, or a tunnel to localhost",
  fits: (value): value is string => value === "" || (typeof value === "string" && isEndpoint(value)),
});

/** Where each provider of Models is asked. */
const addresses = Object.fromEntries(
  providers.flatMap(({ address }) => (address ? [[address.key, endpoint(address)]] : [])),
) as Readonly<Record<AddressKey, Setting<string>>>;

/** Modes that a file may start with, the strictest first. `yolo` is not among them: it lasts for a Session and is asked for there. */
const MODES = ["plan", "default", "auto_edit"] as const;

const SETTINGS = {
  "model.name": {
    ...text("librarian", {
      label: "Model",
      hint: "Who answers. The button “Model” at the top chooses it too; /model takes the name of any other Gemini.",
    }),
    meant: modelMeant,
    /** G4: who chose a model of this device is not moved to one over the network by a file. */
    folder: (name: string, own: string | undefined) =>
      own === undefined || !providerOf(own).isNear || providerOf(name).isNear,
  },
  ...addresses,
  "model.localServerModel": text("", {
    label: "Local server’s model",
    hint: "A model to offer even if the server does not list it.",
    folder: "never",
  }),
  "model.routing": choice("rules", ["rules", "model"], {
    label: "Choose the model by",
    hint: "With “auto”: rules of our own, or a small model that is asked first.",
  }),
  "model.contextLimit": {
    ...number(0, [1_000, 100_000_000], {
      label: "Context limit",
      hint: "Tokens the model that is chosen can take; each has its own. Leave empty for what is known of it.",
    }),
    initial: 0 as ModelLimits,
    expects: "a whole number of at least 1,000, or 0 for what is known of the model",
    fits: (value: unknown): value is ModelLimits =>
      isLimit(value) || (isObject(value) && Object.values(value).every(isLimit)),
    folder: "added" as const,
  },
  "model.compressionThreshold": threshold({
    label: "Compress at (percent)",
    hint:
      "How full the window may get before older turns are summarised; the originals are kept. What would not fit is made to fit " +
      "in any case. In files a part, such as 0.5, or “ask” or “off”.",
  }),
  "context.recallForQuestions": flag(true, {
    label: "Recall for questions",
    hint: "In a compressed conversation, look up what your message may need of what was summarised, and send it along.",
  }),
  "model.disableLoopDetection": flag(false, {
    label: "Let it go round in circles",
    hint: "Don’t stop a model that repeats itself.",
  }),
  "model.systemPromptFile": text("", {
    label: "System prompt file",
    hint: "A file of a trusted folder whose words stand first in every request. Leave empty for .gemini/system.md, where there is one.",
  }),
  "general.defaultApprovalMode": {
    ...choice<(typeof MODES)[number]>("default", MODES, {
      label: "Approval mode to start with",
      hint: "What may happen without a question: “plan” only reads, “default” asks before changes, “auto_edit” edits files unasked.",
    }),
    /** A folder may be stricter than its user, never laxer. */
    folder: (mode: (typeof MODES)[number], own: (typeof MODES)[number] | undefined) =>
      MODES.indexOf(mode) <= MODES.indexOf(own ?? "default"),
  },
  "tools.exclude": {
    ...list({
      label: "Tools left out",
      hint: "Names of tools that no model is offered, with commas between; * for all.",
    }),
    folder: "added" as const,
  },
  "tools.truncateToolOutputThreshold": number(40_000, [1_000, 4_000_000], {
    label: "Characters of a tool’s output",
    hint: "What is longer is cut in the middle; the whole stays readable.",
  }),
  "tools.truncateToolOutputLines": number(1_000, [10, 1_000_000], {
    label: "Lines of a tool’s output",
    hint: "What has more is cut in the middle; the whole stays readable.",
  }),
  "model.summarizeToolOutput": budgets({
    label: "Tools whose output is summarised",
    hint: "With the tokens that may be left of it: run_shell_command: 2000. A model is asked for it; offline, lines are picked by rules. The whole stays readable.",
  }),
  "context.fileFiltering.respectGitIgnore": flag(true, {
    label: "Leave out what git ignores",
    hint: "Whether tools pass over what .gitignore names.",
  }),
  "context.fileFiltering.respectGeminiIgnore": flag(true, {
    label: "Leave out what .geminiignore names",
    hint: "Whether tools pass over what .geminiignore names.",
  }),
  "context.fileName": names({
    label: "Names of memory files",
    hint: "What memories are called, with commas between; the first is what new ones are called. Empty: GEMINI.md.",
  }),
  memoryFiles: names({
    label: "Names of memory files (older key)",
    hint: "Counts where “context.fileName” is empty.",
  }),
  "context.loadAgentsFile": flag(false, {
    label: "Read AGENTS.md too",
    hint: "Whether AGENTS.md is a memory as GEMINI.md is.",
  }),
  "experimental.memoryManager": flag(false, {
    label: "Memory manager",
    hint: "Lets the model hand your memory files to an agent that keeps them in order: it sees nothing else, and all it changes can be taken back. What is to be remembered goes through it.",
    folder: "never",
  }),
  "context.importFormat": choice("tree", ["tree", "flat"], {
    label: "Imports in memories",
    hint: "“tree” puts an imported file in the place where it is named, “flat” puts all files one after the other.",
  }),
  "context.loadDeep": flag(false, {
    label: "Load memories of all folders",
    hint: "Also those of deeper folders, which are otherwise loaded when they are touched. Takes more of the window.",
  }),
  "context.discoveryMaxDirs": number(200, [1, 20_000], {
    label: "Folders searched for memories",
    hint: "From the top down; those of others are loaded when they are touched.",
  }),
  "ui.theme": choice("system", ["system", "light", "dark"], {
    label: "Appearance",
    hint: "Light, dark, or as the system is.",
  }),
};

export type Settings = { [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]["initial"] };
export type SettingKey = keyof Settings;

export const settingKeys = Object.keys(SETTINGS) as readonly SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** The table's line for a key, of whatever type. */
export const settingOf = (key: SettingKey): Setting<unknown> => SETTINGS[key] as Setting<unknown>;

/** Settings by key, made whole: what is missing or out of bounds gets its default. */
export function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const read = settingKeys.map((key) => {
    const { initial, fits, meant = same } = settingOf(key);
    return [key, fits(stored[key]) ? meant(stored[key]) : initial];
  });
  return Object.fromEntries(read) as Settings;
}

const same = (value: unknown): unknown => value;
