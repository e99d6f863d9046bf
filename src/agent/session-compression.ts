/** Compressions of an open Session: by `/compress`, and what the card can do, undo and redo (L2). */
import type { Clock } from "../core/clock.js";
import { AgentError, isNamed } from "../core/errors.js";
import type { SessionEvent } from "../core/events.js";
import type { LogRecord, RecordBody } from "../core/log.js";
import type { LogStore } from "../core/store.js";
import { createAsideAsker } from "./ask-aside.js";
import type { Compression, CompressorParts } from "./compress.js";
import { createCompressor, type Compressor } from "./compress.js";
import type { SessionTurns } from "./session-turns.js";

export interface SessionCompressionParts extends Omit<CompressorParts, "newest" | "asker" | "tell"> {
  readonly log: Pick<LogStore, "append">;
  readonly clock: Clock;
  readonly turns: SessionTurns;
  readonly modelName: () => string;
  readonly tell: CompressorParts["tell"] & ((event: SessionEvent) => void);
}

export interface SessionCompression extends Compressor {
  /** Tells that a Turn of `/compress` has begun; what it gives back does the work of it. `head`: what the Session begins with, if it is new. */
  begin(turn: string, focus: string, head: () => readonly LogRecord[]): (signal: AbortSignal) => Promise<boolean>;
  /** The context has the originals again, and all that was said since; as it was, byte for byte. */
  undo(record: string): Promise<void>;
  redo(record: string): Promise<void>;
}

export function createSessionCompression(parts: SessionCompressionParts): SessionCompression {
  const { turns, context, meter } = parts;
  const compressor = createCompressor({
    ...parts,
    asker: (turn) => createAsideAsker({ ...parts, turn }),
    newest() {
      const found = turns.newestCompression;
      return found && { undone: found.undone, ...(found.record.after !== undefined && { after: found.record.after }) };
    },
    async append(records) {
      await parts.append(records);
      turns.note(...records);
    },
  });

  async function change(record: string, undone: boolean, bodies: readonly RecordBody[]): Promise<void> {
    const records: readonly LogRecord[] = bodies.map((body) => parts.record(body));
    await parts.append(records);
    turns.note(...records);
    parts.tell({ type: "compression-changed", sessionId: parts.session, record, undone });
    context.forget();
    await context.read();
    await meter.refresh();
    await parts.reframe();
    compressor.restart(parts.modelName()); // who took it back does not want it again with the next message
    parts.onWeighed();
  }

  const known = (record: string) => {
    const found = turns.compression(record);
    if (!found)
      throw new AgentError(
        "NotFoundError",
        "This compression is not on the page any more. Scroll to it and try again.",
      );
    return found;
  };

  return {
    ...compressor,
    begin(turn, focus, head) {
      const said = focus ? `/compress ${focus}` : "/compress";
      const heading = (text = "") => [...head(), parts.record({ kind: "note", turn, said, text })];
      parts.tell({ type: "turn-started", turnId: turn, text: said, at: parts.clock.now() });
      return async (signal) => {
        await parts.reframe();
        const asked = { turn, trigger: "manual" as const, model: parts.modelName(), focus, heading: () => heading() };
        const done = await compressor.compress(asked, signal).catch(cancelled);
        const words = wordsFor(done);
        if (done.status !== "compressed") await parts.append(heading(words));
        else if (words) await parts.append([parts.record({ kind: "note", turn, text: words })]);
        if (words) parts.tell({ type: "note", turnId: turn, text: words });
        parts.tell({ type: "turn-ended", turnId: turn, outcome: { kind: "done" } });
        return true;
      };
    },
    async undo(id) {
      const { record, undone } = known(id);
      if (undone) return;
      await change(
        id,
        true,
        [id, ...(record.along ?? [])].map((of): RecordBody => ({ kind: "undo", of })),
      );
    },
    async redo(id) {
      const { undone, undoneBy } = known(id);
      if (!undone) return;
      await change(
        id,
        false,
        undoneBy.map((of): RecordBody => ({ kind: "undo", of })),
      );
    },
  };
}

function cancelled(error: Error): Compression {
  if (!isNamed(error, "AbortError")) throw error;
  return { status: "cancelled", before: 0, after: 0 };
}

/** What `/compress` says where there is no card to show. */
function wordsFor({ status, before, after, why }: Compression): string {
  const tokens = (count: number) => count.toLocaleString("en");
  switch (status) {
    case "compressed":
      return why ? `${why} So the summary was made on this device, without a model.` : "";
    case "inflated":
      return `Nothing was changed: a summary would not be shorter than what it stands for (${tokens(before)} tokens now, ${tokens(after)} with it).`;
    case "token-count-error":
      return `Nothing was changed: how large the compressed conversation would be could not be measured.${why ? ` ${why}` : ""} Try again in a moment.`;
    case "empty-summary":
      return "Nothing was changed: the model gave back no summary that could be read. Try again, or choose the librarian as the model, which needs none to compress.";
    case "noop":
      return "There is nothing to compress yet.";
    case "content-truncated":
      return `Old results are shown in part: ${tokens(before)} → ${tokens(after)} tokens.`;
    case "cancelled":
      return "Stopped; nothing was changed.";
  }
}
