/** Whether the open folder's own words may be loaded (M4): until the user says so, no. The answer hangs on the folder's id (W5). */
import type { AgentEvent } from "../core/events.js";
import type { LogStore } from "../core/store.js";
import { decodeText } from "../core/text-file.js";
import type { Workspace } from "../core/workspace.js";
import type { Planted } from "./agent-parts.js";

export interface FolderTrust {
  /**
   * The folder that counts from now on; asks if it has something to load and nobody has answered yet. What the app planted
   * there itself is trusted as long as it is unchanged. Never rejects.
   */
  consider(workspace: Workspace | undefined, planted?: Planted): Promise<void>;
  decide(trusted: boolean): Promise<void>;
  readonly isTrusted: boolean;
  /** It brings words of its own, or may do so, and nobody has said that they may be trusted. */
  readonly isDoubtful: boolean;
}

/** What a folder may bring along that changes how the Agent works. */
const LOADABLE: ReadonlySet<string> = new Set([".gemini", "GEMINI.md"]);

export function createFolderTrust(
  log: Pick<LogStore, "get" | "put" | "remove">,
  tell: (event: AgentEvent) => void,
): FolderTrust {
  let current: Workspace | undefined;
  let trusted = false;
  let hasWords = false;

  async function read(workspace: Workspace, planted: Planted): Promise<void> {
    const answer = (await log.get("trust", workspace.id)) as { readonly trusted?: unknown } | undefined;
    if (current !== workspace) return;
    trusted = answer?.trusted === true;
    const found = (await workspace.list("")).filter(({ name }) => LOADABLE.has(name)).map(({ name }) => name);
    const isOurs = found.length > 0 && (await areAllPlanted(workspace, found, planted));
    if (current !== workspace) return;
    trusted ||= isOurs;
    hasWords = found.length > 0;
    if (hasWords && !trusted) tell({ type: "trust-asked", workspaceId: workspace.id, found });
  }

  return {
    get isTrusted() {
      return trusted;
    },
    get isDoubtful() {
      return current !== undefined && hasWords && !trusted;
    },
    async consider(workspace, planted = {}) {
      current = workspace;
      trusted = false;
      hasWords = true; // until it is known
      if (!workspace) return;
      try {
        await read(workspace, planted);
      } catch (error) {
        console.warn("Whether this folder is trusted could not be read: it is not.", error);
      }
    },
    async decide(answer) {
      if (!current) return;
      const { id } = current;
      if (answer) await log.put({ collection: "trust", key: id, value: { trusted: true } });
      else await log.remove("trust", id);
      if (current?.id === id) trusted = answer;
      tell({ type: "trust-changed", workspaceId: id, trusted: answer });
    },
  };
}

async function areAllPlanted(workspace: Workspace, names: readonly string[], planted: Planted): Promise<boolean> {
  if (!names.every((name) => name in planted)) return false;
  const texts = await Promise.all(names.map(async (name) => decodeText(await workspace.read(name))));
  return names.every((name, at) => texts[at] === planted[name]);
}
