/** What Git's Tools have in common: where Git comes from, and how a commit is written in a line. */
import { AgentError } from "../../core/errors.js";
import type { Git, GitCommit } from "../../core/sandbox/git.js";
import type { ToolEnv } from "../calls/tool.js";

export function gitOf(env: ToolEnv): Git {
  env.workspace(); // says what is wrong where no folder is open
  const git = env.git?.();
  if (!git) throw new AgentError("NotSupportedError", "Git can't be used in this folder.");
  return git;
}

export const shortId = (id: string): string => id.slice(0, 10);

/** As Git writes it: in the author's own time. */
export function dateOf({ at, west }: GitCommit): string {
  const local = new Date(at - west * 60_000).toISOString();
  const [hours, minutes] = [Math.trunc(Math.abs(west) / 60), Math.abs(west) % 60];
  const zone = `${west > 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(minutes).padStart(2, "0")}`;
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone}`;
}
