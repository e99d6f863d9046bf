/** The Tools that reach beyond files: commands, scripts, Git, the web. In the order in which a Model is told of them. */
import type { Tool } from "../calls/tool.js";
import { gitBlame } from "./git-blame.js";
import { gitCommit } from "./git-commit.js";
import { gitDiff } from "./git-diff.js";
import { gitLog } from "./git-log.js";
import { gitStatus } from "./git-status.js";
import { googleWebSearch } from "./google-web-search.js";
import { runJavascript } from "./run-javascript.js";
import { runShellCommand } from "./run-shell-command.js";
import { webFetch } from "./web-fetch.js";

export const sandboxTools: readonly Tool[] = [runShellCommand, runJavascript];
export const gitTools: readonly Tool[] = [gitStatus, gitDiff, gitLog, gitBlame, gitCommit];
/** Only where a Gemini answers, with a key: they are its own search and its own reader. */
export const webTools: readonly Tool[] = [webFetch, googleWebSearch];
