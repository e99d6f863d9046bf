/** `git_commit`: commits files of the workspace. There is no push: remotes are not touched. */
import { AgentError } from "../../core/errors.js";
import type { CommitOrder } from "../../core/sandbox/git.js";
import { listOf, optional, text } from "../../core/schema.js";
import { defineTool, type ToolEnv } from "../calls/tool.js";
import { gitOf, shortId } from "./git-access.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

export const gitCommit = defineTool({
  name: "git_commit",
  kind: "execute",
  untrusted: true,
  description:
    "Commits changes to the workspace's Git repository: the files that are named, as they are now, and whatever is staged already. Only " +
    "commit when the user asks for it, and look at git_status and git_diff first. It makes one commit on the current branch; there is no " +
    "push, no amend and no hook. Fails where nothing has changed.",
  parameters: {
    message: text("The commit message: a short first line, then, after an empty line, why"),
    files: optional(
      listOf(
        text("A file or folder"),
        "Files and folders to commit, relative to the workspace; without it only what is staged",
      ),
    ),
    author: optional(text("“Name <email>”, only where the repository's configuration does not say")),
  },
  title: ({ message }) => message.split("\n")[0]!.slice(0, 80),
  async propose(args, env, signal) {
    const { files } = await gitOf(env).plan(await orderOf(args, env), env.progress, signal);
    return { proposal: { kind: "commit", message: args.message, files: files.map(({ path }) => path) } };
  },
  async run(asked, env, signal, approved) {
    const args = approved?.kind === "commit" ? { ...asked, message: approved.message } : asked; // the user may have changed it
    const order = await orderOf(args, env);
    if (approved?.kind === "commit") await mustBeAsShown(approved.files, order, env, signal);
    const { id, message, notes } = await gitOf(env).commit(order, env.progress, signal);
    return [`Committed as ${shortId(id)}: ${message.split("\n")[0]}`, ...notes].join("\n");
  },
});

/** Files that were staged or written after the user was shown the list must not be committed unseen. */
async function mustBeAsShown(shown: readonly string[], order: CommitOrder, env: ToolEnv, signal: AbortSignal) {
  const { files } = await gitOf(env).plan(order, env.progress, signal);
  const more = files.map(({ path }) => path).filter((path) => !shown.includes(path));
  if (more.length > 0) throw new AgentError("ChangedError", toolWords.moreToCommit(more));
}

async function orderOf(
  { message, files: said, author }: { message: string; files?: readonly string[]; author?: string },
  env: ToolEnv,
): Promise<CommitOrder> {
  const files = said && (await Promise.all(said.map((path) => findPath(path, env.workspace()))));
  if (author === undefined) return { message, files };
  const [, name, email] = /^\s*([^<>\n]+?)\s*<([^<>\s]+)>\s*$/.exec(author) ?? [];
  if (!name || !email) throw new AgentError("InvalidArgsError", toolWords.authorForm);
  return { message, files, author: { name, email } };
}
