/** Repositories made by the real Git, for comparing ours with it. Time goes on by a minute with each commit. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./browser.js";

export function hasGit(): boolean {
  try {
    execFileSync("git", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

export function openRealRepository() {
  const folder = temporaryFolder("git");
  let minutes = 0;
  const git = (...args: readonly string[]): string => {
    const date = `${1_700_000_000 + minutes * 60} +0100`;
    return execFileSync("git", args, {
      cwd: folder.path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        HOME: folder.path,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    });
  };
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), content);
  };
  return {
    path: folder.path,
    git,
    write,
    /** Writes, stages and commits; gives the id. */
    commit(message: string, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
      for (const [name, content] of Object.entries(files)) write(name, content);
      minutes++;
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD").trim();
    },
    tick: () => void minutes++,
    remove: folder.remove,
  };
}
