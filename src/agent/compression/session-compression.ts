/**
 * Compressions of an open Session: by `/compress`, of Turns that the user points at, of what was previewed; and what the card can do with
 * them, undo, redo, edit (L2, C12).
 */
import type { Clock } from "../../core/clock.js";
import type { TurnRange } from "../../core/compression/compression-cut.js";
import type { CompressionPlan, PlanView } from "../../core/port/compression-port.js";
import type { CompressionNow } from "../../core/compression/compression-versions.js";
import { AgentError, isNamed } from "../../core/errors.js";
import type { SessionEvent } from "../../core/port/events.js";
import type { LogRecord, RecordBody, SnapshotTaken } from "../../core/log/log.js";
import { writeSnapshot } from "../../core/compression/snapshot.js";
import { editSnapshot, type SnapshotChange } from "../../core/compression/snapshot-edit.js";
import type { LogStore } from "../../core/log/store.js";
import { createAsideAsker } from "../models/ask-aside.js";
import type { Compression, CompressorParts } from "./compress.js";
import { createCompressor, type Compressor } from "./compress.js";
import { wordsFor } from "./compression-words.js";
import type { SessionTurns } from "../session/turn-views.js";
import { contentsOf, installDraft, installTruncation, reproject, tokensOf } from "./install-snapshot.js";
import type { WhatIf } from "./compression-preview.js";

interface SessionCompressionParts extends Omit<CompressorParts, "newest" | "asker" | "tell"> {
  readonly log: Pick<LogStore, "append">;
  readonly clock: Clock;
  readonly turns: SessionTurns;
  readonly modelName: () => string;
  readonly tell: CompressorParts["tell"] & ((event: SessionEvent) => void);
}

/** What a Turn of `/compress` is to do. */
export interface CompressTurn {
  /** What to keep above all. */
  readonly focus?: string;
  readonly range?: TurnRange;
  /** What was previewed is done. */
  readonly plan?: CompressionPlan;
}

export interface SessionCompression extends Compressor {
  /** Tells that a Turn of `/compress` has begun; what it gives back does the work of it. `head`: what the Session begins with, if it is new. */
  begin(
    turn: string,
    what: CompressTurn,
    head: () => readonly LogRecord[],
  ): Promise<(signal: AbortSignal) => Promise<boolean>>;
  /** The context has the originals again, and all that was said since; as it was, byte for byte. */
  undo(record: string): Promise<void>;
  redo(record: string): Promise<void>;
  edit(record: string, change: SnapshotChange): Promise<void>;
  undoEdit(record: string): Promise<void>;
  redoEdit(record: string): Promise<void>;
  preview(plan: CompressionPlan): Promise<PlanView>;
  endPreview(): void;
}

