/**
 * Trust in the open folder (M4): none of its files are loaded until the user accepts them, and then only as they were at that time. The
 * answer is stored by the folder's id (W5). The rules of what counts as accepted are in core/memory/trusted-folder.ts.
 *
 *   unknown ──look──► nothing found ─────────────┐
 *      │                                         ▼
 *      └──look──► found ──► asked ──"Not now"──► untrusted, nothing is loaded
 *                             │ "Trust": pins the listed files
 *                             ▼
 *          trusted ◄──────────┴──"Trust"── asked again ◄── something came or changed (only that is withheld)
 *
 * R1 An answer counts for the files that its question listed, by hash: not for what they have become meanwhile.
 * R2 "Not now" is not stored. In this tab the same files are not asked about again, unless they change.
 * R3 An answer of the first versions, which had no pins, pins all files found at first: it was about the whole folder.
 * R4 Files that the app itself wrote into the sample are trusted as long as nothing else is found (U6).
 */
import { failureOf } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";
import {
  LONGEST_LOADABLE,
  type AskedLoadable,
  type Loadable,
  type LoadableKind,
  type TrustDifference,
  type TrustedFolder,
  type TrustedReading,
  type TrustQuestion,
} from "../../core/memory/trusted-folder.js";
import { createPlaces, type MemorySearch } from "../../core/memory/memory-names.js";
import { nameOf, readPath } from "../../core/files/path.js";
import { serial } from "../../core/serial.js";
import type { LogStore } from "../../core/log/store.js";
import { decodeText } from "../../core/files/text-file.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { SampleTexts } from "../agent-parts.js";
import { sha256 } from "../calls/file-image.js";
import type { Looked } from "./find-loadables.js";
import { folderWords } from "./folder-words.js";
import { trustPinsIn, type Pins } from "./trust-pins.js";

interface FolderTrustParts {
  readonly log: Pick<LogStore, "get" | "put" | "remove" | "list">;
  readonly tell: (event: AgentEvent) => void;
  readonly memory: () => MemorySearch;
  /** A path that the user chose for the system prompt; empty for none. */
  readonly systemFile?: () => string;
}

export interface FolderTrust {
  /** Takes another folder; asks if it has files to load and nobody has answered yet. Never rejects. */
  consider(workspace: Workspace | undefined, sampleTexts?: SampleTexts): Promise<void>;
  /** Looks again, and asks about new and changed files. Never rejects. */
  recheck(): Promise<void>;
  /** Takes events, some of which mean that there may be other files to load. */
  hear(event: AgentEvent): void;
  /** Answers a question. Without one the answer is about the whole folder: true accepts all files, false takes trust back. */
  decide(trusted: boolean, question?: string): Promise<void>;
  readonly isTrusted: boolean;
  /** Whether the folder has, or may have, files to load that nobody has trusted. */
  readonly isDoubtful: boolean;
  /** The only access to files for loading; none where the folder is not trusted. */
  readonly folder: TrustedFolder | undefined;
  /** The same access also where the folder is not trusted: then every file is withheld. */
  readonly words: TrustedFolder | undefined;
  /** Resolves when the files to load are known, as far as they can be. */
  considered(): Promise<unknown>;
  /** Every file that would be loaded, and whether it is accepted as it is. */
  files(): Promise<readonly AcceptedFile[]>;
  /** `userWrote` of a TrustedFolder, also where the folder is not trusted yet. */
  readonly userWrote: TrustedFolder["userWrote"];
  /** An accepted file as it was, and as it is now. */
  difference(path: string): Promise<TrustDifference>;
}

export interface AcceptedFile extends Loadable {
  readonly state: "accepted" | "new" | "changed";
}

/** The folder that is open, and all that is known of it. */
interface Considered {
  readonly workspace: Workspace;
  readonly sampleTexts: SampleTexts;
  readonly trustedFolder: TrustedFolder;
  readonly stop: AbortController;
  isTrusted: boolean;
  hasWords: boolean;
  pins: Pins;
  looked: ReadonlyMap<string, Looked>;
  leftOut: number;
  question?: TrustQuestion;
  /** Files that no rule finds, but a caller wanted to load. */
  readonly wanted: Map<string, LoadableKind>;
  /** Files, by path and hash, that the user said "Not now" to (R2). */
  readonly dismissed: Set<string>;
}

