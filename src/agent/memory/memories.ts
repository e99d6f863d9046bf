/** All that has to do with Memories, joined. Each part loads when it is first used: the page shows before them. */
import { lazy, once } from "../../core/lazy.js";
import type { MemoryFiles } from "../../core/memory/memory-file.js";
import type { MemoryPort } from "../../core/port/memory-port.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AgentParts } from "../agent-parts.js";
import type { FolderTrust } from "../folder/folder-trust.js";
import type { MemoryAnnotations } from "./memory-annotations.js";
import type { MemoryLoader, MemoryLoaderParts } from "./memory-loader.js";

interface MemoriesParts
  extends
    Pick<AgentParts, "log" | "ids" | "clock" | "alone" | "gauge">,
    Pick<MemoryLoaderParts, "ready" | "settings" | "tell"> {
  readonly workspace: () => Workspace | undefined;
  readonly trust: Pick<FolderTrust, "words" | "userWrote">;
}

export interface Memories {
  /** Those of the folder that the user writes by hand count as accepted (M4). */
  readonly files: MemoryFiles;
  readonly annotations: MemoryAnnotations;
  readonly loader: MemoryLoader;
  readonly port: MemoryPort;
}

export function createMemories(parts: MemoriesParts): Memories {
  const { workspace, trust } = parts;
  const files: MemoryFiles = lazy(async () => {
    const [{ createMemoryFiles }, { pinningHandWritten }] = await Promise.all([
      import("./memory-files.js"),
      import("./memory-trust.js"),
    ]);
    return pinningHandWritten(createMemoryFiles(parts), trust, workspace);
  }, ["list", "read", "write", "around", "versions"]);
  const annotations: MemoryAnnotations = lazy(
    async () => (await import("./memory-annotations.js")).createMemoryAnnotations(parts.log, workspace),
    ["of", "pin", "use"],
  );
  const made = once(async () =>
    (await import("./memory-loader.js")).createMemoryLoader({ ...parts, virtual: files, folder: () => trust.words }),
  );
  const loader: MemoryLoader = {
    ...lazy(made, ["rendered", "view", "refresh", "broughtBy"]),
    // Nothing is kept of what nobody has asked for yet.
    changed: (paths, by) => made.ifAsked((known) => known.changed(paths, by)),
    forget: () => made.ifAsked((known) => known.forget()),
  };
  const port: MemoryPort = lazy(
    async () =>
      (await import("./memory-panel-port.js")).createMemoryPanelPort({ ...parts, files, annotations, loader }),
    ["loaded", "reload", "files", "open", "save", "pin", "weigh", "importFiles", "exportFiles", "find"],
  );
  return { files, annotations, loader, port };
}
