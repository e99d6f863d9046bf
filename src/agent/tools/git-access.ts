/** Git for the Tools that use it, and the form in which they write a commit. */
import { AgentError } from "../../core/errors.js";
import type { Git, GitCommit } from "../../core/sandbox/git.js";
import type { ToolEnv } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

export function gitOf(env: ToolEnv): Git {
  env.workspace(); // throws where no folder is open
  const git = env.git?.();
  if (!git) throw new AgentError("NotSupportedError", toolWords.noGit);
  return git;
}

export const shortId = (id: string): string => id.slice(0, 10);

/** The date as Git writes it: in the author's time zone. */
export function dateOf({ at, west }: GitCommit): string {
  const local = new Date(at - west * 60_000).toISOString();
  const [hours, minutes] = [Math.trunc(Math.abs(west) / 60), Math.abs(west) % 60];
  const zone = `${west > 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(minutes).padStart(2, "0")}`;
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone}`;
}
