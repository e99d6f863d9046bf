/** Every Setting, once: its default, its bounds and the words it is shown with. Keys are Gemini CLI's where it has one. */
export interface Setting<T> {
  readonly initial: T;
  readonly label: string;
  readonly hint: string;
  readonly fits: (value: unknown) => value is T;
  /** What there is to choose from, if it is a choice. */
  readonly options?: readonly T[];
}

const text = (initial: string, label: string, hint: string): Setting<string> => ({
  initial,
  label,
  hint,
  fits: (value): value is string => typeof value === "string",
});

const number = (
  initial: number,
  [least, most]: readonly [number, number],
  label: string,
  hint: string,
): Setting<number> => ({
  initial,
  label,
  hint,
  fits: (value): value is number => typeof value === "number" && value >= least && value <= most,
});

const choice = <T extends string>(initial: T, options: readonly T[], label: string, hint: string): Setting<T> => ({
  initial,
  label,
  hint,
  options,
  fits: (value): value is T => options.includes(value as T),
});

const flag = (initial: boolean, label: string, hint: string): Setting<boolean> => ({
  initial,
  label,
  hint,
  fits: (value): value is boolean => typeof value === "boolean",
});

export const settings = {
  "model.name": text("librarian", "Model", "Who answers."),
  "model.baseUrl": text("", "API base URL", "Where Gemini is asked; empty for Google's own address."),
  "model.localServer": text(
    "",
    "Local server",
    "Address of a server with an OpenAI-style API, such as http://127.0.0.1:11434 for Ollama; empty for none.",
  ),
  "model.localServerModel": text("", "Local server's model", "A model to offer even if the server does not list it."),
  "model.contextLimit": number(
    0,
    [0, 100_000_000],
    "Context limit",
    "Tokens the model can take; 0 for what is known of it.",
  ),
  "model.compressionThreshold": number(
    0.5,
    [0.05, 1],
    "Compress at",
    "Part of the context window at which old turns are compressed.",
  ),
  "model.disableLoopDetection": flag(false, "Let it go round in circles", "Don't stop a model that repeats itself."),
  "model.routing": choice(
    "rules",
    ["rules", "model"],
    "Choose the model by",
    "With “auto”: rules of our own, or a small model that is asked first.",
  ),
  "tools.exclude": text(
    "",
    "Tools left out",
    "Names of tools that no model is offered, with commas between; * for all.",
  ),
  "ui.theme": choice("system", ["system", "light", "dark"], "Theme", "Light, dark, or as the system is."),
};

export type Settings = { [K in keyof typeof settings]: (typeof settings)[K]["initial"] };
export type SettingKey = keyof Settings;

/** Settings as stored, made whole: what is missing or out of bounds gets its default. */
export function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const read = Object.entries(settings).map(([key, { initial, fits }]) => [
    key,
    fits(stored[key]) ? stored[key] : initial,
  ]);
  return Object.fromEntries(read) as Settings;
}

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);
