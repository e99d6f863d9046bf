/** The way to the Memories, which are loaded with the first message or the first look at them: a page is shown without them. */
import type { AgentEvent, MemoryChange } from "../../core/port/events.js";
import type { Gauge } from "../../core/measure/gauge.js";
import type { TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { MemoryView, RenderedMemory } from "../../core/memory/memory.js";
import { memorySearchBy } from "../../core/memory/memory-names.js";
import type { MemoryFiles } from "../../core/memory/memory-file.js";
import type { Settings } from "../../core/settings/settings.js";
import type { ContextSeen } from "./just-in-time-memory.js";
import type { Touched } from "../calls/call-tools.js";
import type { MemoryOptions } from "./load-memory.js";
import type { Brought, StandingMemory } from "./standing-memory.js";

interface MemoryDoorParts {
  readonly virtual: Pick<MemoryFiles, "list" | "read">;
  /** The open folder, as far as it is trusted; none where none is open. */
  readonly folder: () => TrustedFolder | undefined;
  /** Resolves when it is known whether it is. */
  readonly ready: () => Promise<unknown>;
  readonly settings: () => Settings;
  readonly gauge: Pick<Gauge, "weighFrame">;
  readonly tell: (event: AgentEvent) => void;
}

export interface MemoryDoor {
  rendered(): Promise<RenderedMemory>;
  view(): Promise<MemoryView>;
  refresh(by?: MemoryChange): ReturnType<StandingMemory["refresh"]>;
  broughtBy(touched: Touched, context: ContextSeen): Promise<Brought>;
  /** What follows needs no Memories if nobody has asked for them yet. */
  changed(paths: readonly string[], by: MemoryChange): void;
  forget(): void;
}

export function createMemoryDoor({ virtual, folder, ready, settings, gauge, tell }: MemoryDoorParts): MemoryDoor {
  let standing: StandingMemory | undefined;
  async function open(): Promise<StandingMemory> {
    const [{ createStandingMemory }] = await Promise.all([import("./standing-memory.js"), ready()]);
    return (standing ??= createStandingMemory({
      places: () => {
        const now = folder();
        return { virtual, ...(now && { folder: now }) };
      },
      options: () => optionsOf(settings()),
      gauge,
      tell,
    }));
  }
  return {
    rendered: async () => (await open()).rendered(),
    view: async () => (await open()).view(),
    refresh: async (by) => (await open()).refresh(by),
    async broughtBy({ paths, isChange }, context) {
      const memory = await open();
      if (isChange) await memory.changed(paths, "here");
      return memory.broughtBy(paths, context);
    },
    changed: (paths, by) => void standing?.changed(paths, by),
    forget: () => standing?.forget(),
  };
}

const optionsOf = (settings: Settings): MemoryOptions => ({
  ...memorySearchBy(settings),
  format: settings["context.importFormat"],
  loadsDeep: settings["context.loadDeep"],
});
