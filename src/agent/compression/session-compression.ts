/**
 * Compressions of an open Session: by `/compress`, of Turns that the user points at, by a preview that was chosen; and their undo, redo
 * and edit (L2, C12).
 */
import type { TurnRange } from "../../core/compression/compression-cut.js";
import type { CompressionMethod, CompressionPreview } from "../../core/port/compressions-port.js";
import type { CompressionNow } from "../../core/compression/compression-versions.js";
import { AgentError, isNamed } from "../../core/errors.js";
import { once } from "../../core/lazy.js";
import type { NoteLeft, RecordBody, SnapshotTaken } from "../../core/log/log.js";
import { writeSnapshot } from "../../core/log/snapshot.js";
import { editSnapshot, type SnapshotChange } from "../../core/compression/snapshot-edit.js";
import type { RecordId, TurnId } from "../../core/ids.js";
import { createCompressor, type Compression, type CompressionMeans, type Compressor } from "./compress.js";
import { compressionWords, wordsFor } from "./compression-words.js";
import { contentsOf, installDraft, installTruncation, tokensOf } from "./install-snapshot.js";
import type { SessionState } from "../session/session-state.js";

/** The task of a Turn of `/compress`. */
export interface CompressTurn {
  /** Words of the user on what to keep above all. */
  readonly focus?: string;
  readonly range?: TurnRange;
  /** The preview to install, instead of a new compression. */
  readonly method?: CompressionMethod;
}

export interface SessionCompression extends Compressor {
  /** Tells that a Turn of `/compress` has begun. Resolves with the function that does its work. */
  begin(turn: TurnId, what: CompressTurn): Promise<(signal: AbortSignal) => Promise<boolean>>;
  /** The context has the originals again, and all that was said since; as it was, byte for byte. */
  undo(record: RecordId): Promise<void>;
  redo(record: RecordId): Promise<void>;
  edit(record: RecordId, change: SnapshotChange): Promise<void>;
  undoEdit(record: RecordId): Promise<void>;
  redoEdit(record: RecordId): Promise<void>;
  preview(method: CompressionMethod): Promise<CompressionPreview>;
  endPreview(): void;
}

