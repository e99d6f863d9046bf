/** Virtual memory files that live in a test, with their versions. */
import { AgentError } from "../../src/core/errors.js";
import type { MemoryFiles, MemoryVersion } from "../../src/core/memory/memory-file.js";

export function virtualFiles(initial: Readonly<Record<string, string>> = {}): MemoryFiles {
  const texts = new Map(Object.entries(initial));
  const kept: MemoryVersion[] = [];
  return {
    list: () => Promise.resolve([...texts.keys()]),
    read: (path) => Promise.resolve(texts.get(path)),
    async write(path, text, { expected, by, session, why }) {
      if (texts.get(path) !== expected) throw new AgentError("ChangedError", `“${path}” was changed meanwhile.`);
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
      const version: MemoryVersion = {
        id: String(kept.length).padStart(6, "0"),
        path,
        at: kept.length,
        by,
        ...(text !== undefined && { text }),
        ...(session && { session }),
        ...(why && { why }),
      };
      kept.push(version);
      return version;
    },
    around: (_path, _how, work) => work(),
    versions: (path) => Promise.resolve(kept.filter((version) => version.path === path)),
  };
}
