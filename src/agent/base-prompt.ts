/**
 * Whose words stand first in every request (A7, facts 15): ours, or those of a file in a trusted folder.
 * R1 `.gemini/system.md` of a trusted folder takes the place of ours. A path that the user chose is read instead of it.
 * R2 A chosen file that can't be read, or whose folder is not trusted, is an error: never ours in silence.
 * R3 `${AvailableTools}` stands for the Tools' names, `${read_file_ToolName}` for one of them; `${AgentSkills}` and
 *    `${SubAgents}` for nothing while there are none.
 * R4 It is read when it changed: each Turn looks at its size and time alone.
 */
import { AgentError, isNamed } from "../core/errors.js";
import { decodeText } from "../core/text-file.js";
import type { Stat, Workspace } from "../core/workspace.js";

export interface BasePromptParts {
  readonly workspace: () => Workspace | undefined;
  readonly isTrusted: () => boolean;
  /** The path that the user chose; empty for none. */
  readonly chosen: () => string;
}

export interface BasePrompt {
  /** Undefined where our own words hold. */
  read(): Promise<PromptFile | undefined>;
}

export interface PromptFile {
  readonly path: string;
  readonly text: string;
}

export const SYSTEM_FILE = ".gemini/system.md";

/** What is longer is no prompt: it would take the window for itself (bytes). */
const LONGEST = 1_000_000;

export function createBasePrompt({ workspace, isTrusted, chosen }: BasePromptParts): BasePrompt {
  let kept: (PromptFile & { readonly folder: string; readonly stat: Stat }) | undefined;

  async function readFile(folder: Workspace, path: string): Promise<PromptFile> {
    const stat = await folder.stat(path);
    const isSame =
      kept?.folder === folder.id &&
      kept.path === path &&
      kept.stat.size === stat.size &&
      kept.stat.changedAt === stat.changedAt;
    if (kept && isSame) return kept;
    if (stat.kind === "folder") throw new AgentError("TypeMismatchError", "It is a folder.");
    if (stat.size > LONGEST) throw new AgentError("NotSupportedError", "It has more than a megabyte.");
    kept = { folder: folder.id, path, stat, text: decodeText(await folder.read(path)) };
    return kept;
  }

  return {
    async read() {
      const folder = workspace();
      const path = chosen().trim();
      if (path === "") {
        if (!folder || !isTrusted()) return undefined;
        return readFile(folder, SYSTEM_FILE).catch((error: Error) => {
          if (isNamed(error, "NotFoundError")) return undefined;
          throw unreadable(SYSTEM_FILE, error.message);
        });
      }
      if (!folder) throw unreadable(path, "No folder is open.");
      if (!isTrusted()) throw unreadable(path, "Its folder is not trusted.");
      return readFile(folder, path).catch((error: Error) => {
        throw unreadable(path, error.message);
      });
    },
  };
}

const unreadable = (path: string, why: string): AgentError =>
  new AgentError(
    "NotFoundError",
    `The file that holds your system prompt, “${path}”, can't be used: ${why} Nothing was sent. Put it right, or empty the setting “System prompt file”.`,
  );

/** R3 */
export function expandPrompt(text: string, tools: readonly string[]): string {
  const list = tools.length > 0 ? tools.map((name) => `- ${name}`).join("\n") : "There are no tools.";
  return text
    .replaceAll("${AvailableTools}", () => list)
    .replaceAll(/\$\{(?:AgentSkills|SubAgents)\}/g, "")
    .replaceAll(/\$\{([a-z0-9_]+)_ToolName\}/gi, (whole, name: string) => (tools.includes(name) ? name : whole));
}
