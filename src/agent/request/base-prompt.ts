/**
 * The base prompt, which stands first in every request (A7): the app's own, or a file of a trusted folder.
 * R1 `.gemini/system.md` of a trusted folder replaces the app's prompt. A path that the user chose is read instead of it.
 * R2 A chosen file that can't be read, or whose folder is not trusted, is an error: the app's prompt must not replace it in silence.
 * R3 `${AvailableTools}` stands for the Tools' names, `${read_file_ToolName}` for one of them; `${AgentSkills}` and
 *    `${SubAgents}` for nothing while there are none.
 * R4 The file is read again when it has changed: each Turn looks at its size and time alone. A file that the user has not accepted as it
 *    is now is an error as well (M4).
 */
import { AgentError, isNamed } from "../../core/errors.js";
import { withheldWords, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { Stat, Workspace } from "../../core/files/workspace.js";
import { promptFileWords } from "./request-words.js";

export interface BasePromptParts {
  readonly workspace: () => Workspace | undefined;
  readonly trusted: () => TrustedFolder | undefined;
  /** The path that the user chose; empty for none. */
  readonly chosen: () => string;
}

interface PromptFile {
  readonly path: string;
  readonly text: string;
}

const SYSTEM_FILE = ".gemini/system.md";

/** A function that reads the file; undefined where the app's own prompt holds. */
export function createBasePrompt({ workspace, trusted, chosen }: BasePromptParts) {
  let kept: (PromptFile & { readonly folder: TrustedFolder; readonly stat: Stat }) | undefined;

  async function readFile(folder: TrustedFolder, path: string): Promise<PromptFile> {
    const { workspace } = folder;
    const stat = await workspace.stat(path);
    const isSame =
      kept?.folder === folder &&
      kept.path === path &&
      kept.stat.size === stat.size &&
      kept.stat.changedAt === stat.changedAt;
    if (kept && isSame) return kept;
    if (stat.kind === "folder") throw new AgentError("TypeMismatchError", promptFileWords.isFolder);
    const reading = await folder.read(path, "system");
    if ("withheld" in reading) throw new AgentError("NotAllowedError", sentence(withheldWords[reading.withheld]));
    kept = { folder, path, stat, text: reading.text };
    return kept;
  }

  return async (): Promise<PromptFile | undefined> => {
    const folder = trusted();
    const path = chosen().trim();
    if (path === "") {
      if (!folder) return undefined;
      return readFile(folder, SYSTEM_FILE).catch((error: Error) => {
        if (isNamed(error, "NotFoundError")) return undefined;
        throw unreadable(SYSTEM_FILE, error.message);
      });
    }
    if (!workspace()) throw unreadable(path, promptFileWords.noFolder);
    if (!folder) throw unreadable(path, promptFileWords.untrusted);
    return readFile(folder, path).catch((error: Error) => {
      throw unreadable(path, error.message);
    });
  };
}

const unreadable = (path: string, why: string): AgentError =>
  new AgentError("NotFoundError", promptFileWords.unusable(path, why));

const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`;

/** R3 */
export function expandPrompt(text: string, tools: readonly string[]): string {
  const list = tools.length > 0 ? tools.map((name) => `- ${name}`).join("\n") : "There are no tools.";
  return text
    .replaceAll("${AvailableTools}", () => list)
    .replaceAll(/\$\{(?:AgentSkills|SubAgents)\}/g, "")
    .replaceAll(/\$\{([a-z0-9_]+)_ToolName\}/gi, (whole, name: string) => (tools.includes(name) ? name : whole));
}
