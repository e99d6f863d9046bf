/** Shell, scripts, Git and the web, each loaded when it is first used, to keep the first load small. */
import { lazy } from "../core/lazy.js";
import type { FolderTools } from "../core/sandbox/folder-tools.js";
import type { Web } from "../core/sandbox/web.js";
import type { ProviderParts } from "./models/model-provider.js";

export const lazyFolderTools = (handle: FileSystemDirectoryHandle, id: string): FolderTools => ({
  shell: lazy(async () => (await import("./sandbox/shell-link.js")).linkShell(handle), ["run"]),
  javascript: lazy(async () => (await import("./sandbox/javascript-link.js")).linkJavaScript(handle), ["run"]),
  git: lazy(
    async () => (await import("./git/git-link.js")).linkGit({ handle, id }),
    ["status", "diff", "log", "blame", "plan", "commit"],
  ),
});

/** The web through Gemini, with the user's key. */
export const lazyWeb = (parts: Pick<ProviderParts, "vault" | "chosen">): Web =>
  lazy(async () => (await import("./models/gemini/gemini-web.js")).openGeminiWeb(parts), ["search", "read"]);
