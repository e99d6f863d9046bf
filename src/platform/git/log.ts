/**
 * The commits before a commit, newest first; of a path only those that changed it. As in Git, where a parent has the same
 * content at the path as the commit, only that parent is followed.
 */
import type { TellProgress } from "../../core/files/file-search.js";
import type { GitLog, LogQuery } from "../../core/sandbox/git.js";
import { createHistory } from "./history.js";
import { findCommit, type Repository } from "./repository.js";

/** Commits searched for changes of a path: looking at more would take a minute. */
const MOST_LOOKED_AT = 20_000;
const STEP = 200;

export async function logOf(repository: Repository, query: LogQuery, tell: TellProgress): Promise<GitLog> {
  const { path = "", from, most } = query;
  const start = from ? await findCommit(repository, from) : repository.head;
  if (!start) return { commits: [], isCut: false };
  const history = createHistory(repository);
  const queue = [await history.commit(start)];
  const seen = new Set([start]);
  const commits: GitLog["commits"][number][] = [];
  let lookedAt = 0;
  while (queue.length > 0) {
    if (commits.length >= most || lookedAt >= MOST_LOOKED_AT) return { commits, isCut: true };
    if (++lookedAt % STEP === 0) tell(`${lookedAt} commits looked at`);
    const { tree: _tree, committedAt: _at, ...commit } = queue.shift()!;
    const parents = path === "" ? commit.parents : await followed(commit.id, commit.parents);
    if (parents === commit.parents) commits.push(commit);
    for (const parent of parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      insert(queue, await history.commit(parent));
    }
  }
  return { commits: commits.slice(0, most), isCut: false };

  /** The very array of parents, if the commit changed the path; else a new one of the parents to go on with. */
  async function followed(id: string, parents: readonly string[]): Promise<readonly string[]> {
    const own = (await history.entryAt(id, path))?.oid;
    if (parents.length === 0) return own === undefined ? [] : parents;
    for (const parent of parents) if ((await history.entryAt(parent, path))?.oid === own) return [parent];
    return parents;
  }
}

/** Keeps the queue newest first; of commits of the same time, the one that was found first comes first. */
function insert<T extends { readonly committedAt: number }>(queue: T[], commit: T): void {
  const place = queue.findIndex(({ committedAt }) => committedAt < commit.committedAt);
  queue.splice(place < 0 ? queue.length : place, 0, commit);
}
