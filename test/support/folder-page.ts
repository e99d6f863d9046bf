/** The page of the real-folder tests: the door to folders and a way to call through it from node, nothing else. */
import { type Failure, failureOf } from "../../src/core/errors.js";
import type { KnownWorkspace, Workspace } from "../../src/core/workspace.js";
import { bringsFiles, folderDropped } from "../../src/platform/workspace/dropped.js";
import { createFolderAccess } from "../../src/platform/workspace/folder-access.js";
import { openKnownHandles } from "../../src/platform/workspace/known-handles.js";

export type Opened = Pick<Workspace, "id" | "name" | "kind">;
export type Answer<T> = { readonly value: T } | { readonly failure: Failure };
export type Verb = "list" | "stat" | "read" | "canWrite" | "write" | "remove";
/** What `write` and `remove` take besides a path; bytes as numbers. */
export interface Writing {
  readonly bytes?: readonly number[];
  readonly expected?: readonly number[] | "nothing";
}

export interface Door {
  /** What came of each click on the button, drop and `open`, in order. */
  readonly outcomes: Answer<Opened>[];
  open(id: string): Promise<void>;
  known(): Promise<readonly KnownWorkspace[]>;
  /** Bytes come as numbers: that is what crosses to node. */
  call(id: string, verb: Verb, path: string, aborted: boolean, writing: Writing): Promise<Answer<unknown>>;
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

globalThis.door = {
  outcomes: [],
  open: (id) => admit(access.open(id)),
  known: () => access.known(),
  call: (id, verb, path, aborted, { bytes = [], expected }) =>
    answered(async () => {
      const workspace = workspaces.get(id)!;
      const before = Array.isArray(expected) ? Uint8Array.from(expected) : (expected as "nothing" | undefined);
      if (verb === "read") return [...(await workspace.read(path))];
      if (verb === "canWrite") return workspace.canWrite();
      if (verb === "write") return workspace.write(path, Uint8Array.from(bytes), before);
      if (verb === "remove") return (await workspace.remove(path, before)) ?? null;
      return verb === "stat" ? workspace.stat(path) : workspace.list(path, aborted ? AbortSignal.abort() : undefined);
    }),
};

document.querySelector("button")!.addEventListener("click", () => void admit(access.pick()));
window.addEventListener("dragover", (event) => bringsFiles(event) && event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  void admit(folderDropped(event).then(access.adopt));
});
