/** `git_diff`: changes as a unified diff. */
import { AgentError } from "../../core/errors.js";
import { flag, optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { gitOf } from "./git-access.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

export const gitDiff = defineTool({
  name: "git_diff",
  kind: "read",
  untrusted: true,
  description:
    "Shows changes in the workspace's Git repository as a unified diff. Without more it compares the files with what is staged; with " +
    "staged, what is staged with the last commit; with from, the files with that commit; with from and to, two commits. Renames show as a " +
    "removal and an addition. Files that are not tracked are left out. It changes nothing.",
  parameters: {
    path: optional(text("Only this folder or file, relative to the workspace")),
    staged: optional(flag("Compares what is staged with the last commit")),
    from: optional(text("A commit: its id or the first digits of it, a branch, a tag, HEAD~2")),
    to: optional(text("A commit to compare from with")),
  },
  title: ({ path, staged, from, to }) =>
    [from && to ? `${from}..${to}` : from, staged && "staged", path].filter(Boolean).join(" "),
  async run({ path, staged, from, to }, env, signal) {
    if (to && !from) throw new AgentError("InvalidArgsError", toolWords.fromNeeded);
    const inside = path === undefined ? undefined : await findPath(path, env.workspace());
    const query = { path: inside, isStaged: staged, from, to };
    const { text: patch, files, leftOut, kept } = await gitOf(env).diff(query, env.progress, signal);
    return [
      files === 0 ? "No difference." : patch,
      ...(leftOut.length > 0 ? [`Not shown, since there are too many (ask for them by path): ${named(leftOut)}.`] : []),
      ...(kept.length > 0 ? [`Left out by .geminiignore, or never shown: ${named(kept)}.`] : []),
    ].join("\n");
  },
});

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 50).join(", ")}${paths.length > 50 ? ` and ${paths.length - 50} more` : ""}`;
