/** A Workspace that lives in memory: for tests, and for samples where there is no file system. Runs anywhere. */
import { readPath } from "../../core/path.js";
import type { Workspace } from "../../core/workspace.js";
import { findEntry, inOrder } from "./entries.js";
import { isAFile, isAFolder, notFound } from "./file-errors.js";
import { contentOf, isFile, type Tree } from "./tree.js";

export interface MemoryWorkspaceOptions {
  readonly id: string;
  readonly name: string;
  readonly tree: Tree;
  /** When the files were last changed: milliseconds since 1970. */
  readonly changedAt?: number;
}

type Node = { readonly kind: "file"; readonly content: Uint8Array; readonly changedAt: number } | Folder;
type Folder = { readonly kind: "folder"; readonly children: Map<string, Node> };

export function createMemoryWorkspace({ id, name, tree, changedAt = 0 }: MemoryWorkspaceOptions): Workspace {
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
      return inOrder([...folder.children].flatMap(([name, { kind }]) => findEntry(path, name, kind) ?? []));
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
  };
}

function planted(tree: Tree, changedAt: number): Folder {
  const children = Object.entries(tree).map(([name, node]): [string, Node] => [
    name,
    isFile(node) ? { kind: "file", content: contentOf(node), changedAt } : planted(node, changedAt),
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
