/** Differences as text: files against the index, the index against a commit, a commit against another. */
import { TREE, walk, type TreeEntry, type WalkerEntry } from "isomorphic-git";
import type { TellProgress } from "../../core/files/file-search.js";
import type { DiffQuery, GitDiff } from "../../core/sandbox/git.js";
import { keptIn } from "../../core/files/ignore.js";
import { patchOf, type PatchedSide } from "../../core/text/patch.js";
import { decodeText, isBinary } from "../../core/files/text-file.js";
import { createHistory, type History } from "./history.js";
import { gitConfig, findCommit, findStat, type Repository } from "./repository.js";
import { statusOf } from "./status.js";

const MOST_FILES = 300;
/** Several times more than an answer can hold; the rest can be asked for by path. */
const MOST_CHARS = 1_000_000;
/** A larger file is data: comparing its lines helps no one. */
const MOST_BYTES = 5_000_000;

type Side = (path: string) => Promise<PatchedSide | undefined>;

export async function diffRevisions(repository: Repository, query: DiffQuery, tell: TellProgress): Promise<GitDiff> {
  const { path = "", from, to } = query;
  const history = createHistory(repository);
  const [differing, before, after] = await sidesOf();
  const ignore = keptIn(repository.workspace, query.ignore);
  const paths: string[] = [];
  const kept: string[] = [];
  for (const each of differing) ((await ignore.isIgnored(each, false)) ? kept : paths).push(each);
  const texts: string[] = [];
  let chars = 0;
  let shown = 0;
  for (const each of paths) {
    if (shown >= MOST_FILES || chars > MOST_CHARS) break;
    if (++shown % 20 === 0) tell(`${shown} of ${paths.length} files compared`);
    const patch = patchOf({ path: each, before: await before(each), after: await after(each) });
    chars += patch.length;
    texts.push(patch);
  }
  return { text: texts.join("\n"), files: shown, leftOut: paths.slice(shown), kept };

  async function sidesOf(): Promise<readonly [readonly string[], Side, Side]> {
    const folder = folderSide(repository);
    if (from) {
      const old = await findCommit(repository, from);
      const now = to ? await findCommit(repository, to) : undefined;
      const changed = now ? await changedBetween(repository, old, now, path) : await changedSince(old);
      return [changed, commitSide(history, old), now ? commitSide(history, now) : folder];
    }
    const { staged, unstaged } = await statusOf(repository, path, tell);
    const index = indexSide(repository, history);
    if (!query.isStaged) return [unstaged.map((file) => file.path), index, folder];
    const head = repository.head;
    const before: Side = head ? commitSide(history, head) : () => Promise.resolve(undefined);
    return [staged.map((file) => file.path), before, index];
  }

  /** Files that differ from an older commit: those that changed until the last one, and those that changed since. */
  async function changedSince(old: string): Promise<readonly string[]> {
    const { staged, unstaged } = await statusOf(repository, path, tell);
    const until = repository.head ? await changedBetween(repository, old, repository.head, path) : [];
    const candidates = new Set([...until, ...[...staged, ...unstaged].map((file) => file.path)]);
    const folder = folderSide(repository);
    const differing: string[] = [];
    for (const each of [...candidates].toSorted()) {
      const [a, b] = [await commitSide(history, old)(each), await folder(each)];
      if (a?.text !== b?.text || a?.mode !== b?.mode) differing.push(each);
    }
    return differing;
  }
}

async function changedBetween({ at }: Repository, old: string, now: string, path: string): Promise<readonly string[]> {
  const changed: string[] = [];
  await walk({
    ...at,
    trees: [TREE({ ref: old }), TREE({ ref: now })],
    async map(each: string, [a, b]: (WalkerEntry | null)[]) {
      const isOnTheWay = each === "." || path === "" || path.startsWith(`${each}/`);
      const isInside = path === "" || each === path || each.startsWith(`${path}/`);
      if (!isOnTheWay && !isInside) return null;
      const [one, other] = [await a?.oid(), await b?.oid()];
      const isSame = one === other && (await a?.mode()) === (await b?.mode());
      if (each !== "." && isSame) return null; // nothing below it differs either
      const kinds = [await a?.type(), await b?.type()];
      if (each !== "." && isInside && kinds.includes("blob")) changed.push(each);
      return undefined;
    },
  });
  return changed.toSorted();
}

const commitSide =
  (history: History, commit: string): Side =>
  async (path) => {
    const entry: TreeEntry | undefined = await history.entryAt(commit, path);
    return entry?.type === "blob" ? sideOf(await history.bytesOf(entry.oid), entry.mode) : undefined;
  };

const indexSide =
  ({ index }: Repository, history: History): Side =>
  async (path) => {
    const entry = index.get(path);
    return entry && sideOf(await history.bytesOf(entry.oid), entry.mode.toString(8));
  };

const folderSide =
  (repository: Repository): Side =>
  async (path) => {
    if ((await findStat(repository.workspace, path))?.kind !== "file") return undefined;
    const side = sideOf(
      await repository.workspace.read(path),
      (repository.index.get(path)?.mode ?? 0o100644).toString(8),
    );
    const isConverted = (await gitConfig(repository, "core.autocrlf")) === "true";
    return isConverted ? { ...side, text: side.text.replaceAll("\r\n", "\n") } : side;
  };

const sideOf = (bytes: Uint8Array, mode: string): PatchedSide => {
  const isData = bytes.length > MOST_BYTES || isBinary(bytes);
  return {
    text: isData ? `${bytes.length}:${checksum(bytes)}` : decodeText(bytes),
    isBinary: isData,
    mode: mode.padStart(6, "0"),
  };
};

/** A checksum that is enough to tell whether two files of data are the same. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) | 0;
  return sum;
}
