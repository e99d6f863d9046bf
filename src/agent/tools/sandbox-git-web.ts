/** The Tools for commands, scripts, Git and the web, in the order in which requests declare them. */
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
/** Offered only with a Gemini model and its key: Gemini searches, and reads the pages. */
export const webTools: readonly Tool[] = [webFetch, googleWebSearch];
