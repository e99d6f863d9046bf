/** Memories that work, in memory: the real port over a log and a folder of a test. */
import { createMemoryPanelPort } from "../../src/agent/memory/memory-panel-port.js";
import { createMemoryFiles } from "../../src/agent/memory/memory-files.js";
import { createMemoryAnnotations, type MemoryAnnotations } from "../../src/agent/memory/memory-annotations.js";
import { createGauge } from "../../src/core/measure/gauge.js";
import type { MemoryFiles } from "../../src/core/memory/memory-file.js";
import type { MemoryPort } from "../../src/core/port/memory-port.js";
import { NO_MEMORY, type MemoryView } from "../../src/core/memory/memory.js";
import { createIds } from "../../src/core/ulid.js";
import { plainCounter } from "./plain-counter.js";
import { createMemoryWorkspace, type MemoryWorkspace } from "./memory-workspace.js";
import { createMemoryLog } from "./memory-log.js";

export interface FakeMemories {
  readonly port: MemoryPort;
  readonly files: MemoryFiles;
  readonly annotations: MemoryAnnotations;
  readonly workspace: MemoryWorkspace;
  /** What is loaded of them. */
  view: MemoryView;
}

export function createFakeMemories(told: (path: string) => void, now: () => number = Date.now): FakeMemories {
  const log = createMemoryLog((news) => news.forEach((each) => each.type === "remembered" && told(each.key)));
  const workspace = createMemoryWorkspace({
    id: "garden",
    name: "garden",
    tree: { "GEMINI.md": "# Garden\n\n- Plans are kept in `plans/beds.md`\n", notes: { "march.md": "Herons.\n" } },
  });
  const ids = createIds(now, (count) => crypto.getRandomValues(new Uint8Array(count)));
  const files = createMemoryFiles({ log, ids, clock: { now }, workspace: () => workspace });
  const gauge = createGauge({ counter: () => Promise.resolve(plainCounter), stored: () => Promise.resolve([]) });
  const annotations = createMemoryAnnotations(log, () => workspace);
  const fake: FakeMemories = {
    files,
    annotations,
    workspace,
    view: NO_MEMORY,
    port: createMemoryPanelPort({
      files,
      annotations,
      gauge,
      workspace: () => workspace,
      loader: {
        view: () => Promise.resolve(fake.view),
        refresh: () => Promise.resolve({ before: fake.view, after: fake.view }),
      },
    }),
  };
  return fake;
}
