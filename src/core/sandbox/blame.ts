/**
 * Finds the commit that wrote each line: lines are handed from a commit to a parent that has them too, until no parent
 * has them.
 * R1 Commits are taken newest first, so that all that can hand lines to a commit come before it.
 * R2 A parent with the very same file takes all lines. Else each parent takes those that a diff finds unchanged.
 * R3 Lines that no parent takes are the commit's own.
 * R4 After `most` commits the rest is blamed on the commit where the search ended, and the result says so.
 */
import { diffArrays } from "diff";

export interface BlameHistory {
  /** The file in a commit; undefined where there is none. */
  fileAt(commit: string): Promise<BlamedFile | undefined>;
  parentsOf(commit: string): Promise<readonly string[]>;
  timeOf(commit: string): Promise<number>;
}

interface BlamedFile {
  /** Equal for equal content. */
  readonly id: string;
  readonly lines: () => Promise<readonly string[]>;
}

/** A line: its number in a commit, and in the file that was asked about. */
interface Line {
  readonly at: number;
  readonly to: number;
}

export async function blame(
  history: BlameHistory,
  start: string,
  { first, last, most }: { readonly first: number; readonly last: number; readonly most: number },
): Promise<{ readonly commits: readonly string[]; readonly isCut: boolean }> {
  const commits = Array.from<string>({ length: last - first + 1 }).fill("");
  const waiting = new Map<string, { readonly time: number; lines: Line[] }>();
  const wait = async (commit: string, lines: readonly Line[]) => {
    const there = waiting.get(commit);
    if (there) there.lines.push(...lines);
    else if (lines.length > 0) waiting.set(commit, { time: await history.timeOf(commit), lines: [...lines] });
  };
  await wait(
    start,
    commits.map((_, index) => ({ at: first - 1 + index, to: index })),
  );
  let seen = 0;
  while (waiting.size > 0) {
    const commit = newest(waiting);
    const { lines } = waiting.get(commit)!;
    waiting.delete(commit);
    const isLast = ++seen > most;
    const own = isLast ? lines : await handOn(history, commit, lines, wait);
    for (const { to } of own) commits[to] = commit;
  }
  return { commits, isCut: seen > most };
}

function newest(waiting: ReadonlyMap<string, { readonly time: number }>): string {
  let best = "";
  let time = -Infinity;
  for (const [commit, entry] of waiting) if (entry.time > time) [best, time] = [commit, entry.time];
  return best;
}

/** Hands lines on to the parents, and gives those that no parent took. */
async function handOn(
  history: BlameHistory,
  commit: string,
  lines: readonly Line[],
  wait: (commit: string, lines: readonly Line[]) => Promise<void>,
): Promise<readonly Line[]> {
  const file = (await history.fileAt(commit))!;
  const parents = await history.parentsOf(commit);
  const files = await Promise.all(parents.map((parent) => history.fileAt(parent)));
  const same = files.findIndex((each) => each?.id === file.id);
  if (same >= 0) {
    await wait(parents[same]!, lines);
    return [];
  }
  let left = lines;
  for (const [index, parent] of parents.entries()) {
    const older = files[index];
    if (!older || left.length === 0) continue;
    const from = matching(await older.lines(), await file.lines());
    const taken = left.flatMap(({ at, to }) => (from.has(at) ? [{ at: from.get(at)!, to }] : []));
    left = left.filter(({ at }) => !from.has(at));
    await wait(parent, taken);
  }
  return left;
}

/** Numbers of the unchanged lines: from the newer text to the older. */
function matching(older: readonly string[], newer: readonly string[]): ReadonlyMap<number, number> {
  const from = new Map<number, number>();
  let [old, now] = [0, 0];
  for (const { count, added, removed } of diffArrays([...older], [...newer])) {
    if (removed) old += count;
    else if (added) now += count;
    else for (let line = 0; line < count; line++) from.set(now++, old++);
  }
  return from;
}
