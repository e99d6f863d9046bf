/** `git_blame`: which commit each line of a file comes from. */
import { AgentError } from "../../core/errors.js";
import { WHY_KEPT } from "../../core/files/ignore.js";
import { integer, optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { dateOf, gitOf, shortId } from "./git-access.js";
import { countOf, fitLines } from "./output-limits.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

const LINES = 200;

export const gitBlame = defineTool({
  name: "git_blame",
  kind: "read",
  untrusted: true,
  description:
    "Shows which commit last changed each line of a file, as the file was last committed (changes since then are not in it): the id, the " +
    `date, the author, the line; then each commit's subject. Ask for a line or a range: ${LINES} lines at most. Renames are not followed.`,
  parameters: {
    path: text("The file, relative to the workspace"),
    start_line: optional(integer("First line, counted from 1", 1)),
    end_line: optional(integer("Last line, itself included; the first one alone unless told", 1)),
    from: optional(text("The commit to look at the file in; HEAD unless told")),
  },
  title: ({ path, start_line }) => (start_line === undefined ? path : `${path}:${start_line}`),
  async run({ path, start_line, end_line, from }, env, signal) {
    const inside = await findPath(path, env.workspace());
    if (await env.ignore({ respectGitIgnore: false }).isIgnored(inside, false))
      throw new AgentError("InvalidArgsError", toolWords.neverShown(inside, WHY_KEPT));
    const first = start_line ?? 1;
    const wanted = end_line ?? (start_line === undefined ? LINES : first);
    const last = Math.min(Math.max(wanted, first), first + LINES - 1);
    const query = { path: inside, from, first, last };
    const { lines, commits, total, isCut } = await gitOf(env).blame(query, env.progress, signal);
    const byId = new Map(commits.map((commit) => [commit.id, commit]));
    const { lines: shown, leftOut } = fitLines([
      ...lines.map(({ number, text: line, commit }) => {
        const by = byId.get(commit)!;
        return `${shortId(commit)} ${dateOf(by).slice(0, 10)} ${by.author} L${number}: ${line}`;
      }),
      "---",
      ...commits.map(({ id, message }) => `${shortId(id)} ${message.split("\n")[0]}`),
    ]);
    const notes = [
      leftOut > 0 && `… and ${countOf(leftOut, "line")} more.`,
      lines.at(-1)!.number < total &&
        wanted > last &&
        `The file has ${total} lines: ask for more with start_line ${last + 1}.`,
      isCut && "The history is too long to follow to its start: the oldest lines may be older than said.",
    ];
    return [...shown, ...notes.filter((note) => note !== false)].join("\n");
  },
});
