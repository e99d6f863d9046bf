/** The page of the real-folder tests: the door to folders and a way to call through it from node, nothing else. */
import { type Failure, failureOf } from "../../src/core/errors.js";
import type { KnownWorkspace, Workspace } from "../../src/core/files/workspace.js";
import { createFolderAccess } from "../../src/platform/workspace/folder-access.js";
import { cleanUp, leftOvers } from "../../src/platform/workspace/interrupted-writes.js";
import { openKnownHandles } from "../../src/platform/workspace/known-handles.js";
import { contentOfWave } from "./wave.js";

export type Opened = Pick<Workspace, "id" | "name" | "kind">;
export type Answer<T> = { readonly value: T } | { readonly failure: Failure };
export type Verb = "list" | "stat" | "read" | "canWrite" | "write" | "remove";
/** What `write` and `remove` take besides a path; bytes in base64. */
export interface Writing {
  readonly bytes?: string;
  readonly expected?: { readonly bytes: string } | "nothing";
}

/** The failure of each verb, if it failed. */
export type Said = Readonly<Partial<Record<Verb, Failure>>>;

export interface Door {
  /** What came of each click on the button, drop and `open`, in order. */
  readonly outcomes: Answer<Opened>[];
  open(id: string): Promise<void>;
  known(): Promise<readonly KnownWorkspace[]>;
  /** Bytes come in base64: an array of numbers takes a minute to cross from node for 3 MB. */
  call(id: string, verb: Verb, path: string, aborted: boolean, writing: Writing): Promise<Answer<unknown>>;
  /** What others have changed since it was asked last; the first time it begins to watch. */
  changes(id: string): readonly string[];
  /** Writes files over and over, wave by wave, old ones and new ones; ends with the first wave in which a write fails. */
  writeInWaves(id: string, files: number): void;
  readonly waveFailed: boolean;
  /** Says each path to every verb, in that order, some paths at a time: the names of the answers, "" for none. */
  sayToAll(id: string, paths: readonly string[]): Promise<readonly Said[]>;
  leftOvers(id: string): Promise<readonly string[]>;
  /** How many were removed. */
  cleanUp(id: string): Promise<number>;
}

declare global {
  var door: Door;
}

const access = createFolderAccess(openKnownHandles());
const workspaces = new Map<string, Workspace>();

async function answered<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function admit(opening: Promise<Workspace>): Promise<void> {
  const outcome = await answered(async () => {
    const workspace = await opening;
    workspaces.set(workspace.id, workspace);
    return { id: workspace.id, name: workspace.name, kind: workspace.kind };
  });
  globalThis.door.outcomes.push(outcome);
}

let waveFailed = false;

globalThis.door = {
  outcomes: [],
  get waveFailed() {
    return waveFailed;
  },
  open: (id) => admit(access.open(id)),
  known: () => access.known(),
  call: (id, verb, path, aborted, { bytes = "", expected }) =>
    answered(async () => {
      const workspace = workspaces.get(id)!;
      const before = typeof expected === "object" ? decoded(expected.bytes) : expected;
      if (verb === "read") return encoded(await workspace.read(path));
      if (verb === "canWrite") return workspace.canWrite();
      if (verb === "write") return workspace.write(path, decoded(bytes), before);
      if (verb === "remove") return (await workspace.remove(path, before)) ?? null;
      return verb === "stat" ? workspace.stat(path) : workspace.list(path, aborted ? AbortSignal.abort() : undefined);
    }),
  changes(id) {
    const paths = changed.get(id);
    if (!paths) workspaces.get(id)!.watch((more) => changed.get(id)!.push(...more));
    changed.set(id, []);
    return paths ?? [];
  },
  writeInWaves(id, files) {
    const workspace = workspaces.get(id)!;
    const encoder = new TextEncoder();
    const names = (wave: number) =>
      Array.from({ length: files }, (_, n) => [`old/${"f".repeat(1 + (n % 9))}${n}.ts`, `new/${wave}/${n}.ts`]).flat();
    const wave = async (number: number): Promise<void> => {
      const written = names(number).map((name) => workspace.write(name, encoder.encode(contentOfWave(number, name))));
      const outcomes = await Promise.allSettled(written);
      if (outcomes.every(({ status }) => status === "fulfilled")) return wave(number + 1);
      waveFailed = true;
    };
    void wave(0);
  },
  async sayToAll(id, paths) {
    const workspace = workspaces.get(id)!;
    const said: Said[] = [];
    const sayNext = async (at: number): Promise<void> => {
      if (at >= paths.length) return;
      const path = paths[at]!;
      const failures: Partial<Record<Verb, Failure>> = {};
      const verbs: [Verb, () => Promise<unknown>][] = [
        ["list", () => workspace.list(path)],
        ["stat", () => workspace.stat(path)],
        ["read", () => workspace.read(path)],
        ["write", () => workspace.write(path, new TextEncoder().encode("hostile"), "nothing")],
        ["remove", () => workspace.remove(path)],
      ];
      for (const [verb, act] of verbs) {
        const answer = await answered(act);
        if ("failure" in answer) failures[verb] = answer.failure;
      }
      said[at] = failures;
      await sayNext(at + AT_ONCE);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => sayNext(first)));
    return said;
  },
  leftOvers: async (id) => (await leftOversNow(id)).map(({ path }) => path),
  cleanUp: async (id) => cleanUp(workspaces.get(id)!, await leftOversNow(id)),
};

const AT_ONCE = 16;

const decoded = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
const encoded = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const leftOversNow = (id: string) => leftOvers(workspaces.get(id)!, new AbortController().signal, { quiet: 0 });

const changed = new Map<string, string[]>();

document.querySelector("button")!.addEventListener("click", () => void admit(access.pick()));
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  const handle = event.dataTransfer!.items[0]!.getAsFileSystemHandle();
  void admit(handle.then((folder) => access.adopt(folder as FileSystemDirectoryHandle)));
});
