/** Memory files, and the port of their panel: loaded when they are first asked for, since no page is shown by them. */
import type { MemoryFiles } from "../../core/memory/memory-file.js";
import type { MemoryPort } from "../../core/port/memory-port.js";
import type { FolderTrust } from "../folder/folder-trust.js";
import type { MemoryDeskParts } from "./memory-panel-port.js";
import type { createMemoryMarks, MemoryMarks } from "./memory-annotations.js";
import type { MemoryFilesParts } from "./memory-files.js";

/** With those of the folder that the user writes by hand counted as accepted (M4). */
export function lazyMemoryFiles(parts: MemoryFilesParts, trust: Pick<FolderTrust, "userWrote">): MemoryFiles {
  let made: Promise<MemoryFiles> | undefined;
  const make = async (): Promise<MemoryFiles> => {
    const [{ createMemoryFiles }, { pinningHandWritten }] = await Promise.all([
      import("./memory-files.js"),
      import("./memory-trust.js"),
    ]);
    return pinningHandWritten(createMemoryFiles(parts), trust, parts.workspace);
  };
  const files = (): Promise<MemoryFiles> => (made ??= make());
  return {
    list: async () => (await files()).list(),
    read: async (path) => (await files()).read(path),
    write: async (path, text, write) => (await files()).write(path, text, write),
    around: async (path, how, work) => (await files()).around(path, how, work),
    versions: async (path) => (await files()).versions(path),
  };
}

export function lazyMemory(parts: MemoryDeskParts): MemoryPort {
  let made: Promise<MemoryPort> | undefined;
  const desk = (): Promise<MemoryPort> =>
    (made ??= import("./memory-panel-port.js").then(({ createMemoryDesk }) => createMemoryDesk(parts)));
  return {
    files: async () => (await desk()).files(),
    open: async (path) => (await desk()).open(path),
    save: async (path, text, how) => (await desk()).save(path, text, how),
    pin: async (path, line, isPinned) => (await desk()).pin(path, line, isPinned),
    weigh: async (text) => (await desk()).weigh(text),
    importFiles: async (files, options) => (await desk()).importFiles(files, options),
    exportFiles: async () => (await desk()).exportFiles(),
    find: async (words) => (await desk()).find(words),
  };
}

export function lazyMemoryMarks(...parts: Parameters<typeof createMemoryMarks>): MemoryMarks {
  let made: Promise<MemoryMarks> | undefined;
  const marks = (): Promise<MemoryMarks> =>
    (made ??= import("./memory-annotations.js").then((module) => module.createMemoryMarks(...parts)));
  return {
    of: async (path) => (await marks()).of(path),
    pin: async (path, line, isPinned) => (await marks()).pin(path, line, isPinned),
    use: async (paths, use) => (await marks()).use(paths, use),
  };
}
