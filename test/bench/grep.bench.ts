/**
 * A search through 2,000 files (20 MB) against merely walking and reading them as text: what looking at every line adds.
 * Files are in memory, so that no disk hides it. Most of it is the regular expression itself: 2.6 ns a character.
 */
import { createFolderSearch } from "../../src/core/files/folder-search.js";
import { decodeText } from "../../src/core/files/text-file.js";
import { FILES_AT_ONCE, walk } from "../../src/core/files/walk.js";
import { workAhead } from "../../src/core/ordered-concurrency.js";
import type { Entry, Workspace } from "../../src/core/files/workspace.js";
import { createMemoryWorkspace } from "../support/memory-workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { logs, seeded } from "../support/generated-text.js";
import { alternate, type Bench } from "./bench.js";

const FILES = 2_000;
const BYTES = 10_000;
const ROUNDS = 7;
const never = new AbortController().signal;

/** `pattern` must fit few lines of logs. */
const search = (name: string, pattern: string, ratioAtMost: number): Bench => ({
  name: `grep of 2,000 files, ${name}`,
  unit: "ms",
  budget: { ratioAtMost },
  async measure() {
    const workspace = open();
    const files = createFolderSearch(workspace);
    const query = { pattern, most: 100_000 };
    const found = await files.grep(query, () => undefined, never);
    if (found.searched !== FILES) throw new Error(`${found.searched} files were searched.`);
    const time = await alternate(
      ROUNDS,
      () => files.grep(query, () => undefined, never),
      () => readAll(workspace),
    );
    const ratio = time.ours.own / time.baseline.own;
    return { ours: time.ours.own, baseline: time.baseline.own, ratio, note: `${found.matches} lines found.` };
  },
});

/** Four hundred folders of five files, as deep as a project is. */
function open(): Workspace {
  const random = seeded(7);
  const folder = (): Tree =>
    Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.log`, logs(random, BYTES).join("")]));
  const packages = Array.from({ length: 20 }, (_, at): [string, Tree] => [
    `package-${at}`,
    Object.fromEntries(Array.from({ length: 20 }, (_, inner): [string, Tree] => [`part-${inner}`, folder()])),
  ]);
  return createMemoryWorkspace({ id: "bench", name: "bench", tree: Object.fromEntries(packages) });
}

async function readAll(workspace: Workspace): Promise<void> {
  let length = 0;
  const read = async ({ path }: Entry) => decodeText(await workspace.read(path)).length;
  for await (const chars of workAhead(filesOf(workspace), FILES_AT_ONCE, read)) length += chars;
  if (length < FILES * BYTES * 0.9) throw new Error(`Only ${length} characters were read.`);
}

async function* filesOf(workspace: Workspace) {
  for await (const { entries } of walk(workspace, {}, never)) yield* entries.filter(({ kind }) => kind === "file");
}

export const benches: readonly Bench[] = [
  search("a word", "DEBUG] /var/lib/water/77", 5),
  search("a regular expression", "ERROR.*\\bwater\\b.*\\(77\\d+ ms\\)", 8),
];
