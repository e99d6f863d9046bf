/**
 * Keeps the Settings (S4): the user's file, which is a document of the log, and that of a trusted folder, which is read again
 * when it has changed. Whoever asks gets what counts now; a change counts at once.
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
import type { Stat, Workspace } from "../../core/files/workspace.js";

interface SettingsDeskParts {
  readonly log: Pick<LogStore, "get" | "put">;
  readonly vault: Pick<Vault, "store" | "has" | "forget">;
  /** Which Settings count otherwise than before; none if only what is to be said of them is another. */
  readonly changed: (keys: readonly SettingKey[]) => void;
}

export interface SettingsStore {
  readonly values: Settings;
  /** Reads the user's file for the first time; tells nobody. */
  load(): Promise<void>;
  /** The open folder, and its words, if it is trusted (M4). Never rejects. */
  useFolder(workspace: Workspace | undefined, trusted: TrustedFolder | undefined): Promise<void>;
  /** Reads again what has changed meanwhile, in another tab or program. Never rejects. */
  refresh(): Promise<void>;
  view(): Promise<SettingsView>;
  /** Undefined takes the key out of that file. What was chosen against the folder no longer counts over it. */
  change(key: string, value: unknown, scope?: Scope): Promise<void>;
  /** For this tab alone, over what the folder says, if it says something. */
  choose(key: SettingKey, value: unknown): Promise<void>;
  /** The user's file, whole. `expected` is what it was when the editing began. */
  replace(text: string, expected: string): Promise<void>;
  storeSecret(name: SecretName, secret: string): Promise<void>;
}

/** The document of the first versions: every Setting by its key. */
const FLAT = "user";

interface FolderFile {
  readonly bytes?: Uint8Array;
  readonly text: string;
  readonly group: JsonGroup;
  readonly fault?: string;
  readonly stat?: Stat;
  /** It is there, and the user has not accepted it as it is now. */
  readonly isWithheld?: boolean;
}

const NO_FILE: FolderFile = { text: "", group: {} };

export function createSettingsStore({ log, vault, changed }: SettingsDeskParts): SettingsStore {
  let values = readSettings({});
  let userText = "";
  let workspace: Workspace | undefined;
  let trusted: TrustedFolder | undefined;
  let file = NO_FILE;
  let tab: Partial<Settings> = {};
  /** One after another: two changes that read the same text would lose one. */
  const inTurn = serial();

  const merged = () => mergeSettings({ user: readText(userText).group, folder: file.group, tab });

  /** All that a screen shows of them: values alone don't tell that a file is broken, or trusted by now. */
  const shown = () => JSON.stringify([userText, trusted !== undefined, file.text, file.fault, tab]);
  let told = shown();

  function settle(): void {
    const before = values;
    ({ values } = merged());
    if (told === shown()) return;
    told = shown();
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
    const next = await lookInto(asked, file);
    if (trusted === asked) file = next;
  }

  /** What can't be read now was read before, or will be: the Settings go on as they are. */
  const mayFail = (what: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => console.warn(`${what} could not be read; what was known goes on to count.`, error));

  async function changeFolder(key: string, value: unknown): Promise<void> {
    if (!workspace) throw new AgentError("NotFoundError", "No folder is open, so there is no file to set this in.");
    if (!trusted)
      throw new AgentError(
        "NotAllowedError",
        "This folder is not trusted, so its settings don't count. Trust it first.",
      );
    await readFolder();
    const { text, bytes, fault } = file;
    if (file.isWithheld) throw new AgentError("NotAllowedError", `${fault} Nothing was changed.`);
    if (bytes && !isSame(bytes, new TextEncoder().encode(text)))
      throw new AgentError(
        "NotSupportedError",
        `${FOLDER_FILE} is not plain UTF-8 text. Nothing was changed; edit it in an editor.`,
      );
    const next = new TextEncoder().encode(withSetting(text, key, { value, scope: "folder" }));
    if (!(await workspace.canWrite()))
      throw new AgentError(
        "NotAllowedError",
        `“${workspace.name}” was opened for reading only, so ${FOLDER_FILE} can't be written. Nothing was changed.`,
      );
    await workspace.write(FOLDER_FILE, next, bytes ?? "nothing");
    await trusted.userWrote(FOLDER_FILE, bytes, next);
    await readFolder();
    giveBack(key);
    settle();
  }

  async function changeUser(key: string, value: unknown): Promise<void> {
    await readUser(); // another tab may have written
    await keepUser(withSetting(userText, key, { value, scope: "user" }));
    giveBack(key);
  }

  /** What was chosen in this tab alone goes: who sets the key anew, or takes it out, means the files. */
  function giveBack(key: string): void {
    tab = Object.fromEntries(Object.entries(tab).filter(([chosen]) => chosen !== key));
  }

  return {
    get values() {
      return values;
    },
    async load() {
      await inTurn(readUser);
      ({ values } = merged());
      told = shown();
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
        user: { text: userText, ...(fault && { problem: fault }) },
        ...(workspace && {
          folder: {
            name: workspace.name,
            isTrusted: trusted !== undefined,
            ...(file.fault && { problem: file.fault }),
          },
        }),
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
        if (folder !== undefined) tab = { ...tab, [key]: user }; // as it is meant: there may be several words for it
        settle();
      }),
    replace: (text, expected) =>
      inTurn(async () => {
        const { fault } = readText(text);
        if (fault) throw new AgentError("InvalidArgsError", `${fault} Nothing was saved.`);
        await readUser();
        if (userText !== expected)
          throw new AgentError(
            "ChangedError",
            "The settings were changed elsewhere meanwhile. Nothing was saved; open the text again and repeat your change.",
          );
        await keepUser(text);
        settle();
      }),
    async storeSecret(name, secret) {
      await (secret.trim() ? vault.store(name, secret.trim()) : vault.forget(name));
      const owner = providers.find((provider) => provider.secret?.name === name);
      // A server that answered without may answer otherwise now.
      if (owner?.address && !owner.secret?.isNeeded) changed([owner.address.key]);
    },
  };
}

/** The folder's file, read only if it is not the one that is known. */
async function lookInto(folder: TrustedFolder, known: FolderFile): Promise<FolderFile> {
  try {
    const stat = await folder.workspace.stat(FOLDER_FILE);
    if (stat.size === known.stat?.size && stat.changedAt === known.stat.changedAt) return known;
    const reading = await folder.read(FOLDER_FILE, "settings");
    // Looked at again each time: the user may accept it as it is.
    if ("withheld" in reading)
      return {
        ...NO_FILE,
        isWithheld: true,
        fault: `The settings file is not read: ${withheldWords[reading.withheld]}.`,
      };
    const { text, bytes } = reading;
    return { bytes, text, stat, ...readText(text) };
  } catch (error) {
    const isThere = !isNamed(error, "NotFoundError") && !isNamed(error, "TypeMismatchError");
    if (!isThere) return NO_FILE;
    if (known.stat) throw error;
    return { ...NO_FILE, fault: failureOf(error).message };
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
