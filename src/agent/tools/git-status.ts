/** `git_status`: the differences between the last commit, the staged files and the files of the folder. */
import type { GitStatus } from "../../core/sandbox/git.js";
import { optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { gitOf, shortId } from "./git-access.js";
import { countOf, fitLines } from "./output-limits.js";
import { findPath } from "../../core/files/resolve-path.js";

export const gitStatus = defineTool({
  name: "git_status",
  kind: "read",
  untrusted: true,
  description:
    "Shows the state of the workspace's Git repository: the branch, what is staged, what has changed and is not staged, and what is not " +
    "tracked. Ignored files are left out. It changes nothing. Use it before git_commit; for the changes themselves use git_diff.",
  parameters: { path: optional(text("Only this folder or file, relative to the workspace")) },
  title: ({ path }) => path ?? "",
  async run({ path }, env, signal) {
    const inside = path === undefined ? undefined : await findPath(path, env.workspace());
    return statusText(await gitOf(env).status({ path: inside }, env.progress, signal));
  },
});

function statusText({ branch, head, staged, unstaged, untracked, links, submodules, underWay }: GitStatus): string {
  const where = branch ? `On branch ${branch}` : "At no branch";
  const lineOf = ({ path, state }: GitStatus["staged"][number]) => `${state} ${path}`;
  const { lines, leftOut } = fitLines([
    ...section("Staged:", staged.map(lineOf)),
    ...section("Changed, not staged:", unstaged.map(lineOf)),
    ...section("Not tracked:", untracked),
  ]);
  return [
    head ? `${where}, at ${shortId(head)}.` : `${where}; there are no commits yet.`,
    underWay && `There is ${underWay} under way.`,
    ...(lines.length === 0 ? ["Nothing has changed."] : lines),
    leftOut > 0 && `… and ${countOf(leftOut, "line")} more: ask for a folder.`,
    links > 0 && `${countOf(links, "link")} in the repository can't be seen from a browser, and count as unchanged.`,
    submodules.length > 0 && `Not looked into, since they are repositories of their own: ${submodules.join(", ")}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