export function createSessionCompression(parts: SessionCompressionParts): SessionCompression {
  const { turns, context, meter } = parts;
  const given: CompressorParts = {
    ...parts,
    asker: (turn) => createAsideAsker({ ...parts, ...(turn !== undefined && { turn }) }),
    newest() {
      const found = turns.newestCompression;
      const after = found?.version.after;
      return found && { undone: found.undone, ...(after !== undefined && { after }) };
    },
    async append(records) {
      await parts.append(records);
      turns.note(...records);
    },
  };
  const compressor = createCompressor(given);
  let whatIf: Promise<WhatIf> | undefined;
  let previewing: AbortController | undefined;
  const planning = () =>
    (whatIf ??= import("./compression-preview.js").then(({ createWhatIf }) => createWhatIf(given)));

  async function change(record: string, bodies: readonly RecordBody[]): Promise<void> {
    await given.append(bodies.map((body) => parts.record(body)));
    const { undone, block } = known(record);
    parts.tell({ type: "compression-changed", sessionId: parts.session, record, undone, block });
    await settle();
  }

  async function settle(): Promise<void> {
    await reproject(parts);
    compressor.restart(parts.modelName()); // who took it back does not want it again with the next message
    parts.onWeighed();
  }

  const undoOf = (of: string): RecordBody => ({ kind: "undo", of });

  function known(record: string): CompressionNow {
    const found = turns.compression(record);
    if (!found)
      throw new AgentError(
        "NotFoundError",
        "This compression is not on the page any more. Scroll to it and try again.",
      );
    return found;
  }

  /** Another wording takes its place (C12). Figures are those of the Snapshot as it was taken, but for the difference. */
  async function reworded({ root, version }: CompressionNow, change: SnapshotChange): Promise<SnapshotTaken> {
    const { snapshot, leftOut, retold } = editSnapshot(version, change);
    const contents = contentsOf(writeSnapshot(snapshot));
    const weights = await meter.weighAll(contents);
    const weight = weights.filter((each) => each !== undefined);
    if (weight.length < contents.length)
      throw new AgentError("InvalidStateError", "Nothing was changed: the new text could not be measured. Try again.");
    const { from, through, before, sources, shortened } = root;
    const after = (version.after ?? 0) + tokensOf(weight) - tokensOf(version.weight ?? []);
    return {
      kind: "snapshot",
      ...{ from, through, contents, weight, method: "edited", leftOut, retold, edits: root.id },
      ...(before !== undefined && { before, after }),
      ...(sources && { sources }),
      ...(shortened && { shortened }),
    };
  }

  /** What was chosen is written as it was shown. */
  async function install(plan: CompressionPlan, turn: string, said: string, head: () => readonly LogRecord[]) {
    const made = (await planning()).chosen(plan);
    parts.tell({ type: "compression-started", turnId: turn, trigger: "manual" });
    const { before, after } = made.kind === "draft" ? made.weighed : made;
    const status = made.kind === "draft" ? "compressed" : "content-truncated";
    const done: Compression = { status, before, after };
    if (made.kind === "draft") {
      const heading = () => [...head(), parts.record({ kind: "note", turn, said, text: "" })];
      await installDraft(given, { turn, heading }, made.weighed);
    } else await installTruncation(given, { turn, heading: head, said }, { ...made, text: wordsFor(done) });
    compressor.restart(parts.modelName());
    parts.tell({ type: "compression-ended", turnId: turn, status });
    return done;
  }

  /** A masking is undone as a compression is: it has a note in the place of a card. */
  async function changeMasking(record: string, of: readonly string[]): Promise<void> {
    await given.append(of.map((id) => parts.record(undoOf(id))));
    const { undone } = turns.masking(record)!;
    parts.tell({ type: "masking-changed", sessionId: parts.session, masking: { record, undone } });
    await settle();
  }

  return {
    ...compressor,
    async begin(turn, { focus = "", range, plan }, head) {
      const model = parts.modelName();
      if (plan) (await planning()).chosen(plan); // before anything is told
      const said = `/compress${range ? " this part" : ""}${focus && ` ${focus}`}`;
      const heading = (text = "") => [...head(), parts.record({ kind: "note", turn, said, text })];
      parts.tell({ type: "turn-started", turnId: turn, text: said, at: parts.clock.now() });
      const failed = (error: Error) => {
        parts.tell({ type: "compression-ended", turnId: turn, status: "token-count-error", why: error.message });
        throw error;
      };
      const asked = { turn, trigger: "manual" as const, model, focus, heading: () => heading() };
      const work = async (signal: AbortSignal) => {
        if (plan) return install(plan, turn, said, head).catch(failed);
        await parts.reframe();
        return compressor.compress({ ...asked, ...(range && { range }) }, signal).catch(cancelled);
      };
      return async (signal) => {
        const done = await work(signal);
        // Masks are told by who installs them.
        const words = done.status === "content-truncated" ? "" : wordsFor(done, range !== undefined);
        if (done.status === "compressed") {
          if (words) await parts.append([parts.record({ kind: "note", turn, text: words })]);
        } else if (words) await parts.append(heading(words));
        if (words) parts.tell({ type: "note", turnId: turn, text: words });
        parts.tell({ type: "turn-ended", turnId: turn, outcome: { kind: "done" } });
        return true;
      };
    },
    async undo(id) {
      const masking = turns.masking(id);
      if (masking) return masking.undone ? undefined : changeMasking(id, masking.holding);
      const { root, undone } = known(id);
      if (!undone) await change(id, [id, ...(root.along ?? [])].map(undoOf));
    },
    async redo(id) {
      const masking = turns.masking(id);
      if (masking) return masking.undone ? changeMasking(id, masking.undos) : undefined;
      const { undone, undoneBy } = known(id);
      if (undone) await change(id, undoneBy.map(undoOf));
    },
    async edit(id, wanted) {
      const now = known(id);
      await context.read();
      if (!context.has(now.version.id)) throw notInForce(now.undone);
      await change(id, [await reworded(now, wanted)]);
    },
    async undoEdit(id) {
      const { edit } = known(id);
      if (edit !== undefined) await change(id, [undoOf(edit)]);
    },
    async redoEdit(id) {
      const { undoneEdit } = known(id);
      if (undoneEdit !== undefined) await change(id, [undoOf(undoneEdit)]);
    },
    async preview(plan) {
      previewing?.abort();
      previewing = new AbortController();
      const { signal } = previewing;
      await context.read();
      await parts.reframe();
      return (await planning()).preview(plan, parts.modelName(), signal);
    },
    endPreview() {
      previewing?.abort();
      previewing = undefined;
      void whatIf?.then((made) => made.end());
    },
  };
}

const notInForce = (undone: boolean) =>
  new AgentError(
    "InvalidStateError",
    undone
      ? "This compression is undone. Redo it to change its summary."
      : "This summary is not in force any more: a later one stands in its place, or what it stands for was taken back. Nothing was changed.",
  );

function cancelled(error: Error): Compression {
  if (!isNamed(error, "AbortError")) throw error;
  return { status: "cancelled", before: 0, after: 0 };
}
