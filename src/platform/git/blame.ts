/** The commit that each line of a file comes from, as the file was committed; core/sandbox/blame.ts finds them. */
import { blame } from "../../core/sandbox/blame.js";
import { AgentError } from "../../core/errors.js";
import type { TellProgress } from "../../core/files/file-search.js";
import type { BlameQuery, GitBlame } from "../../core/sandbox/git.js";
import { decodeText, isBinary } from "../../core/files/text-file.js";
import { createHistory } from "./history.js";
import { findCommit, type Repository } from "./repository.js";
import { repositoryWords } from "./repository-words.js";

const MOST_COMMITS = 10_000;
const STEP = 200;

export async function blameOf(repository: Repository, query: BlameQuery, tell: TellProgress): Promise<GitBlame> {
  const { path, first = 1, from } = query;
  const start = from ? await findCommit(repository, from) : repository.head;
  const history = createHistory(repository);
  const texts = new Map<string, Promise<readonly string[]>>();
  const linesOf = (blob: string) => {
    let lines = texts.get(blob);
    if (!lines) texts.set(blob, (lines = history.bytesOf(blob).then((bytes) => split(decodeText(bytes)))));
    return lines;
  };
  const fileAt = async (commit: string) => {
    const entry = await history.entryAt(commit, path);
    return entry?.type === "blob" ? { id: entry.oid, lines: () => linesOf(entry.oid) } : undefined;
  };
  const file = start && (await fileAt(start));
  if (!file) throw new AgentError("NotFoundError", repositoryWords.noSuchFile(path, from));
  if (isBinary(await history.bytesOf(file.id))) throw new AgentError("InvalidArgsError", repositoryWords.noLines(path));
  const lines = await file.lines();
  const last = Math.min(query.last ?? lines.length, lines.length);
  if (first > last) throw new AgentError("InvalidArgsError", repositoryWords.otherLines(path, lines.length, from));
  let seen = 0;
  const found = await blame(
    {
      fileAt,
      async parentsOf(commit) {
        if (++seen % STEP === 0) tell(`${seen} commits looked at`);
        return (await history.commit(commit)).parents;
      },
      timeOf: async (commit) => (await history.commit(commit)).committedAt,
    },
    start,
    { first, last, most: MOST_COMMITS },
  );
  const commits = await Promise.all([...new Set(found.commits)].map((id) => history.commit(id)));
  return {
    lines: found.commits.map((commit, at) => ({ number: first + at, text: lines[first - 1 + at]!, commit })),
    commits: commits.map(({ tree: _tree, committedAt: _at, ...commit }) => commit),
    total: lines.length,
    isCut: found.isCut,
  };
}

/** The lines of a text. A line break at its end ends a line and begins none. */
const split = (text: string): readonly string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
