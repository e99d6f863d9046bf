/** Shell, scripts, Git and the web, each loaded when it is first used: no page is shown later for their sake. */
import type { Git } from "../core/sandbox/git.js";
import type { Reach } from "../core/sandbox/folder-tools.js";
import type { Web } from "../core/sandbox/web.js";
import type { GeminiWebOptions } from "./models/gemini/gemini-web.js";

export function reachOf(handle: FileSystemDirectoryHandle, id: string): Reach {
  const git = async () => (await import("./git/git-link.js")).linkGit({ handle, id });
  return {
    shell: {
      run: async (...given) => (await import("./sandbox/shell-link.js")).linkShell(handle).run(...given),
    },
    javascript: {
      run: async (...given) => (await import("./sandbox/javascript-link.js")).linkJavaScript(handle).run(...given),
    },
    git: {
      status: async (...given) => (await git()).status(...given),
      diff: async (...given) => (await git()).diff(...given),
      log: async (...given) => (await git()).log(...given),
      blame: async (...given) => (await git()).blame(...given),
      plan: async (...given) => (await git()).plan(...given),
      commit: async (...given) => (await git()).commit(...given),
    } satisfies Git,
  };
}

export function reachWeb(options: GeminiWebOptions): Web {
  const web = async () => (await import("./models/gemini/gemini-web.js")).createGeminiWeb(options);
  return {
    search: async (...given) => (await web()).search(...given),
    read: async (...given) => (await web()).read(...given),
  };
}
