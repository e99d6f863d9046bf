/**
 * Merges files of settings (S4): the virtual `~/.gemini/settings.json` of the user, and that of a trusted folder.
 * R1 The folder's value counts before the user's, and that before the default; a value chosen in this tab alone before
 *    all of them.
 * R2 Keys are paths: `model.name` stands in the file as {"model": {"name": …}}. Unknown keys are left alone.
 * R3 A value that does not fit is passed over, with a sentence; the next one in the order of R1 counts.
 * R4 A value that a folder may not set (settings.ts) is passed over, with a sentence.
 * R5 A file that can't be read counts as empty.
 */
import { AgentError } from "../errors.js";
import { findIn, readJsonText, withJsonValue, type JsonGroup } from "../text/json-text.js";
import { byModel, limitFor, type ModelLimits } from "../models/context-limits.js";
import { isSettingKey, settingKeys, settingOf } from "./settings.js";
import type { Budgets, Setting, SettingKey, Settings } from "./settings.js";
import { settingsFileWords } from "./settings-words.js";

export type Scope = "user" | "folder";

export const USER_FILE = "~/.gemini/settings.json";
export const FOLDER_FILE = ".gemini/settings.json";

/** The file or place that one Setting's value comes from. */
export interface SettingOrigin {
  readonly from: "default" | Scope | "tab";
  /** The values in the files that fit. */
  readonly user?: unknown;
  readonly folder?: unknown;
  /** Why the value in a file does not count, as a sentence. */
  readonly wrong?: { readonly user?: string; readonly folder?: string };
}

export type SettingOrigins = Readonly<Record<SettingKey, SettingOrigin>>;

interface SettingLayers {
  readonly user: JsonGroup;
  readonly folder?: JsonGroup;
  /** Values by key that were chosen in this tab against the folder. */
  readonly tab?: Partial<Settings>;
}

export function mergeSettings(layers: SettingLayers): { readonly values: Settings; readonly origins: SettingOrigins } {
  const merged = settingKeys.map((key) => [key, merge(key, layers)] as const);
  return {
    values: Object.fromEntries(merged.map(([key, { value }]) => [key, value])) as Settings,
    origins: Object.fromEntries(merged.map(([key, { origin }]) => [key, origin])) as SettingOrigins,
  };
}

function merge(key: SettingKey, layers: SettingLayers): { readonly value: unknown; readonly origin: SettingOrigin } {
  const setting = settingOf(key);
  const path = key.split(".");
  const user = judged(setting, findIn(layers.user, path));
  const said = judged(setting, findIn(layers.folder, path));
  const refusal = "value" in said ? refused(setting, said.value, user.value) : undefined;
  const folder = refusal ? { wrong: refusal } : said;
  const wrong = {
    ...(user.wrong && { user: settingsFileWords.userPassedOver(user.wrong) }),
    ...(folder.wrong && { folder: settingsFileWords.folderPassedOver(folder.wrong) }),
  };
  const has = {
    ...("value" in user && { user: user.value }),
    ...("value" in folder && { folder: folder.value }),
    ...(Object.keys(wrong).length > 0 && { wrong }),
  };
  if (layers.tab && key in layers.tab) return { value: layers.tab[key], origin: { from: "tab", ...has } };
  if ("value" in folder)
    return { value: joined(setting, folder.value, user.value), origin: { from: "folder", ...has } };
  if ("value" in user) return { value: user.value, origin: { from: "user", ...has } };
  return { value: setting.initial, origin: { from: "default", ...has } };
}

/** R3 */
function judged(
  { expects, fits, meant }: Setting<unknown>,
  found: unknown,
): { readonly value?: unknown; readonly wrong?: string } {
  if (found === undefined) return {};
  return fits(found) ? { value: meant ? meant(found) : found } : { wrong: settingsFileWords.unfit(found, expects) };
}

/** R4 */
function refused({ folder }: Setting<unknown>, value: unknown, own: unknown): string | undefined {
  if (folder === "never") return settingsFileWords.onlyUser;
  return typeof folder === "function" && !folder(value, own) ? settingsFileWords.tooFar(value) : undefined;
}

function joined({ folder }: Setting<unknown>, value: unknown, own: unknown): unknown {
  if (folder !== "added" || typeof value !== "object") return value;
  if (Array.isArray(value)) return [...new Set([...((own as string[] | undefined) ?? []), ...(value as string[])])];
  return { ...byModel((own ?? 0) as ModelLimits), ...value };
}

/** The file's text with another value; undefined removes the key. Throws with a sentence where that is not possible. */
export function withSetting(
  text: string,
  key: string,
  change: { readonly value: unknown; readonly scope: Scope },
): string {
  if (!isSettingKey(key)) throw new AgentError("InvalidArgsError", settingsFileWords.noSetting(key));
  const { label, fits, expects, folder } = settingOf(key);
  const { value, scope } = change;
  if (scope === "folder" && folder === "never" && value !== undefined)
    throw new AgentError("NotAllowedError", settingsFileWords.notByFolder(label));
  if (value !== undefined && !fits(value))
    throw new AgentError("InvalidArgsError", settingsFileWords.unfitValue(label, expects));
  const { fault } = readText(text);
  if (fault) throw new AgentError("InvalidArgsError", settingsFileWords.mendFirst(fault));
  return withJsonValue(text, key.split("."), value);
}

/** The longest file that is read: settings have some kilobytes, and a megabyte is something else (P4). */
const LONGEST = 1_000_000;

/** R5: the values of a file, and what is wrong with it, as a sentence. */
export function readText(text: string): { readonly group: JsonGroup; readonly fault?: string } {
  if (text.length > LONGEST) return { group: {}, fault: settingsFileWords.tooLong };
  const read = readJsonText(text);
  if ("group" in read) return read;
  return { group: {}, fault: settingsFileWords.unreadable(read.fault) };
}

/** Settings as the first versions stored them, flat and with every default, as the text of a file. */
export function fromFlat(stored: unknown): string {
  if (typeof stored !== "object" || stored === null) return "";
  return Object.entries(stored).reduce((text, [key, old]) => {
    if (!isSettingKey(key)) return text; // nothing but Settings was ever stored
    const value: unknown = key === "tools.exclude" && typeof old === "string" ? namesIn(old) : old;
    const isInitial = JSON.stringify(settingOf(key).initial) === JSON.stringify(value);
    return isInitial ? text : withJsonValue(text, key.split("."), value);
  }, "");
}

/** Budgets typed as `name: tokens`, with commas between; a name alone gets the usual budget. */
export const budgetsIn = (text: string): Budgets =>
  Object.fromEntries(
    namesIn(text).map((each) => {
      const [name = "", figure] = each.split(":").map((word) => word.trim());
      return [name, figure === undefined ? {} : { tokenBudget: Number(figure) }];
    }),
  );

/** Budgets as they are typed. */
export const budgetsText = (budgets: Budgets): string =>
  Object.entries(budgets)
    .map(([name, { tokenBudget }]) => (tokenBudget === undefined ? name : `${name}: ${tokenBudget}`))
    .join(", ");

/** Names typed with commas between. */
export const namesIn = (text: string): readonly string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** The origin of the limit of one model. */
export function originFor({ user, folder, wrong }: SettingOrigin, model: string): SettingOrigin {
  const of = (limits: unknown) => limitFor((limits ?? 0) as ModelLimits, model) || undefined;
  const has = { user: of(user), folder: of(folder) };
  return { ...has, from: has.folder ? "folder" : has.user ? "user" : "default", ...(wrong && { wrong }) };
}
