/**
 * Memory just in time (M7): Memories of a folder that are not loaded yet come with the output of the Tool that touched the folder.
 *
 * R1 From the root down to what was touched: each Memory that is not in the system instruction, once.
 * R2 Once means: while it stands in the context. A Memory that a compression, a mask or a rewind took away is brought again when its folder
 *    is next touched (C14). So the context itself is searched; beside it only what the running step has brought is kept.
 * R3 A Tool never fails for it, and nothing that is not trusted is brought.
 * R4 Memories stand behind the output and outside of what strangers wrote, so that no file that is read can pretend to be one.
 */
import type { Content } from "../../core/content.js";
import type { ImportProblem } from "../../core/memory/memory-import.js";
import { foldersDownTo } from "../../core/memory/memory-discovery.js";
import { placesIn } from "../../core/memory/memory-names.js";
import { contextBlock, shownPath } from "../../core/memory/memory-delimiters.js";
import { createMemoryReader } from "../../core/memory/memory-reader.js";
import { parentOf } from "../../core/files/path.js";
import { CUT } from "../../core/text/truncate.js";
import type { Workspace } from "../../core/files/workspace.js";
import { ignoreFor, loadOne, type MemoryOptions, type MemoryPlaces } from "./load-memory.js";
import { afterUntrusted } from "../../core/text/untrusted.js";

const BROUGHT_OPEN = "--- Newly Discovered Project Context ---";
const BROUGHT_CLOSE = "--- End Project Context ---";

/** The context as the Model is sent it now. */
export interface ContextSeen {
  readonly contents: readonly Content[];
  /** Counts how often the context was read anew. */
  readonly reading: number;
}

export interface BroughtMemory {
  /** Behind the output; empty for nothing. */
  readonly text: string;
  readonly paths: readonly string[];
  readonly problems: readonly ImportProblem[];
}

interface JustInTimeMemory {
  /** `touched`: files, and folders, which end in a slash. `loaded`: the Memories in the system instruction. */
  bring(touched: readonly string[], loaded: ReadonlySet<string>, context: ContextSeen): Promise<BroughtMemory>;
}

interface JustInTimeParts {
  readonly places: () => MemoryPlaces;
  readonly options: () => MemoryOptions;
}

export const NOTHING_BROUGHT: BroughtMemory = { text: "", paths: [], problems: [] };
/** Folders of one call: a search through hundreds of files must not read hundreds of Memories. */
const MOST_FOLDERS = 50;

export function createJustInTimeMemory({ places, options }: JustInTimeParts): JustInTimeMemory {
  /** Memories that calls of the running step have brought, which are not in the context yet. */
  let step = { at: "", paths: new Set<string>() };

  function inStep({ contents, reading }: ContextSeen): Set<string> {
    const at = `${reading} ${contents.length}`;
    if (step.at !== at) step = { at, paths: new Set() };
    return step.paths;
  }

  return {
    async bring(touched, loaded, context) {
      const now = places();
      if (!now.folder) return NOTHING_BROUGHT;
      const { names, respectGeminiIgnore } = options();
      const folders = new Set(touched.flatMap((path) => foldersDownTo(parentOf(path))));
      const candidates = [...folders].slice(0, MOST_FOLDERS).flatMap((folder) => placesIn(folder, names));
      const unloaded = candidates.filter((path) => !loaded.has(path));
      const there = await existing(now.folder.workspace, unloaded);
      const brought = inStep(context);
      const wanted = there.filter((path) => !brought.has(path) && !isIn(context.contents, path));
      if (wanted.length === 0) return NOTHING_BROUGHT;
      for (const path of wanted) brought.add(path); // before anything is awaited: calls run side by side
      const ignore = ignoreFor(now, { respectGeminiIgnore });
      const reader = createMemoryReader({ ...now, ...(ignore && { ignore }) });
      const blocks: string[] = [];
      const paths: string[] = [];
      const problems: ImportProblem[] = [];
      for (const path of wanted) {
        const { outcome } = await loadOne({ path, tier: "folder", isOptional: true, place: "" }, reader, "tree");
        if ("why" in outcome) continue; // the list of Memories says why
        blocks.push(contextBlock(path, outcome.text));
        paths.push(path);
        problems.push(...outcome.problems);
      }
      const text = blocks.length > 0 ? `\n\n${BROUGHT_OPEN}\n${blocks.join("\n\n")}\n${BROUGHT_CLOSE}` : "";
      return { text, paths, problems };
    },
  };
}

async function existing(workspace: Workspace, paths: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(
    paths.map((path) =>
      workspace.stat(path).then(
        ({ kind }) => kind,
        () => undefined, // not there, or not to be looked at: then it can't be brought either
      ),
    ),
  );
  return paths.filter((_, at) => kinds[at] === "file");
}

/** Whether some output in the context still has the Memory (R2). */
function isIn(contents: readonly Content[], path: string): boolean {
  const mark = `--- Context from: ${shownPath(path)} ---\n`;
  return contents.some(({ parts }) =>
    parts.some(({ functionResponse }) => {
      const { output, error } = functionResponse?.response ?? {};
      const text = typeof output === "string" ? output : typeof error === "string" ? error : "";
      const own = afterUntrusted(text);
      // An output that was masked or cut since has another end, or a mark.
      return own.endsWith(BROUGHT_CLOSE) && own.includes(mark) && !own.includes(CUT);
    }),
  );
}
