/** A Workspace that lives in memory. Runs anywhere. */
import { nameOf, parentOf, readPath } from "../../src/core/files/path.js";
import { isAsExpected, type Expected, type Workspace } from "../../src/core/files/workspace.js";
import { findEntry, entriesInOrder } from "../../src/platform/workspace/entries.js";
import { hasChanged, isAFile, isAFolder, notFound, refuseSwapFile } from "../../src/platform/workspace/file-errors.js";
import { bytesOfNode, isFile, type Tree } from "../../src/platform/workspace/tree.js";

interface MemoryWorkspaceOptions {
  readonly id: string;
  readonly name: string;
  readonly tree: Tree;
  /** When the files were last changed: milliseconds since 1970. */
  readonly changedAt?: number;
  /** When what is written now was changed. */
  readonly now?: () => number;
}

type Node = { readonly kind: "file"; readonly content: Uint8Array; readonly changedAt: number } | Folder;
type Folder = { readonly kind: "folder"; readonly children: Map<string, Node> };

export interface MemoryWorkspace extends Workspace {
  /** Changes a file as another program would: without asking, and those who watch are told. Nothing removes it. */
  edit(path: string, content: string | Uint8Array | undefined): void;
}

export function createMemoryWorkspace({
  id,
  name,
  tree,
  changedAt = 0,
  now = Date.now,
}: MemoryWorkspaceOptions): MemoryWorkspace {
  const listeners = new Set<(paths: readonly string[]) => void>();
  const root = planted(tree, changedAt);
  return {
    id,
    name,
    kind: "memory",

    async list(said, signal) {
      signal?.throwIfAborted();
      const path = readPath(said);
      const folder = nodeAt(root, path);
      if (folder.kind === "file") throw isAFile(path);
      return entriesInOrder([...folder.children].flatMap(([name, { kind }]) => findEntry(path, name, kind) ?? []));
    },

    async stat(said) {
      const node = nodeAt(root, readPath(said));
      if (node.kind === "folder") return { kind: "folder", size: 0, changedAt: 0 };
      return { kind: "file", size: node.content.length, changedAt: node.changedAt };
    },

    async read(said) {
      const path = readPath(said);
      const node = nodeAt(root, path);
      if (node.kind === "folder") throw isAFolder(path);
      return node.content.slice();
    },

    canWrite: () => Promise.resolve(true),

    async write(said, bytes, expected) {
      const path = readPath(said);
      if (path === "" || nodeIn(root, path)?.kind === "folder") throw isAFolder(path);
      refuseSwapFile(path);
      mustBe(expected, nodeIn(root, path), path);
      const file: Node = { kind: "file", content: bytes.slice(), changedAt: now() };
      folderFor(root, path).children.set(nameOf(path), file);
      return { kind: "file", size: bytes.length, changedAt: file.changedAt };
    },

    async remove(said, expected) {
      const path = readPath(said);
      const node = nodeAt(root, path);
      if (node.kind === "folder") throw isAFolder(path);
      mustBe(expected, node, path);
      folderFor(root, path).children.delete(nameOf(path));
    },

    watch(listener) {
      const each = (paths: readonly string[]) => listener(paths);
      listeners.add(each);
      return () => void listeners.delete(each);
    },

    edit(path, content) {
      const { children } = folderFor(root, path);
      if (content === undefined) children.delete(nameOf(path));
      else children.set(nameOf(path), { kind: "file", content: bytesOfNode(content), changedAt: now() });
      for (const listener of listeners) listener([path]);
    },
  };
}

function mustBe(expected: Expected | undefined, node: Node | undefined, path: string): void {
  const there = node?.kind === "file" ? node.content : undefined;
  if (!isAsExpected(expected, there)) throw hasChanged(path);
}

/** The folder a file is in, made where it is not there. */
function folderFor(root: Folder, path: string): Folder {
  let folder = root;
  const names = parentOf(path) === "" ? [] : parentOf(path).split("/");
  for (const [at, name] of names.entries()) {
    let child = folder.children.get(name);
    if (child?.kind === "file") throw isAFile(names.slice(0, at + 1).join("/"));
    if (!child) folder.children.set(name, (child = { kind: "folder", children: new Map() }));
    folder = child;
  }
  return folder;
}

function nodeIn(root: Folder, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of path.split("/")) node = node?.kind === "folder" ? node.children.get(segment) : undefined;
  return node;
}

function planted(tree: Tree, changedAt: number): Folder {
  const children = Object.entries(tree).map(([name, node]): [string, Node] => [
    name,
    isFile(node) ? { kind: "file", content: bytesOfNode(node), changedAt } : planted(node, changedAt),
  ]);
  return { kind: "folder", children: new Map(children) };
}

function nodeAt(root: Folder, path: string): Node {
  let node: Node = root;
  for (const segment of path === "" ? [] : path.split("/")) {
    const child: Node | undefined = node.kind === "folder" ? node.children.get(segment) : undefined;
    if (!child) throw notFound(path);
    node = child;
  }
  return node;
}
