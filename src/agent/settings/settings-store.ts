/**
 * The settings store (S4) merges the user's file, which is a document of the log, and that of a trusted folder, which is read again when
 * it has changed. A change counts at once.
 */
import type { SettingsView } from "../../core/port/settings-port.js";
import { providers, type SecretName } from "../../core/models/providers.js";
import { AgentError, failureOf, isNamed } from "../../core/errors.js";
import type { JsonGroup } from "../../core/text/json-text.js";
import { withheldWords, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import {
  FOLDER_FILE,
  USER_FILE,
  fromFlat,
  mergeSettings,
  readText,
  withSetting,
  type Scope,
} from "../../core/settings/settings-files.js";
import { serial } from "../../core/serial.js";
import { readSettings, settingKeys, type SettingKey, type Settings } from "../../core/settings/settings.js";
import type { LogStore } from "../../core/log/store.js";
import type { Vault } from "../../core/vault.js";
import { isAsExpected, type Stat, type Workspace } from "../../core/files/workspace.js";
import { settingsStoreWords } from "./settings-store-words.js";

interface SettingsStoreParts {
  readonly log: Pick<LogStore, "get" | "put">;
  readonly vault: Pick<Vault, "store" | "has" | "forget">;
  /** Called with the keys whose values have changed; with none if only the view has, a fault in a file, say. */
  readonly changed: (keys: readonly SettingKey[]) => void;
}

export interface SettingsStore {
  readonly values: Settings;
  /** Reads the user's file for the first time, without a call of `changed`. */
  load(): Promise<void>;
  /** Uses the settings of another folder, if it is trusted (M4). Never rejects. */
  useFolder(workspace: Workspace | undefined, trusted: TrustedFolder | undefined): Promise<void>;
  /** Reads again the files that have changed in another tab or program. Never rejects. */
  refresh(): Promise<void>;
  view(): Promise<SettingsView>;
  /** Sets a key in a file, or takes it out if undefined. A value chosen in this tab for the key no longer counts. */
  change(key: string, value: unknown, scope?: Scope): Promise<void>;
  /** Sets a key of the user's file, and lets it count over the folder's in this tab. */
  choose(key: SettingKey, value: unknown): Promise<void>;
  /** Replaces the user's file. `expected` is its text when the editing began. */
  replace(text: string, expected: string): Promise<void>;
  storeSecret(name: SecretName, secret: string): Promise<void>;
}

/** The document of the first versions, which has every Setting by its key. */
const FLAT = "user";

interface FolderFile {
  readonly bytes?: Uint8Array;
  readonly text: string;
  readonly group: JsonGroup;
  readonly fault?: string;
  readonly stat?: Stat;
  /** True if the user has not accepted the file as it is now. */
  readonly isWithheld?: boolean;
}

const NO_FILE: FolderFile = { text: "", group: {} };

export function createSettingsStore({ log, vault, changed }: SettingsStoreParts): SettingsStore {
  let values = readSettings({});
  let userText = "";
  let workspace: Workspace | undefined;
  let trusted: TrustedFolder | undefined;
  let file = NO_FILE;
  let tab: Partial<Settings> = {};
  /** Runs changes one after another: of two that read the same text, one would be lost. */
  const inTurn = serial();

  const merged = () => mergeSettings({ user: readText(userText).group, folder: file.group, tab });

  /** All that a screen shows: besides values also that a file is broken, or trusted by now. */
  const shown = () => JSON.stringify([userText, trusted !== undefined, file.text, file.fault, tab]);
  let lastShown = shown();

  function settle(): void {
    const before = values;
    ({ values } = merged());
    if (lastShown === shown()) return;
    lastShown = shown();
    changed(settingKeys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(values[key])));
  }

  async function readUser(): Promise<void> {
    const stored = (await log.get("settings", USER_FILE)) as { readonly text?: unknown } | undefined;
    if (typeof stored?.text === "string") userText = stored.text;
    else userText = fromFlat(await log.get("settings", FLAT));
  }

  async function keepUser(text: string): Promise<void> {
    await log.put({ collection: "settings", key: USER_FILE, value: { text } });
    userText = text;
  }

  async function readFolder(): Promise<void> {
    if (!trusted) return void (file = NO_FILE);
    const asked = trusted;
    const next = await readFolderFile(asked, file);
    if (trusted === asked) file = next;
  }

  /** A file that can't be read now leaves the Settings as they are. */
  const mayFail = (what: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => console.warn(`${what} could not be read; what was known goes on to count.`, error));

  async function changeFolder(key: string, value: unknown): Promise<void> {
    if (!workspace) throw new AgentError("NotFoundError", settingsStoreWords.noFolder);
    if (!trusted) throw new AgentError("NotAllowedError", settingsStoreWords.untrusted);
    await readFolder();
    const { text, bytes, fault = "" } = file;
    if (file.isWithheld) throw new AgentError("NotAllowedError", settingsStoreWords.notChanged(fault));
    if (bytes && !isAsExpected(new TextEncoder().encode(text), bytes))
      throw new AgentError("NotSupportedError", settingsStoreWords.notUtf8);
    const next = new TextEncoder().encode(withSetting(text, key, { value, scope: "folder" }));
    if (!(await workspace.canWrite()))
      throw new AgentError("NotAllowedError", settingsStoreWords.readOnly(workspace.name));
    await workspace.write(FOLDER_FILE, next, bytes ?? "nothing");
    await trusted.userWrote(FOLDER_FILE, bytes, next);
    await readFolder();
    forgetInTab(key);
    settle();
  }

  async function changeUser(key: string, value: unknown): Promise<void> {
    await readUser(); // another tab may have written
    await keepUser(withSetting(userText, key, { value, scope: "user" }));
    forgetInTab(key);
  }

  function forgetInTab(key: string): void {
    tab = Object.fromEntries(Object.entries(tab).filter(([chosen]) => chosen !== key));
  }

  return {
    get values() {
      return values;
    },
    async load() {
      await inTurn(readUser);
      ({ values } = merged());
      lastShown = shown();
    },
    useFolder(next, words) {
      if (next !== workspace) tab = {};
      workspace = next;
      trusted = words;
      file = NO_FILE;
      return inTurn(() => mayFail("The folder's settings", readFolder())).then(settle);
    },
    refresh: () =>
      inTurn(async () => {
        await Promise.all([mayFail("The settings", readUser()), mayFail("The folder's settings", readFolder())]);
        settle();
      }),
    async view() {
      const names = providers.flatMap(({ secret }) => secret?.name ?? []);
      const has = await Promise.all(names.map((name) => vault.has(name).catch(() => false))); // the list of models says why
      const { fault } = readText(userText);
      return {
        values,
        origins: merged().origins,
        secrets: names.filter((_, at) => has[at]),
        user: { text: userText, problem: fault },
        folder: workspace && { name: workspace.name, isTrusted: trusted !== undefined, problem: file.fault },
      };
    },
    change: (key, value, scope = "user") =>
      inTurn(async () => {
        if (scope === "folder") return changeFolder(key, value);
        await changeUser(key, value);
        settle();
      }),
    choose: (key, value) =>
      inTurn(async () => {
        await changeUser(key, value);
        const { user, folder } = merged().origins[key];
        if (folder !== undefined) tab = { ...tab, [key]: user }; // as it was read: a value may have several spellings
        settle();
      }),
    replace: (text, expected) =>
      inTurn(async () => {
        const { fault } = readText(text);
        if (fault) throw new AgentError("InvalidArgsError", settingsStoreWords.notSaved(fault));
        await readUser();
        if (userText !== expected) throw new AgentError("ChangedError", settingsStoreWords.changedElsewhere);
        await keepUser(text);
        settle();
      }),
    async storeSecret(name, secret) {
      await (secret.trim() ? vault.store(name, secret.trim()) : vault.forget(name));
      const owner = providers.find((provider) => provider.secret?.name === name);
      // A server that answered without the key may answer otherwise now.
      if (owner?.address && !owner.secret?.isNeeded) changed([owner.address.key]);
    },
  };
}

/** The folder's file, read again only if it has changed. */
async function readFolderFile(folder: TrustedFolder, known: FolderFile): Promise<FolderFile> {
  try {
    const stat = await folder.workspace.stat(FOLDER_FILE);
    if (stat.size === known.stat?.size && stat.changedAt === known.stat.changedAt) return known;
    const reading = await folder.read(FOLDER_FILE, "settings");
    // Without a stat, so that it is read again each time: the user may accept it as it is.
    if ("withheld" in reading)
      return { ...NO_FILE, isWithheld: true, fault: settingsStoreWords.withheld(withheldWords[reading.withheld]) };
    const { text, bytes } = reading;
    return { bytes, text, stat, ...readText(text) };
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return NO_FILE;
    if (known.stat) throw error;
    return { ...NO_FILE, fault: failureOf(error).message };
  }
}
