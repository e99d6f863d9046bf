/**
 * Ignore rules of a folder (M2, X6), the same for Tools, walks and memory discovery. Ignore files are read when a
 * folder is first asked about, and kept until `forget`.
 * R1 `.git` is always ignored, at any depth and in any case; no rule brings it back.
 * R2 Files that commonly contain secrets (`.env`, `gha-creds-*.json`) are ignored unless a later rule brings them back.
 * R3 If the root is a git repository: `.git/info/exclude`, then the `.gitignore` of each folder on the way, each for
 *    its own folder. A later rule overrides an earlier one.
 * R4 Last come the root's `.geminiignore` and the ignore files that the user named; they may bring back what git
 *    ignores.
 * R5 All inside an ignored folder is ignored, whatever other rules say; so a walk need not enter it.
 * R6 `respectGitIgnore: false` leaves out R3, `respectGeminiIgnore: false` R4.
 */
import createRules, { type Ignore as Rules } from "ignore";
import { isNamed } from "../errors.js";
import { parentOf } from "./path.js";
import { decodeText } from "./text-file.js";
import type { Workspace } from "./workspace.js";

export interface IgnoreOptions {
  readonly respectGitIgnore?: boolean;
  readonly respectGeminiIgnore?: boolean;
  /** Paths of further ignore files (`context.fileFiltering.customIgnoreFilePaths`). */
  readonly ignoreFiles?: readonly string[];
}

export interface Ignore {
  /** The path must be as `readPath` gives it. The root is never ignored. */
  isIgnored(path: string, isFolder: boolean): Promise<boolean>;
  /** The rules for the entries of a folder. `hasOwn: false` saves a look for its `.gitignore`. */
  rulesIn(folder: string, hasOwn?: boolean): Promise<FolderRules>;
  /** Drops the ignore files that were read. */
  forget(): void;
}

export interface FolderRules {
  isIgnored(path: string, isFolder: boolean): boolean;
}

type ReadText = (path: string) => Promise<string | undefined>;

export function createIgnore(read: ReadText, options: IgnoreOptions = {}): Ignore {
  const { respectGitIgnore = true, respectGeminiIgnore = true, ignoreFiles = [] } = options;
  const layers = new Map<string, Promise<Layer>>();
  let start: ReturnType<typeof readStart> | undefined;

  async function readStart() {
    const isGit = respectGitIgnore && (await isRepository(read));
    const last = respectGeminiIgnore ? [".geminiignore", ...ignoreFiles] : [];
    const [exclude, ...texts] = await Promise.all([isGit ? read(".git/info/exclude") : undefined, ...last.map(read)]);
    return { isGit, exclude: patternsOf(exclude), last: texts.flatMap(patternsOf) };
  }

  function layerOf(folder: string, hasOwn = true): Promise<Layer> {
    const kept = layers.get(folder);
    if (kept) return kept;
    const layer = makeLayer(folder, hasOwn);
    layers.set(folder, layer);
    layer.catch(() => layers.delete(folder));
    return layer;
  }

  async function makeLayer(folder: string, hasOwn: boolean): Promise<Layer> {
    const { isGit, exclude, last } = await (start ??= readStart());
    const parent = folder === "" ? undefined : await layerOf(parentOf(folder));
    const isShut = parent && (isGitFolder(folder) || parent.rules.ignores(`${folder}/`));
    const text =
      isGit && hasOwn && !isShut ? await read(folder === "" ? ".gitignore" : `${folder}/.gitignore`) : undefined;
    const own = patternsOf(text).map((pattern) => below(folder, pattern));
    if (parent && own.length === 0) return parent;
    const git = [...(parent?.git ?? exclude), ...own];
    return { git, rules: createRules().add([...SECRETS, ...git, ...last]) };
  }

  return {
    async isIgnored(path, isFolder) {
      if (path === "") return false;
      return isIgnoredBy((await layerOf(parentOf(path))).rules, path, isFolder);
    },
    async rulesIn(folder, hasOwn) {
      const { rules } = await layerOf(folder, hasOwn);
      return { isIgnored: (path, isFolder) => isIgnoredBy(rules, path, isFolder) };
    },
    forget() {
      layers.clear();
      start = undefined;
    },
  };
}

/** The ignore rules of a Workspace. An unreadable ignore file fails the question, which is better than showing too much. */
export const ignoreIn = (workspace: Pick<Workspace, "read">, options?: IgnoreOptions): Ignore =>
  createIgnore(async (path) => {
    try {
      return decodeText(await workspace.read(path));
    } catch (error) {
      if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return undefined;
      throw error;
    }
  }, options);

/** The rules for files kept from the Model (R1, R2, R4). Those that git ignores may be read where they are asked for. */
export const keptIn = (workspace: Pick<Workspace, "read">, { respectGeminiIgnore }: IgnoreOptions = {}): Ignore =>
  ignoreIn(workspace, { respectGitIgnore: false, ...(respectGeminiIgnore !== undefined && { respectGeminiIgnore }) });

export const WHY_KEPT = "it is left out by .geminiignore, or is never shown";

/** Makes a test for names that patterns such as `*.log` leave out, in time linear in the name. */
export function createNameFilter(patterns: readonly string[]): (name: string) => boolean {
  const rules = createRules().add(patterns.filter((pattern) => pattern.length <= LONGEST_PATTERN));
  return (name) => rules.ignores(name);
}

/** A name has 255 bytes at most (path.ts R7). */
const LONGEST_PATTERN = 1_000;

/** The rules for the entries of a folder; folders without rules of their own share their parent's. */
interface Layer {
  readonly git: readonly string[];
  readonly rules: Rules;
}

/** Gemini CLI never shows these to a Model. */
const SECRETS = [".env", "gha-creds-*.json"];

/** A repository has a HEAD; in a linked working tree `.git` is a file. */
const isRepository = async (read: ReadText): Promise<boolean> =>
  (await read(".git/HEAD")) !== undefined || (await read(".git")) !== undefined;

const isGitFolder = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/i.test(path);

const isIgnoredBy = (rules: Rules, path: string, isFolder: boolean): boolean =>
  isGitFolder(path) || rules.ignores(isFolder ? `${path}/` : path);

/** The longest ignore file: real ones have some kilobytes, and a megabyte would take long to apply (P4). */
const LONGEST = 1_000_000;

const patternsOf = (text: string | undefined): readonly string[] =>
  text === undefined || text.length > LONGEST
    ? []
    : text
        .replace(/^\ufeff/, "")
        .split(/\r?\n/)
        .filter((line) => line.trim() !== "" && !line.startsWith("#"));

/** A pattern of a folder's `.gitignore`, relative to the root: with a slash inside or in front it holds for the folder itself. */
function below(folder: string, pattern: string): string {
  if (folder === "") return pattern;
  const isNegative = pattern.startsWith("!");
  const said = isNegative ? pattern.slice(1) : pattern;
  const isTied = /\/(?!\s*$)/.test(said);
  const place = folder.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`);
  return `${isNegative ? "!" : ""}/${place}/${isTied ? said.replace(/^\//, "") : `**/${said}`}`;
}
