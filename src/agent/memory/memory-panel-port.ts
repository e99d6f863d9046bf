/** The port of the memory panel (M10): files of all tiers, their lines with what is known of each, and every way to change them. */
import { AgentError, failureOf, isNamed } from "../../core/errors.js";
import type { Gauge } from "../../core/measure/gauge.js";
import { compareFacts, readFact, type Fact } from "../../core/memory/memory-alike.js";
import {
  GLOBAL_MEMORY,
  isCommandFile,
  isVirtual,
  privateMemory,
  VIRTUAL_HOME,
  type MemoryFiles,
} from "../../core/memory/memory-file.js";
import { memoryLines, originsOf } from "../../core/memory/memory-lines.js";
import type {
  FoundMemoryLine,
  MarkedLine,
  MemoryFileRow,
  MemoryImported,
  MemoryPort,
} from "../../core/port/memory-port.js";
import { isPath, joinPath, parentOf } from "../../core/files/path.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { MemoryAnnotations } from "./memory-annotations.js";
import type { MemoryLoader } from "./memory-loader.js";
import { memoryWords } from "./memory-words.js";

interface MemoryPanelParts {
  readonly files: MemoryFiles;
  readonly annotations: MemoryAnnotations;
  readonly gauge: Pick<Gauge, "weigh">;
  readonly workspace: () => Workspace | undefined;
  readonly loader: Pick<MemoryLoader, "view" | "refresh">;
}

/** Lines beyond these are not compared: some 20,000 comparisons take about 50 ms. */
const MOST_LINES = 200;
const MOST_OTHERS = 600;
const MOST_FOUND = 20;

export function createMemoryPanelPort({ files, annotations, loader, gauge, workspace }: MemoryPanelParts): MemoryPort {
  async function rows(): Promise<readonly MemoryFileRow[]> {
    const [loaded, virtual] = await Promise.all([loader.view(), files.list()]);
    const known = new Set(loaded.entries.map(({ path }) => path));
    const open = workspace();
    const begun: MemoryFileRow[] = [{ path: GLOBAL_MEMORY, tier: "global", status: "missing" }];
    if (open) begun.push({ path: privateMemory(open.id), tier: "private", status: "missing" });
    const there = virtual.map((path): MemoryFileRow => {
      const start = begun.find((row) => row.path === path);
      return start ? { ...start, status: "kept" } : { path, tier: "other", status: "kept" };
    });
    const all: readonly MemoryFileRow[] = [...loaded.entries, ...there, ...begun];
    return all.filter(
      ({ path }, at) => at < known.size || (!known.has(path) && all.findIndex((row) => row.path === path) === at),
    );
  }

  /** Texts that can be read, by path; what can't be is told where it is opened. */
  async function texts(): Promise<ReadonlyMap<string, string>> {
    const paths = (await rows())
      .filter(({ path, status }) => status !== "missing" && status !== "skipped" && !isCommandFile(path))
      .map(({ path }) => path);
    const read = await Promise.all(paths.map((path) => files.read(path).catch(() => undefined)));
    return new Map(paths.flatMap((path, at) => (read[at] === undefined ? [] : [[path, read[at]!]])));
  }

  async function marked(path: string, text: string): Promise<readonly MarkedLine[]> {
    const [versions, { pinned, used }, others] = await Promise.all([
      files.versions(path),
      annotations.of(path),
      texts(),
    ]);
    const origins = originsOf(versions);
    const facts = factsIn(others);
    const lines = memoryLines(text);
    const isLong = lines.length > MOST_LINES;
    return Promise.all(
      lines.map(async ({ number, text: said, kind }): Promise<MarkedLine> => {
        const origin = kind === "blank" ? undefined : origins.get(said);
        const isFact = kind === "item" || kind === "text";
        const gone = isFact ? await goneIn(said, path) : [];
        const beside = isFact && !isLong ? besides(said, { path, number }, facts) : [];
        return {
          number,
          text: said,
          kind,
          ...(origin && { by: origin.by, at: origin.at, ...(origin.session && { session: origin.session }) }),
          // A line written after the last use has not been used yet.
          ...(used && kind !== "blank" && (origin?.at ?? 0) <= used.at && { used }),
          ...(pinned.includes(said) && { isPinned: true }),
          ...(gone.length > 0 && { gone }),
          ...(beside.length > 0 && { beside }),
        };
      }),
    );
  }

  /** Files that a line names and the open folder lacks. Only for Memories of this folder: global ones may name files anywhere. */
  async function goneIn(line: string, path: string): Promise<readonly string[]> {
    const open = workspace();
    const isHere = open && path !== GLOBAL_MEMORY && (!isVirtual(path) || path.startsWith(privateMemory(open.id, "")));
    if (!isHere) return [];
    const named = [...line.matchAll(NAMED_FILE)].map(([, name]) => name!).filter((name) => isPath(name));
    const base = isVirtual(path) ? "" : parentOf(path);
    const isGone = async (name: string): Promise<boolean> => {
      for (const place of new Set([joinPath(base, name), name])) if (await exists(open, place)) return false;
      return true;
    };
    const missing = await Promise.all(named.map(isGone));
    return named.filter((_, at) => missing[at]);
  }

  return {
    loaded: () => loader.view(),
    reload: async () => (await loader.refresh()).after,
    files: rows,
    async open(path) {
      const text = await files.read(path);
      const [lines, versions] = await Promise.all([text === undefined ? [] : marked(path, text), files.versions(path)]);
      return { path, ...(text !== undefined && { text }), lines, versions };
    },
    async save(path, text, { expected, why }) {
      try {
        const version = await files.write(path, text, { expected, by: "user", ...(why && { why }) });
        return { kind: "saved", version };
      } catch (error) {
        if (!isNamed(error, "ConflictError")) throw error;
        const now = await files.read(path);
        return { kind: "conflict", ...(now !== undefined && { now }) };
      }
    },
    pin: (path, line, isPinned) => annotations.pin(path, line, isPinned),
    async weigh(text) {
      const [weight] = await gauge.weigh([{ role: "user", parts: [{ text }] }]);
      return weight?.tokens ?? 0;
    },
    async importFiles(copies, { replace }) {
      const skipped: { path: string; why: string }[] = [];
      const differing: string[] = [];
      let written = 0;
      for (const { path, text } of copies) {
        try {
          const now = await files.read(VIRTUAL_HOME + path);
          if (now === text) continue;
          if (now !== undefined && !replace) differing.push(path);
          else {
            await files.write(VIRTUAL_HOME + path, text, { expected: now, by: "import" });
            written++;
          }
        } catch (error) {
          skipped.push({ path, why: failureOf(error).message });
        }
      }
      return { files: written, skipped, differing } satisfies MemoryImported;
    },
    async exportFiles() {
      const paths = await files.list();
      const read = await Promise.all(paths.map((path) => files.read(path)));
      return paths.flatMap((path, at) =>
        read[at] === undefined ? [] : [{ path: path.slice(VIRTUAL_HOME.length), text: read[at]! }],
      );
    },
    find: async (words) => findLines(words, await texts()),
  };
}