export function createFolderTrust({ log, tell, memory, systemFile = () => "" }: FolderTrustParts): FolderTrust {
  const store = trustPinsIn(log);
  let open: Considered | undefined;
  let next: Promise<void> | undefined;
  let questions = 0;

  /** Runs searches and answers one after another: a search that began before an answer must not end after it. */
  const inTurn = serial();
  const considered = () => inTurn(() => Promise.resolve());

  /** One more search is enough, however much happens while one is under way. */
  function recheck(): Promise<void> {
    return (next ??= inTurn(() => {
      next = undefined;
      return check();
    }));
  }

  async function check(): Promise<void> {
    const of = open;
    if (!of) return;
    try {
      await look(of);
    } catch (error) {
      if (open === of)
        console.warn("What this folder brings along could not be read: it is not loaded.", failureOf(error));
    }
  }

  async function look(of: Considered): Promise<void> {
    const { workspace } = of;
    const { findLoadables } = await import("./find-loadables.js");
    const options = { memory: memory(), systemFile: systemFile(), wanted: of.wanted, known: of.looked };
    const [answer, found] = await Promise.all([
      store.read(workspace.id),
      findLoadables(workspace, options, of.stop.signal),
    ]);
    const pins = answer.pins ?? (answer.isTrusted ? await pinAtFirstSight(of, found.looked) : undefined);
    const ours = pins ? undefined : await samplePins(of.sampleTexts, found.looked);
    if (open !== of) return;
    of.looked = new Map(found.looked.map((each) => [each.loadable.path, each]));
    of.leftOut = found.leftOut;
    of.hasWords = of.looked.size + of.leftOut > 0;
    of.isTrusted = answer.isTrusted || ours !== undefined;
    of.pins = pins ?? ours ?? new Map();
    ask(of);
  }

  /** R3 */
  async function pinAtFirstSight({ workspace }: Considered, looked: readonly Looked[]): Promise<Pins> {
    const pins = pinsOf(looked.map(({ loadable }) => loadable));
    await store.keep(workspace.id, pins);
    await keepTexts(workspace, pins);
    return pins;
  }

  function ask(of: Considered): void {
    const { workspace, isTrusted, pins, dismissed, leftOut } = of;
    const all = [...of.looked.values()].map(({ loadable }) => loadable);
    const found = all
      .filter(({ path, hash }) => (hash === undefined ? !isTrusted : !isTrusted || pins.get(path) !== hash))
      .map((loadable): AskedLoadable => ({ ...loadable, state: pins.has(loadable.path) ? "changed" : "new" }));
    const isNews = found.some((each) => each.hash !== undefined && !dismissed.has(markOf(each)));
    if (of.question !== undefined && marksOf(of.question.found) === marksOf(found)) return;
    if (!isNews && of.question) settle(of); // the files are as accepted again: a change was undone, say
    if (!isNews) return;
    of.question = { id: `${workspace.id} ${++questions}`, isAgain: isTrusted, found, leftOut };
    tell({ type: "trust-asked", workspaceId: workspace.id, question: of.question });
  }

  /** Ends the question. */
  function settle(of: Considered): void {
    of.question = undefined;
    tell({ type: "trust-changed", workspaceId: of.workspace.id, trusted: of.isTrusted });
  }

  async function accept(of: Considered, loadables: readonly Loadable[]): Promise<void> {
    const fresh = pinsOf(loadables);
    await keepTexts(of.workspace, fresh);
    // Another tab may have accepted something meanwhile.
    const { pins = of.pins } = await store.read(of.workspace.id);
    const all = new Map([...pins, ...fresh]);
    await store.keep(of.workspace.id, all);
    of.pins = all;
    of.isTrusted = true;
  }

  /** Stores the accepted texts, for comparison, unless they have changed since (R1). */
  async function keepTexts(workspace: Workspace, pins: Pins): Promise<void> {
    for (const [path, hash] of pins) {
      const bytes = await workspace.read(path).catch(() => undefined); // it may be gone meanwhile
      if (bytes && (await sha256(bytes)) === hash) await store.keepText(workspace.id, hash, bytes);
    }
  }

  async function read(of: Considered, said: string, as?: LoadableKind): Promise<TrustedReading> {
    const path = readPath(said);
    const isOff = () => open !== of || !of.isTrusted;
    if (isOff()) return { withheld: "untrusted" };
    if ((await of.workspace.stat(path)).size > LONGEST_LOADABLE) return { withheld: "too-large" };
    const bytes = await of.workspace.read(path);
    if (bytes.length > LONGEST_LOADABLE) return { withheld: "too-large" };
    const hash = await sha256(bytes);
    if (isOff()) return { withheld: "untrusted" };
    if (of.pins.get(path) === hash) return { text: decodeText(bytes), bytes };
    if (!of.looked.has(path)) of.wanted.set(path, as ?? "import");
    void recheck();
    return { withheld: of.pins.has(path) ? "changed" : "new" };
  }

  async function userWrote(
    of: Considered,
    said: string,
    before: Uint8Array | undefined,
    after: Uint8Array,
    work?: () => Promise<unknown>,
  ) {
    const path = readPath(said);
    const hash = await sha256(after);
    const hashBefore = before && (await sha256(before));
    await inTurn(async () => {
      // In a folder that is not trusted yet, the file is the user's own if there is no other to load.
      const isTheirs = of.isTrusted
        ? of.pins.get(path) === hashBefore
        : [...of.looked.keys()].every((each) => each === path && !before);
      if (open !== of || !isTheirs) return void (await work?.());
      // Pinned before it is written: a listener that reads the file at once must not find it changed.
      const { pins, isTrusted } = of;
      of.pins = new Map([...pins, [path, hash]]);
      of.isTrusted = true;
      try {
        await work?.();
      } catch (error) {
        of.pins = pins;
        of.isTrusted = isTrusted;
        throw error;
      }
      await accept(of, [{ path, kind: "memory", size: after.length, hash }]);
    });
    await recheck();
  }

  async function decide(answer: boolean, id?: string): Promise<void> {
    const of = open;
    if (!of) return;
    const { question } = of;
    if (id !== undefined && question?.id !== id) {
      // R1: the answer was about other files than those of now.
      if (question) tell({ type: "trust-asked", workspaceId: of.workspace.id, question });
      return;
    }
    const all = [...of.looked.values()].map(({ loadable }) => loadable);
    if (answer) await accept(of, question?.found ?? all);
    else for (const each of all) of.dismissed.add(markOf(each));
    if (!answer && id === undefined) {
      await store.forget(of.workspace.id);
      of.isTrusted = false;
      of.pins = new Map();
    }
    settle(of);
  }

  async function difference({ pins, workspace }: Considered, path: string): Promise<TrustDifference> {
    const pin = pins.get(path);
    const bytes = await workspace.read(path);
    const before = pin === undefined ? undefined : await store.textOf(workspace.id, pin);
    return { path, before, after: decodeText(bytes.subarray(0, LONGEST_LOADABLE)) };
  }

  function begin(workspace: Workspace, sampleTexts: SampleTexts): Considered {
    const of: Considered = {
      workspace,
      sampleTexts,
      trustedFolder: {
        workspace,
        read: (path, as) => read(of, path, as),
        userWrote: (path, before, after, work) => userWrote(of, path, before, after, work),
      },
      stop: new AbortController(),
      isTrusted: false,
      hasWords: true, // until it is known
      pins: new Map(),
      looked: new Map(),
      leftOut: 0,
      wanted: new Map(),
      dismissed: new Set(),
    };
    return of;
  }

  return {
    get isTrusted() {
      return open?.isTrusted ?? false;
    },
    get isDoubtful() {
      return open !== undefined && open.hasWords && !open.isTrusted;
    },
    get folder() {
      return open?.isTrusted ? open.trustedFolder : undefined;
    },
    get words() {
      return open?.trustedFolder;
    },
    consider(workspace, sampleTexts = {}) {
      open?.stop.abort();
      open = workspace && begin(workspace, sampleTexts);
      return recheck();
    },
    recheck,
    considered,
    hear(event) {
      if (!open) return;
      if (event.type === "files-changed") {
        const { wanted } = open;
        const placeOf = createPlaces(memory().names);
        const isIt = (path: string) => wanted.has(path) || placeOf(path) !== undefined || mayMatter(path);
        if (event.workspaceId === open.workspace.id && event.paths.some(isIt)) void recheck();
      } else if (
        event.type === "edit-undone" ||
        event.type === "settings-changed" ||
        (event.type === "tool-finished" && event.edit)
      )
        void recheck();
    },
    decide: (answer, id) => inTurn(() => decide(answer, id)),
    async userWrote(path, before, after, work) {
      if (open) await userWrote(open, path, before, after, work);
      else await work?.();
    },
    async files() {
      await considered();
      if (!open) return [];
      const { pins } = open;
      return [...open.looked.values()].map(({ loadable }): AcceptedFile => {
        const pin = pins.get(loadable.path);
        const state = pin === undefined ? "new" : pin === loadable.hash ? "accepted" : "changed";
        return { ...loadable, state };
      });
    },
    async difference(path) {
      if (!open) throw new Error(folderWords.noFolder);
      return difference(open, readPath(path));
    },
  };
}

const markOf = ({ path, hash = "" }: Loadable): string => `${path}\n${hash}`;
const marksOf = (loadables: readonly Loadable[]): string => loadables.map(markOf).join("\n");

const pinsOf = (loadables: readonly Loadable[]): Pins =>
  new Map(loadables.flatMap(({ path, hash }) => (hash === undefined ? [] : [[path, hash] as const])));

/** Pins for a sample: only if every file that was found is the app's own, to the byte (R4). */
async function samplePins(sampleTexts: SampleTexts, looked: readonly Looked[]): Promise<Pins | undefined> {
  if (looked.length === 0) return undefined;
  const pins = new Map<string, string>();
  for (const [path, text] of Object.entries(sampleTexts)) pins.set(path, await sha256(new TextEncoder().encode(text)));
  const isOurs = ({ loadable: { path, hash } }: Looked) => hash !== undefined && pins.get(path) === hash;
  return looked.every(isOurs) ? pins : undefined;
}

/** Whether a change of this path may mean other files to load, besides Memories. A name without an extension may be a folder's. */
const mayMatter = (path: string): boolean =>
  path === "" || /(?:^|\/)\.(?:gemini|agents)(?:\/|$)/.test(path) || !nameOf(path).includes(".");