export function createSessionCompression(state: SessionState, means: CompressionMeans): SessionCompression {
  const { turns, context, meter, tell } = state;
  const compressor = createCompressor(state, means);
  const previews = once(async () => (await import("./compression-preview.js")).createCompressionPreviews(state, means));
  let previewing: AbortController | undefined;

  /** A user who took a compression back does not want it again with the next message, so the Compressor begins anew. */
  async function change(bodies: readonly RecordBody[], told: () => void): Promise<void> {
    await state.write(bodies, { rereads: true, tell: told, onWeighed: () => compressor.restart() });
  }

  const changeCompression = (record: RecordId, bodies: readonly RecordBody[]) =>
    change(bodies, () => {
      const { undone, block } = known(record);
      tell({ type: "compression-changed", sessionId: state.id, record, undone, block });
    });

  /** A masking is undone as a compression is: it has a note in the place of a card. */
  const changeMasking = (record: RecordId, of: readonly RecordId[]) =>
    change(of.map(undoOf), () => {
      const { undone } = turns.masking(record)!;
      tell({ type: "masking-changed", sessionId: state.id, masking: { record, undone } });
    });

  const undoOf = (of: RecordId): RecordBody => ({ kind: "undo", of });

  function known(record: RecordId): CompressionNow {
    const found = turns.compression(record);
    if (!found) throw new AgentError("NotFoundError", compressionWords.notOnPage);
    return found;
  }

  /** Another wording of a Snapshot (C12). Its figures are those of the Snapshot as it was taken, but for the difference. */
  async function reworded({ root, version }: CompressionNow, change: SnapshotChange): Promise<SnapshotTaken> {
    const { snapshot, leftOut, reworded } = editSnapshot(version, change);
    const contents = contentsOf(writeSnapshot(snapshot));
    const weights = await meter.weighAll(contents);
    const weight = weights.filter((each) => each !== undefined);
    if (weight.length < contents.length) throw new AgentError("InvalidStateError", compressionWords.notMeasured);
    const { from, through, before, sources, shortened } = root;
    const after = (version.after ?? 0) + tokensOf(weight) - tokensOf(version.weight ?? []);
    return {
      kind: "snapshot",
      ...{ from, through, contents, weight, method: "edited", leftOut, retold: reworded, edits: root.id },
      ...(before !== undefined && { before, after }),
      ...(sources && { sources }),
      ...(shortened && { shortened }),
    };
  }

  /** Writes the preview that was chosen, as it was shown. */
  async function install(method: CompressionMethod, turn: TurnId, said: string): Promise<Compression> {
    const made = (await previews()).chosen(method);
    tell({ type: "compression-started", turnId: turn, trigger: "manual" });
    const { before, after } = made;
    const status = "draft" in made ? "compressed" : "content-truncated";
    const done: Compression = { status, before, after };
    if ("draft" in made) await installDraft(state, { turn, heading: [{ kind: "note", turn, said, text: "" }] }, made);
    else await installTruncation(state, { turn, said, text: wordsFor(done) }, made);
    compressor.restart();
    tell({ type: "compression-ended", turnId: turn, status });
    return done;
  }

  return {
    ...compressor,
    async begin(turn, { focus = "", range, method }) {
      const { model } = state;
      if (method) (await previews()).chosen(method); // before anything is told
      const said = `/compress${range ? " this part" : ""}${focus && ` ${focus}`}`;
      const heading: NoteLeft = { kind: "note", turn, said, text: "" };
      tell({ type: "turn-started", turnId: turn, text: said, at: state.clock.now() });
      const failed = (error: Error) => {
        tell({ type: "compression-ended", turnId: turn, status: "token-count-error", why: error.message });
        throw error;
      };
      const asked = { turn, trigger: "manual" as const, model, focus, heading: [heading] };
      const work = async (signal: AbortSignal) => {
        if (method) return install(method, turn, said).catch(failed);
        await state.reframe();
        return compressor.compress({ ...asked, ...(range && { range }) }, signal).catch(cancelled);
      };
      return async (signal) => {
        const done = await work(signal);
        // A truncation is told where it is installed.
        const words = done.status === "content-truncated" ? "" : wordsFor(done, range !== undefined);
        if (words) {
          await state.write([
            done.status === "compressed" ? { kind: "note", turn, text: words } : { ...heading, text: words },
          ]);
          tell({ type: "note", turnId: turn, text: words });
        }
        tell({ type: "turn-ended", turnId: turn, outcome: { kind: "done" } });
        return true;
      };
    },
    async undo(id) {
      const masking = turns.masking(id);
      if (masking) return masking.undone ? undefined : changeMasking(id, masking.holding);
      const { root, undone } = known(id);
      if (!undone) await changeCompression(id, [id, ...(root.along ?? [])].map(undoOf));
    },
    async redo(id) {
      const masking = turns.masking(id);
      if (masking) return masking.undone ? changeMasking(id, masking.undos) : undefined;
      const { undone, undoneBy } = known(id);
      if (undone) await changeCompression(id, undoneBy.map(undoOf));
    },
    async edit(id, wanted) {
      const now = known(id);
      await context.read();
      if (!context.has(now.version.id)) throw notInForce(now.undone);
      await changeCompression(id, [await reworded(now, wanted)]);
    },
    async undoEdit(id) {
      const { edit } = known(id);
      if (edit !== undefined) await changeCompression(id, [undoOf(edit)]);
    },
    async redoEdit(id) {
      const { undoneEdit } = known(id);
      if (undoneEdit !== undefined) await changeCompression(id, [undoOf(undoneEdit)]);
    },
    async preview(method) {
      previewing?.abort();
      previewing = new AbortController();
      const { signal } = previewing;
      await context.read();
      await state.reframe();
      return (await previews()).preview(method, state.model, signal);
    },
    endPreview() {
      previewing?.abort();
      previewing = undefined;
      previews.ifAsked((made) => made.end());
    },
  };
}

const notInForce = (undone: boolean) =>
  new AgentError("InvalidStateError", undone ? compressionWords.undone : compressionWords.notInForce);

function cancelled(error: Error): Compression {
  if (!isNamed(error, "AbortError")) throw error;
  return { status: "cancelled", before: 0, after: 0 };
}
