/**
 * The memory loader keeps the Memories of the open folder loaded (M6, M11), and tells when they are others than before.
 *
 * R1 Memories are loaded when they are first needed, and again when one of the files they are made of has changed: each Turn looks at sizes
 *    and times alone. `/memory refresh` and the start are the same way.
 * R2 Changes by others are noticed when they are told (`files-changed`), and then told as `memory-changed`.
 * R3 One loading at a time; one that was overtaken by a change of folder, trust or settings counts for nothing.
 */
import type { AgentEvent, MemoryChange } from "../../core/port/events.js";
import type { Gauge } from "../../core/measure/gauge.js";
import { NO_MEMORY, type MemoryEntry, type MemoryView, type RenderedMemory } from "../../core/memory/memory.js";
import { isVirtual, type MemoryFiles } from "../../core/memory/memory-file.js";
import type { ImportProblem } from "../../core/memory/memory-import.js";
import { createPlaces } from "../../core/memory/memory-names.js";
import type { TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { Settings } from "../../core/settings/settings.js";
import type { Touched } from "../calls/call-tools.js";
import {
  createJustInTimeMemory,
  NOTHING_BROUGHT,
  type BroughtMemory,
  type ContextSeen,
} from "./just-in-time-memory.js";
import { loadMemory, memoryOptionsBy, type LoadedMemory, type MemoryPlaces } from "./load-memory.js";
import { memoryWords } from "./memory-words.js";
import type { FrameWeight } from "../../core/measure/frame.js";

export interface MemoryLoaderParts {
  readonly virtual: Pick<MemoryFiles, "list" | "read">;
  /** The open folder, which gives what the user accepted of it; none where none is open. */
  readonly folder: () => TrustedFolder | undefined;
  /** Resolves when the trust in the folder is known, and its settings are read. */
  readonly ready: () => Promise<unknown>;
  readonly settings: () => Settings;
  readonly gauge: Pick<Gauge, "weighFrame">;
  readonly tell: (event: AgentEvent) => void;
}

export interface MemoryLoader {
  /** The Memories as they stand in the system instruction now. Never rejects. */
  rendered(): Promise<RenderedMemory>;
  view(): Promise<MemoryView>;
  /** Loads all anew, whatever is kept: what was there before, and what is there now. */
  refresh(by?: MemoryChange): Promise<{ readonly before: MemoryView; readonly after: MemoryView }>;
  /** Memories that come with the output of a Tool, by the files it touched (M7). Never rejects. */
  broughtBy(touched: Touched, context: ContextSeen): Promise<BroughtMemory>;
  /** Files were changed: if they matter, all is loaded anew. */
  changed(paths: readonly string[], by: MemoryChange): void;
  /** Another folder, another answer to the question of trust, other settings: nothing that is kept holds. */
  forget(): void;
}

interface Kept {
  readonly loaded: LoadedMemory;
  readonly stamps: ReadonlyMap<string, string>;
}

const EMPTY: LoadedMemory = { entries: [], problems: [], notices: [], rendered: { text: "", parts: [] }, depends: [] };

export function createMemoryLoader({ virtual, folder, ready, settings, gauge, tell }: MemoryLoaderParts): MemoryLoader {
  let kept: Kept | undefined;
  let loading: Promise<LoadedMemory> | undefined;
  let age = 0;
  let toldOf = "";
  let weighed: { readonly of: LoadedMemory; readonly view: MemoryView } | undefined;
  /** Memories brought just in time, with their problems, for the list. */
  const brought = new Map<string, readonly ImportProblem[]>();
  const options = () => memoryOptionsBy(settings());
  const places = (): MemoryPlaces => {
    const now = folder();
    return { virtual, ...(now && { folder: now }) };
  };
  const justInTime = createJustInTimeMemory({ places, options });

  async function load(): Promise<LoadedMemory> {
    const since = age;
    const now = places();
    try {
      const loaded = await loadMemory(now, options(), new AbortController().signal);
      const stamps = await stampsOf(loaded.depends, now);
      if (since === age) {
        kept = { loaded, stamps };
        tellOfProblems();
      }
      return loaded;
    } catch (error) {
      console.warn("Memories could not be loaded.", error);
      return EMPTY;
    }
  }

  function loadOnce(): Promise<LoadedMemory> {
    if (loading) return loading;
    const begun: Promise<LoadedMemory> = load().finally(() => {
      if (loading === begun) loading = undefined;
    });
    loading = begun;
    return begun;
  }

  async function current(): Promise<LoadedMemory> {
    await ready();
    if (loading) return loading;
    if (!kept) return loadOnce();
    const { loaded, stamps } = kept;
    const now = await stampsOf([...stamps.keys()], places());
    const changed = [...stamps].filter(([path, stamp]) => now.get(path) !== stamp).map(([path]) => path);
    if (changed.length === 0) return kept?.loaded ?? loadOnce();
    const before = loaded;
    kept = undefined;
    const after = await loadOnce();
    tellOf(before, after, "outside", changed);
    return after;
  }

  /** One warning for all of them, and another one only when there are others. */
  function tellOfProblems(): void {
    const problems = [...(kept?.loaded.problems ?? []), ...[...brought.values()].flat()];
    const now = problems.map(({ path, line, said, why }) => `${path}:${line} ${said} ${why}`).join("\n");
    if (now === toldOf) return;
    toldOf = now;
    const [first] = problems;
    const place = first && { path: first.path, line: first.line };
    tell({ type: "memory-problems", count: problems.length, ...place });
  }

  function tellOf(before: LoadedMemory, after: LoadedMemory, by: MemoryChange, changed: readonly string[]): void {
    const paths = differing(before, after, changed);
    if (paths.length > 0) tell({ type: "memory-changed", by, paths });
  }

  async function viewOf(loaded: LoadedMemory): Promise<MemoryView> {
    if (weighed?.of === loaded && brought.size === 0) return weighed.view;
    const { text, parts } = loaded.rendered;
    const frame = { system: text, tools: [], parts: parts.map(({ path, text: own }) => ({ id: path, text: own })) };
    const weight = await gauge.weighFrame(frame).catch((error: unknown): FrameWeight | undefined => {
      console.warn("Memories could not be weighed.", error);
      return undefined;
    });
    const tokens = new Map(weight?.parts?.map((part) => [part.id, part.tokens]));
    const exact = weight?.exact ?? false;
    const entryOf = (entry: MemoryEntry): MemoryEntry => {
      if (entry.status === "loaded") return { ...entry, tokens: tokens.get(entry.path) ?? 0, exact };
      return brought.has(entry.path) ? { ...entry, why: memoryWords.brought } : entry;
    };
    const view: MemoryView = {
      entries: loaded.entries.map(entryOf),
      problems: [...loaded.problems, ...[...brought.values()].flat()],
      notices: loaded.notices,
      tokens: weight?.system ?? 0,
      exact,
      text,
    };
    weighed = { of: loaded, view };
    return view;
  }

  async function changed(paths: readonly string[], by: MemoryChange): Promise<void> {
    const old = kept?.loaded;
    if (!old) return;
    const placeOf = createPlaces(options().names);
    const matters = (path: string) =>
      isVirtual(path) ||
      placeOf(path) !== undefined ||
      path === ".geminiignore" ||
      old.depends.some((each) => each === path || path === "" || each.startsWith(`${path}/`));
    if (!paths.some(matters)) return;
    forget();
    tellOf(old, await loadOnce(), by, paths.filter(matters));
  }

  function forget(): void {
    age++;
    kept = undefined;
    loading = undefined;
    brought.clear();
  }

  return {
    rendered: async () => (await current()).rendered,
    view: async () => viewOf(await current()),
    async refresh(by = "here") {
      await ready();
      const old = kept?.loaded;
      const before = old ? await viewOf(old) : NO_MEMORY;
      forget();
      const loaded = await loadOnce();
      if (old) tellOf(old, loaded, by, []);
      return { before, after: await viewOf(loaded) };
    },
    async broughtBy({ paths: touched, isChange }, context) {
      try {
        await ready();
        if (isChange) await changed(touched, "here");
        const { rendered } = await current();
        const loaded = new Set(rendered.parts.map(({ path }) => path));
        const now = await justInTime.bring(touched, loaded, context);
        for (const path of now.paths)
          brought.set(
            path,
            now.problems.filter((problem) => problem.path === path),
          );
        tellOfProblems();
        return now;
      } catch (error) {
        console.warn("A folder's memory could not be brought along.", error);
        return NOTHING_BROUGHT;
      }
    },
    changed: (paths, by) => void changed(paths, by),
    forget,
  };
}

/** A stamp changes when its file does: for a real file its size and time, for a virtual one its text. */
async function stampsOf(paths: readonly string[], { folder, virtual }: MemoryPlaces): Promise<Map<string, string>> {
  const stampOf = async (path: string): Promise<string> => {
    try {
      if (isVirtual(path)) return `=${(await virtual?.read(path)) ?? ""}`;
      const { size, changedAt } = (await folder?.workspace.stat(path)) ?? { size: 0, changedAt: 0 };
      return `${size} ${changedAt}`;
    } catch {
      return ""; // gone, or not to be looked at: another than before in any case
    }
  };
  const all = [...new Set(paths)];
  const stamps = await Promise.all(all.map(stampOf));
  return new Map(all.map((path, at) => [path, stamps[at]!]));
}

/** Files whose words in the request are others than before. An import that changed shows in the file it stands in. */
function differing(before: LoadedMemory, after: LoadedMemory, changed: readonly string[]): readonly string[] {
  const was = new Map(before.rendered.parts.map(({ path, text }) => [path, text]));
  const is = new Map(after.rendered.parts.map(({ path, text }) => [path, text]));
  const status = ({ entries }: LoadedMemory) => new Map(entries.map((entry) => [entry.path, entry.status]));
  const [old, now] = [status(before), status(after)];
  const all = new Set([...was.keys(), ...is.keys(), ...old.keys(), ...now.keys()]);
  const other = [...all].filter((path) => was.get(path) !== is.get(path) || old.get(path) !== now.get(path));
  return other.length > 0 ? other : changed.filter((path) => is.has(path));
}
