/** What a made-up Agent does with compressions: the cards of its Turns change as real ones do, methods have made-up figures. */
import type { CompressionBlock } from "../../src/core/compression/compression.js";
import type { CompressionMethod, CompressionsPort, CompressionPreview } from "../../src/core/port/compressions-port.js";
import type { SnapshotChange } from "../../src/core/compression/snapshot-edit.js";
import { AgentError } from "../../src/core/errors.js";
import { withCompression, type TurnView } from "../../src/core/port/turns.js";
import { FakeCalls } from "./fake-calls.js";

export abstract class FakeCompressions extends FakeCalls {
  /** The Session that is open. */
  abstract readonly opened: { readonly id: string; readonly turns: TurnView[] };
  /** What was asked for, the newest last. */
  readonly asked: unknown[] = [];

  readonly compressions: CompressionsPort = {
    undo: async (record) => this.#become(record, (block) => ({ ...block, undone: true })),
    redo: async (record) => this.#become(record, (block) => ({ ...block, undone: false })),
    edit: async (record, change) => {
      if (change.kind === "text" && !change.text.includes("<state_snapshot>"))
        throw new AgentError("InvalidArgsError", "This can’t be read as a summary, so nothing was changed.");
      this.#become(record, (block) => ({
        ...edited(block, change),
        method: "edited",
        edits: { made: 1, canRedo: false },
      }));
    },
    undoEdit: async (record) => this.#become(record, (block) => ({ ...block, edits: { made: 0, canRedo: true } })),
    redoEdit: async (record) => this.#become(record, (block) => ({ ...block, edits: { made: 1, canRedo: false } })),
    compressTurns: async (range) => void this.asked.push(range),
    cancel: async () => void this.asked.push("cancel"),
    preview: async (method) => {
      this.asked.push(method);
      return { method, before: 61_200, leftOut: [], shortened: [], ...METHODS[method] };
    },
    installPreview: async (method) => void this.asked.push({ install: method }),
    endPreview: async () => void this.asked.push("end"),
  };

  #become(record: string, change: (block: CompressionBlock) => CompressionBlock) {
    const { id, turns } = this.opened;
    const found = turns
      .flatMap(({ blocks }) => blocks)
      .find((each) => each.kind === "compression" && each.record === record);
    if (found?.kind !== "compression") throw new AgentError("NotFoundError", "There is no such compression.");
    const block = change(found);
    for (const [at, turn] of turns.entries())
      turns[at] = withCompression(turn, (each) => (each === record ? block : undefined));
    this.tell({ type: "compression-changed", sessionId: id, record, undone: block.undone ?? false, block });
  }
}

function edited(block: CompressionBlock, change: SnapshotChange): CompressionBlock {
  if (change.kind === "put-back") {
    const leftOut = block.leftOut.filter(({ text }) => text !== change.line.text);
    return { ...block, lines: [...block.lines, change.line], leftOut };
  }
  if (change.kind === "line")
    return { ...block, lines: block.lines.with(change.at, { ...block.lines[change.at]!, text: change.text }) };
  return block;
}

const line = (text: string) => ({ section: "key_knowledge" as const, text, from: [3] });
const METHODS = {
  masking: { after: 38_900, lines: [], shortened: [{ record: "r1", tool: "read_file", before: 23_000, after: 700 }] },
  extractive: { after: 14_300, score: 0.86, lines: [line("The rate for region 1 is 1.25 percent.")] },
  model: { after: 12_800, score: 0.93, lines: [line("Region 1 pays 1.25 percent.")] },
} satisfies Record<CompressionMethod, Partial<CompressionPreview>>;
