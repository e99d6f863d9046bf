/** The tools of an open folder beyond its files: commands, scripts and Git. */
import type { Git } from "./git.js";
import type { JavaScript, Shell } from "./sandbox.js";

export interface FolderTools {
  readonly shell: Shell;
  readonly javascript: JavaScript;
  readonly git: Git;
}
