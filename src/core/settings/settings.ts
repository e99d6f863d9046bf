/**
 * Every Setting, once: its default, its bounds, and whether a folder may set it. Keys are Gemini CLI's where it has one
 * (S4). Labels are in settings-words.ts; settings-files.ts merges files of settings.
 */
import { isObject } from "../is-object.js";
import { providers, type AddressKey } from "../models/providers.js";
import type { ModelLimits } from "../models/context-limits.js";
import { settingWords, type SettingWords } from "./settings-words.js";
import { modelMeant, providerOf } from "../models/model-names.js";

/** `model.compressionThreshold`: a fraction of the limit; `ask` compresses at 0.5, after a question; `off` never. */
export type Threshold = number | "ask" | "off";

export const DEFAULT_THRESHOLD = 0.5;

interface Rule<T> {
  readonly kind: "text" | "number" | "part" | "choice" | "flag" | "list" | "budgets";
  readonly initial: T;
  /** The kind of value, as the end of a sentence. */
  readonly expects: string;
  readonly fits: (value: unknown) => value is T;
  /** The value meant, for Settings with several words for one. */
  readonly meant?: (value: T) => T;
  /** The choices of a choice. */
  readonly options?: readonly T[];
  /** The least and the most of a number. */
  readonly bounds?: readonly [number, number];
  readonly folder?: FolderSay<T>;
}

/**
 * How a trusted folder's file may set a value. `never`: the author of the folder could send your words elsewhere, or
 * take your key. `added`: its list or its members are added to the user's, so that nothing the user left out comes
 * back. A function decides by the folder's value and the user's own, if any. By default the folder's value counts.
 */
type FolderSay<T> = "never" | "added" | ((value: T, own: T | undefined) => boolean);

export type Setting<T> = Rule<T> & SettingWords;

const text = (initial: string): Rule<string> => ({
  kind: "text",
  initial,
  expects: "a text",
  fits: (value): value is string => typeof value === "string",
});

const number = (initial: number, bounds: readonly [number, number]): Rule<number> => ({
  kind: "number",
  initial,
  bounds,
  expects: `a whole number from ${bounds[0].toLocaleString("en")} to ${bounds[1].toLocaleString("en")}`,
  fits: (value): value is number => Number.isInteger(value) && isWithin(value as number, bounds),
});

/** A fraction, shown in percent. */
const part = (initial: number, bounds: readonly [number, number]): Rule<number> => ({
  kind: "part",
  initial,
  bounds,
  expects: `a number from ${bounds[0]} to ${bounds[1]}`,
  fits: (value): value is number => typeof value === "number" && isWithin(value, bounds),
});

/** C1: a fraction, or one of two words. */
function threshold(): Rule<Threshold> {
  const { kind, bounds, expects, fits } = part(DEFAULT_THRESHOLD, [0.05, 1]);
  return {
    kind,
    bounds,
    initial: DEFAULT_THRESHOLD,
    options: ["ask", "off"],
    expects: `${expects}, “ask” or “off”`,
    fits: (value): value is Threshold => value === "ask" || value === "off" || fits(value),
  };
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

const choice = <T extends string>(initial: T, options: readonly T[]): Rule<T> => ({
  kind: "choice",
  initial,
  options,
  expects: `one of ${options.map((option) => `“${option}”`).join(", ")}`,
  fits: (value): value is T => options.includes(value as T),
});

const flag = (initial: boolean): Rule<boolean> => ({
  kind: "flag",
  initial,
  expects: "true or false",
  fits: (value): value is boolean => typeof value === "boolean",
});

const list: Rule<readonly string[]> = {
  kind: "list",
  initial: [],
  expects: "a list of texts",
  fits: (value): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === "string"),
};

/** One name, or several: Gemini CLI allows both. */
const names: Rule<string | readonly string[]> = {
  kind: "list",
  initial: [] as readonly string[],
  expects: "a text or a list of texts",
  fits: (value): value is string | readonly string[] => typeof value === "string" || list.fits(value),
};

/** Tools by name, each with its budget of tokens, if any: `{"run_shell_command": {"tokenBudget": 2000}}`. */
export type Budgets = Readonly<Record<string, { readonly tokenBudget?: number }>>;

const budgets: Rule<Budgets> = {
  kind: "budgets",
  initial: {},
  expects: "names of tools, each with a number of tokens from 100 to 100,000",
  fits: (value): value is Budgets => isObject(value) && Object.values(value).every(isBudget),
};

const isLimit = (value: unknown): boolean => value === 0 || (Number.isInteger(value) && (value as number) >= 1_000);

