/** `git_log`: commits, newest first. */
import { integer, optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { dateOf, gitOf, shortId } from "./git-access.js";
import { countOf, fitLines } from "./output-limits.js";
import { findPath } from "../../core/files/resolve-path.js";

const COUNT = 20;
const MOST = 200;

export const gitLog = defineTool({
  name: "git_log",
  kind: "read",
  untrusted: true,
  description:
    `Lists commits of the workspace's Git repository, newest first: id, date, author and message. ${COUNT} unless told otherwise, ${MOST} at ` +
    "most; with path only those that changed it (renames are not followed). To see what a commit changed use git_diff with from its id " +
    "followed by ~1, and to its id.",
  parameters: {
    path: optional(text("Only commits that changed this folder or file, relative to the workspace")),
    from: optional(text("The commit, branch or tag to start at; HEAD unless told")),
    count: optional(integer("How many", 1)),
  },
  title: ({ path, from }) => [from, path].filter(Boolean).join(" "),
  async run({ path, from, count = COUNT }, env, signal) {
    const inside = path === undefined ? undefined : await findPath(path, env.workspace());
    const most = Math.min(count, MOST);
    const { commits, isCut } = await gitOf(env).log({ path: inside, from, most }, env.progress, signal);
    if (commits.length === 0)
      return inside ? `No commit that was looked at changed “${inside}”.` : "There are no commits yet.";
    const { lines, leftOut } = fitLines(
      commits.flatMap((commit) => [
        `${shortId(commit.id)} ${dateOf(commit)} ${commit.author} <${commit.email}>${commit.parents.length > 1 ? " (merge)" : ""}`,
        ...commit.message
          .trimEnd()
          .split("\n")
          .map((line) => `    ${line}`),
      ]),
    );
    const more =
      isCut || leftOut > 0 ? [`… there are older ones: start at ${shortId(commits.at(-1)!.id)} to go on.`] : [];
    return [...lines, ...more, ...(isCut ? [] : [`${countOf(commits.length, "commit")} in all.`])].join("\n");
  },
});