/** A path with a folder and an ending, or in backticks with an ending: what is surely meant as a file. */
const NAMED_FILE =
  /(?:^|[\s(“"'`])((?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]\w{0,5}|(?<=`)[\p{L}\p{N}_-]+\.[a-z]\w{0,5}(?=`))(?=$|[\s),.;:”"'`])/gu;

async function exists(workspace: Workspace, path: string): Promise<boolean> {
  try {
    await workspace.stat(path);
    return true;
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return false;
    throw new AgentError("NotReadableError", memoryWords.notLookedFor(path), { cause: error });
  }
}

interface PlacedFact {
  readonly path: string;
  readonly number: number;
  readonly line: string;
  readonly fact: Fact;
}

const factsIn = (texts: Iterable<readonly [string, string]>): readonly PlacedFact[] =>
  [...texts]
    .flatMap(([path, text]) =>
      memoryLines(text)
        .filter(({ kind }) => kind === "item" || kind === "text")
        .map(({ text: line, number }) => ({ path, number, line })),
    )
    .slice(0, MOST_OTHERS)
    .map((placed) => ({ ...placed, fact: readFact(placed.line) }));

function besides(line: string, own: { readonly path: string; readonly number: number }, facts: readonly PlacedFact[]) {
  const fact = readFact(line);
  return facts
    .filter(({ path, number }) => path !== own.path || number !== own.number)
    .flatMap(({ path, line: other, fact: old }) => {
      const likeness = compareFacts(fact, old);
      return likeness && likeness !== "alike" ? [{ likeness, line: other, path }] : [];
    })
    .slice(0, 3);
}

/** Lines ranked by how many of the words they have; the last word may not be typed to its end. Memories are short: no index is needed. */
export function findLines(words: string, texts: ReadonlyMap<string, string>): readonly FoundMemoryLine[] {
  const asked = readFact(words);
  const wanted = [...asked.words, ...asked.numbers];
  if (wanted.length === 0) return [];
  return [...texts]
    .flatMap(([path, text]) =>
      memoryLines(text)
        .filter(({ kind }) => kind === "item" || kind === "text")
        .map(({ text: said, number }) => {
          const { words: has, numbers } = readFact(said);
          const begins = (word: string) => [...has, ...numbers].some((each) => each.startsWith(word));
          const score = wanted.filter((word) => has.has(word) || numbers.has(word) || begins(word)).length;
          return { path, line: number, text: said, score };
        }),
    )
    .filter(({ score }) => score * 2 > wanted.length || score === wanted.length)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ path, line, text }) => ({ path, line, text }));
}
