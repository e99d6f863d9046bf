/**
 * The memory manager (M9): a sub-agent that puts facts where they belong, keeps the root short, and takes out repeated or outdated facts.
 * It sees Memory files and nothing else, in 10 steps and 5 minutes. Its edits are collected until it has ended, so that one that is
 * stopped has changed nothing; then the caller writes each file once, with a checkpoint.
 */
import { AgentError, isNamed } from "../../core/errors.js";
import { withheldWords, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import { GLOBAL_MEMORY, isVirtual, privateMemory, VIRTUAL_HOME } from "../../core/memory/memory-file.js";
import type { MemoryFiles } from "../../core/memory/memory-file.js";
import { memoryLines } from "../../core/memory/memory-lines.js";
import { contextBlock, disarm } from "../../core/memory/memory-delimiters.js";
import { memoryPath, type MemoryBounds } from "../../core/memory/memory-sandbox.js";
import type { FileChange } from "../../core/sandbox/sandbox.js";
import { encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import { memoryTools, type ManagedMemory } from "./memory-tools.js";
import { memoryManagerPrompt } from "../prompts/memory-manager.js";
import type { SubAgent } from "./sub-agent.js";
import { subAgentWords } from "./sub-agent-words.js";
import type { Tool } from "../calls/tool.js";

export const MEMORY_MANAGER = "memory_manager";
/** A longer Memory would take too much of every request. */
const MOST_CHARS = 100_000;
const STEPS = 10;
const MINUTES = 5;

export interface ManagerParts {
  readonly files: Pick<MemoryFiles, "list" | "read">;
  readonly folder?: TrustedFolder;
  /** Names of Memory files. */
  readonly names: readonly string[];
  /** Memories of the folder that are known, beside the root's. */
  readonly known: readonly string[];
  /** Lines of a file that only the user may change. */
  readonly pinned?: (path: string) => Promise<readonly string[]>;
  /** True if no file of the folder may be written, since others may read it. */
  readonly isPrivate?: boolean;
  /** Tools beside those for Memory files: to ask the user, say. */
  readonly otherTools?: readonly Tool[];
}

/** The sub-agent, and its first message: the task, and the texts of global and project memory. */
export async function memoryManager(
  parts: ManagerParts,
  task: string,
): Promise<{ readonly agent: SubAgent; readonly prompt: string; readonly changes: () => readonly MemoryEdit[] }> {
  const { folder, names } = parts;
  const memory = managed(parts);
  const root = folder ? names[0]! : GLOBAL_MEMORY;
  const first = [GLOBAL_MEMORY, ...(folder ? [privateMemory(folder.workspace.id), root] : [])];
  const blocks = await Promise.all(first.map(async (path) => contextBlock(path, disarm(await shown(memory, path)))));
  return {
    agent: {
      name: MEMORY_MANAGER,
      system: memoryManagerPrompt(root, names),
      tools: [...memoryTools(memory), ...(parts.otherTools ?? [])],
      steps: STEPS,
      minutes: MINUTES,
    },
    prompt: `${task.trim()}\n\nThe memory files as they are now:\n\n${blocks.join("\n\n")}`,
    changes: memory.changes,
  };
}

const shown = (memory: ManagedMemory, path: string): Promise<string> =>
  memory.read(path).then(
    (text) => text ?? "(there is no such file yet)",
    (error: Error) => `(not shown: ${error.message})`,
  );

/** A file as the manager wants it, as text and as bytes. */
interface MemoryEdit {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  readonly change: FileChange;
}

/** Memory files within their bounds; the real ones only as the user has accepted them (M4). */
function managed(parts: ManagerParts): ManagedMemory & { readonly changes: () => readonly MemoryEdit[] } {
  const { files, folder, names, known, pinned, isPrivate = false } = parts;
  const edits = new Map<string, MemoryEdit>();
  const bounds: MemoryBounds = { names, ...(folder && { workspace: folder.workspace.id }) };

  async function readReal(path: string): Promise<string | undefined> {
    try {
      const reading = await folder!.read(path, "memory");
      if ("text" in reading) return reading.text;
      throw new AgentError("NotAllowedError", subAgentWords.withheld(path, withheldWords[reading.withheld]));
    } catch (error) {
      if (isNamed(error, "NotFoundError")) return undefined;
      throw error;
    }
  }

  const read = (said: string): Promise<string | undefined> => {
    const path = memoryPath(said, bounds);
    const edit = edits.get(path);
    if (edit) return Promise.resolve(edit.after);
    return isVirtual(path) ? files.read(path) : readReal(path);
  };

  async function mustKeepPinned(path: string, before: string | undefined, after: string): Promise<void> {
    const lines = (await pinned?.(path)) ?? [];
    if (before === undefined || lines.length === 0) return;
    const [was, is] = [before, after].map((text) => new Set(memoryLines(text).map(({ text: said }) => said)));
    const lost = lines.find((line) => was!.has(line) && !is!.has(line));
    if (lost !== undefined) throw new AgentError("NotAllowedError", subAgentWords.pinned(lost));
  }

  return {
    async list() {
      const all = [...(await files.list()), ...names, ...known, ...edits.keys()];
      const mine = [...new Set(all)].filter((path) => isWithin(path, bounds));
      const texts = await Promise.all(mine.map((path) => read(path).catch(() => undefined))); // withheld: as if there were none
      return mine.filter((_, at) => texts[at] !== undefined);
    },
    read: async (path) => read(path),
    async write(said, after) {
      const path = memoryPath(said, bounds);
      if (after.length > MOST_CHARS) throw new AgentError("InvalidArgsError", subAgentWords.tooLong(path));
      if (isPrivate && !isVirtual(path))
        throw new AgentError("NotAllowedError", subAgentWords.keptPrivate(path, VIRTUAL_HOME));
      const first = edits.get(path);
      // Read first, since reading refuses files that the user has not accepted.
      const before = first ? first.before : await read(path);
      await mustKeepPinned(path, before, after);
      const bytes = before === undefined || isVirtual(path) ? undefined : await folder!.workspace.read(path);
      const format = (bytes && findEditableText(bytes)?.format) ?? PLAIN_TEXT;
      const was = before !== undefined && { before: encodeText(before, format) };
      const change = { path, ...was, after: encodeText(after, format) };
      edits.set(path, { path, before, after, change });
    },
    changes: () => [...edits.values()].filter(({ before, after }) => before !== after),
  };
}

function isWithin(path: string, bounds: MemoryBounds): boolean {
  try {
    return memoryPath(path, bounds) === path;
  } catch (error) {
    if (error instanceof AgentError) return false;
    throw error;
  }
}