const isBudget = (value: unknown): boolean =>
  isObject(value) &&
  (value.tokenBudget === undefined ||
    (Number.isInteger(value.tokenBudget) && isWithin(value.tokenBudget as number, [100, 100_000])));

/** True for addresses that the page's policy allows: a key must not travel in clear, except to this machine. */
function isEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || url.username !== "") return false; // no page may ask with a name before the host
  return url.protocol === "https:" || /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(url.origin);
}

const endpoint: Rule<string> = {
  ...text(""),
  folder: "never",
  expects:
    "empty, or an address that begins with https://, http://127.0.0.1 or http://localhost: the browser lets this page reach " +
    "no other. For a server on another machine use https, or a tunnel to localhost",
  fits: (value): value is string => value === "" || (typeof value === "string" && isEndpoint(value)),
};

/** The Settings for the addresses of providers. */
const addressed = providers.flatMap(({ address }) => address ?? []);
const addresses = Object.fromEntries(addressed.map(({ key }) => [key, endpoint])) as Record<AddressKey, Rule<string>>;
const addressWords = Object.fromEntries(addressed.map(({ key, label, hint }) => [key, { label, hint }])) as Record<
  AddressKey,
  SettingWords
>;

/** The modes a file may start with, the strictest first, without `yolo`, which is asked for and lasts for one Session. */
const MODES = ["plan", "default", "auto_edit"] as const;

const RULES = {
  "model.name": {
    ...text("librarian"),
    meant: modelMeant,
    /** G4: a folder may not move the user from a model on this device to one over the network. */
    folder: (name: string, own: string | undefined) =>
      own === undefined || !providerOf(own).isNear || providerOf(name).isNear,
  },
  ...addresses,
  "model.localServerModel": { ...text(""), folder: "never" as const },
  "model.routing": choice("rules", ["rules", "model"]),
  "model.contextLimit": {
    ...number(0, [1_000, 100_000_000]),
    initial: 0 as ModelLimits,
    expects: "a whole number of at least 1,000, or 0 for what is known of the model",
    fits: (value: unknown): value is ModelLimits =>
      isLimit(value) || (isObject(value) && Object.values(value).every(isLimit)),
    folder: "added" as const,
  },
  "model.compressionThreshold": threshold(),
  "context.recallForQuestions": flag(true),
  "model.disableLoopDetection": flag(false),
  "model.systemPromptFile": text(""),
  "general.defaultApprovalMode": {
    ...choice<(typeof MODES)[number]>("default", MODES),
    /** A folder may be stricter than its user, never laxer. */
    folder: (mode: (typeof MODES)[number], own: (typeof MODES)[number] | undefined) =>
      MODES.indexOf(mode) <= MODES.indexOf(own ?? "default"),
  },
  "tools.exclude": { ...list, folder: "added" as const },
  "tools.truncateToolOutputThreshold": number(40_000, [1_000, 4_000_000]),
  "tools.truncateToolOutputLines": number(1_000, [10, 1_000_000]),
  "model.summarizeToolOutput": budgets,
  "context.fileFiltering.respectGitIgnore": flag(true),
  "context.fileFiltering.respectGeminiIgnore": flag(true),
  "context.fileName": names,
  memoryFiles: names,
  "context.loadAgentsFile": flag(false),
  "experimental.memoryManager": { ...flag(false), folder: "never" as const },
  "context.importFormat": choice("tree", ["tree", "flat"]),
  "context.loadDeep": flag(false),
  "context.discoveryMaxDirs": number(200, [1, 20_000]),
  "ui.theme": choice("system", ["system", "light", "dark"]),
};

export type Settings = { [K in keyof typeof RULES]: (typeof RULES)[K]["initial"] };
export type SettingKey = keyof Settings;

export const settingKeys = Object.keys(RULES) as readonly SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(RULES, key);

/** The rule and the words of a Setting, whatever its type. */
export const settingOf = (key: SettingKey): Setting<unknown> => ({ ...(RULES[key] as Rule<unknown>), ...WORDS[key] });

const WORDS: Readonly<Record<SettingKey, SettingWords>> = { ...settingWords, ...addressWords };

/** Settings by key; missing values and those out of bounds get their default. */
export function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const read = settingKeys.map((key) => {
    const { initial, fits, meant = same } = settingOf(key);
    return [key, fits(stored[key]) ? meant(stored[key]) : initial];
  });
  return Object.fromEntries(read) as Settings;
}

const same = (value: unknown): unknown => value;
