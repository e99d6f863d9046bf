/** The commits of a repository with their files and folders, each read once. */
import { readBlob, readCommit, readTree, type TreeEntry } from "isomorphic-git";
import type { GitCommit } from "../../core/sandbox/git.js";
import type { Repository } from "./repository.js";

export interface History {
  commit(id: string): Promise<GitCommit & { readonly committedAt: number; readonly tree: string }>;
  /** The file or folder at a path of a commit. */
  entryAt(id: string, path: string): Promise<TreeEntry | undefined>;
  bytesOf(blob: string): Promise<Uint8Array>;
}

export function createHistory({ at, shallow }: Repository): History {
  const commits = new Map<string, ReturnType<History["commit"]>>();
  const trees = new Map<string, Promise<readonly TreeEntry[]>>();

  const entriesOf = (oid: string) => {
    let entries = trees.get(oid);
    if (!entries) trees.set(oid, (entries = readTree({ ...at, oid }).then(({ tree }) => tree)));
    return entries;
  };

  const history: History = {
    commit(id) {
      let found = commits.get(id);
      if (!found) commits.set(id, (found = read(id)));
      return found;
    },
    async entryAt(id, path) {
      let oid = (await history.commit(id)).tree;
      let entry: TreeEntry | undefined;
      for (const segment of path.split("/")) {
        entry = (await entriesOf(oid)).find((each) => each.path === segment);
        if (!entry) return undefined;
        oid = entry.oid;
        if (entry.type !== "tree") return path.endsWith(segment) ? entry : undefined;
      }
      return entry;
    },
    bytesOf: async (blob) => (await readBlob({ ...at, oid: blob })).blob,
  };

  async function read(id: string) {
    const { oid, commit } = await readCommit({ ...at, oid: id });
    return {
      id: oid,
      parents: shallow.has(oid) ? [] : commit.parent,
      tree: commit.tree,
      author: commit.author.name,
      email: commit.author.email,
      at: commit.author.timestamp * 1000,
      west: commit.author.timezoneOffset,
      committedAt: commit.committer.timestamp * 1000,
      message: commit.message,
    };
  }
  return history;
}
