/** Reach: what of an open folder lies beyond its files. */
import type { Git } from "./git.js";
import type { JavaScript, Shell } from "./sandbox.js";

export interface Reach {
  readonly shell: Shell;
  readonly javascript: JavaScript;
  readonly git: Git;
}
