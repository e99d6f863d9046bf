/** The memory panel's port, whose body is loaded when the panel is first opened: no page is shown by it. */
import type { MemoryPort } from "../core/memory-port.js";
import type { MemoryDeskParts } from "./memory-desk.js";

export function lazyMemory(parts: MemoryDeskParts): MemoryPort {
  let made: Promise<MemoryPort> | undefined;
  const desk = (): Promise<MemoryPort> =>
    (made ??= import("./memory-desk.js").then(({ createMemoryDesk }) => createMemoryDesk(parts)));
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
