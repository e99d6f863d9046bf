/**
 * Checkpoints: every change of a file is in the Log before it is made, with the file as it was and as it will be (A3).
 *
 *   edit record durable ──► file written ──► edit-settled record
 *            └─ a crash in between: on opening, `settle` looks which of the two the file is, and the Log says so
 *
 * R1 A change is made only if the file is as it was when it was proposed: else nothing is written, and `ChangedError`.
 * R2 An undo puts `before` of the call's edit back if the file is `after` still, a redo the other way round; else the three
 *    sides are shown and nothing is touched. Both are changes with checkpoints themselves.
 *    A call that changed several files is undone as a whole; a file of which the user chose what to keep has been dealt with.
 * R3 Several are undone together, the newest first, as one change per file: from what the newest left to what the oldest found.
 *    All of them or, if one file was changed since, none.
 */
import type { ChangedFile, EditView, RestoreView, UndoView } from "../../core/text/edits.js";
import { AgentError, isNamed } from "../../core/errors.js";
import type { MemoryAuthor } from "../../core/memory/memory-file.js";
import type { FileChange } from "../../core/sandbox/sandbox.js";
import type { EditIntended, EditSettled, FileImage, LogRecord, RecordHead } from "../../core/log/log.js";
import { readIfThere } from "../../core/files/if-there.js";
import { decodeText, encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import { isAsExpected, type Workspace } from "../../core/files/workspace.js";
import type { CallId, TurnId } from "../../core/ids.js";
import { bytesOfImage, sha256, imageOf, textOfImage } from "./file-image.js";
import type { SessionState } from "../session/session-state.js";
import { callWords } from "./call-words.js";

export interface FilePlaces {
  readonly workspace: () => Workspace;
  /** The store of a Memory file, which keeps why and by whom it is written. None for other files. */
  readonly memory?: (path: string, as: EditIntended["as"], by?: MemoryAuthor) => FileAccess | undefined;
}

export interface Checkpoints {
  change(turn: TurnId, call: CallId, change: AuthoredChange): Promise<void>;
  /** The edit that a call made. */
  editOf(call: CallId): Promise<EditView | undefined>;
  undo(call: CallId): Promise<UndoView>;
  redo(call: CallId): Promise<UndoView>;
  /**
   * Writes what the user chose of a file that was changed since: an undo by hand, over what `now` shows and nothing else.
   * Then the call's other files are undone, or the next one is shown that was changed too.
   */
  choose(call: CallId, file: ChangedFile, text: string | undefined): Promise<UndoView>;
  /** Files as they were before the first edit of these Turns (R3). */
  restore(turns: ReadonlySet<string>): Promise<RestoreView>;
  /** Writes down how unsettled edits have ended; leaves those of other folders for later. */
  settle(records: readonly LogRecord[]): Promise<readonly LogRecord[]>;
}

/** A change of a file. `by`, for a Memory: its author, if not the Model that answers. */
export type AuthoredChange = FileChange & { readonly by?: MemoryAuthor };

type Edit = RecordHead & EditIntended;

/** The place of a file: the folder, or the store of virtual Memories. */
export type FileAccess = Pick<Workspace, "id" | "read" | "write" | "remove">;

export function createCheckpoints(
  { id: session, log, write, tell }: Pick<SessionState, "id" | "log" | "write" | "tell">,
  places: FilePlaces,
): Checkpoints {
  const readRecords = () => log.records(session);
  const tellUndone = (turnId: TurnId, callId: CallId, undone: boolean) =>
    tell({ type: "edit-undone", turnId, callId, undone });
  const placeOf = (path: string, as: EditIntended["as"] = "edit", by?: MemoryAuthor): FileAccess =>
    places.memory?.(path, as, by) ?? places.workspace();

  async function make(body: Omit<EditIntended, "kind" | "workspace">, by?: MemoryAuthor): Promise<void> {
    const workspace = placeOf(body.path, body.as, by);
    const [intent] = (await write([{ kind: "edit", workspace: workspace.id, ...body }])) as [Edit];
    const expected = body.before ? bytesOfImage(body.before) : "nothing";
    try {
      if (body.after) await workspace.write(body.path, bytesOfImage(body.after), expected);
      else await workspace.remove(body.path, expected);
    } catch (error) {
      await write([settled(intent, await stateOf(workspace, intent))]);
      throw error;
    }
    await write([settled(intent, "after")]);
  }

  /**
   * R2, R3. A file may be as it should be already: put back by hand, or by an undo that a crash has cut short. Then nothing is written,
   * and the event alone is sent.
   */
  async function turnBack(spans: readonly Span[], as: "undo" | "redo"): Promise<readonly ChangedFile[]> {
    const undone = new Map<CallId, TurnId>();
    const looked = await Promise.all(
      spans.map(async (span) => ({
        ...directed(span, as),
        span,
        now: await readIfThere(placeOf(span.path), span.path),
      })),
    );
    const open = looked.filter(({ to, now }) => !isImage(to, now));
    const changed = open.filter(({ from, now }) => !isImage(from, now));
    if (changed.length > 0) return changed.map(({ span, now }) => sidesOf(span, now));
    for (const { from, to, span } of looked) {
      const { path, last, edits } = span;
      const covers = edits.map(({ call }) => call).filter((call) => call !== last.call);
      if (open.some((each) => each.span === span)) {
        const images = imagesOf(from, to);
        await make({ turn: last.turn, call: last.call, as, path, ...images, ...(covers.length > 0 && { covers }) });
      }
      for (const { turn, call } of edits) undone.set(call, turn);
    }
    for (const [call, turn] of undone) tellUndone(turn, call, as === "undo");
    return [];
  }

  /** The place of an edited file; none while its folder is not open. */
  function findPlace({ path, workspace }: Edit): FileAccess | undefined {
    try {
      const place = placeOf(path);
      return place.id === workspace ? place : undefined;
    } catch (error) {
      if (isNamed(error, "NotFoundError")) return undefined;
      throw error;
    }
  }

  const editsOf = async (call: CallId): Promise<readonly Edit[]> =>
    (await readRecords()).filter(isEdit).filter((edit) => edit.call === call && edit.as === "edit");

  async function turnCallBack(call: CallId, as: "undo" | "redo"): Promise<UndoView> {
    const edits = await editsOf(call);
    const [first] = edits;
    if (!first) throw new AgentError("NotFoundError", callWords.nothingToTakeBack);
    mustBeOf(placeOf(first.path), first);
    const [changed] = await turnBack(as === "undo" ? await stillOpen(call, spansOf(edits)) : spansOf(edits), as);
    return changed ? { kind: "changed", ...changed } : { kind: as === "undo" ? "undone" : "redone" };
  }

  /** The spans without the files of which the user chose what to keep. */
  async function stillOpen(call: CallId, spans: readonly Span[]): Promise<readonly Span[]> {
    const records = await readRecords();
    const done = new Set(records.flatMap((each) => (isSettled(each) && each.found === "after" ? [each.edit] : [])));
    return spans.filter(({ path, before }) => {
      const last = records
        .filter(isEdit)
        .findLast((each) => each.call === call && each.path === path && done.has(each.id));
      return !(last?.as === "undo" && last.after?.hash !== before?.hash);
    });
  }

  return {
    async change(turn, call, { path, before, after, by }) {
      const images = imagesOf(before && (await imageOf(before)), after && (await imageOf(after)));
      await make({ turn, call, as: "edit", path, ...images }, by);
    },
    async editOf(call) {
      const edits = await editsOf(call);
      const edit = edits.find(({ after }) => after) ?? edits[0];
      if (!edit) return undefined;
      const { path, before, after } = edit;
      const others = edits.filter((each) => each !== edit).map((each) => each.path);
      const texts = { before: before && textOfImage(before), after: after ? textOfImage(after) : "" };
      return { path, ...texts, ...(others.length > 0 && { others }) };
    },
    undo: (call) => turnCallBack(call, "undo"),
    redo: (call) => turnCallBack(call, "redo"),
    async choose(call, { path, now }, text) {
      const edit = (await editsOf(call)).find((each) => each.path === path);
      if (!edit) throw new AgentError("NotFoundError", callWords.notChangedByCall(path));
      const workspace = placeOf(path);
      mustBeOf(workspace, edit);
      const there = await readIfThere(workspace, path);
      if ((there && decodeText(there)) !== now) throw new AgentError("ChangedError", callWords.changedAgain(path));
      const next = chosenBytes(text, there, edit);
      const images = imagesOf(there && (await imageOf(there)), next && (await imageOf(next)));
      await make({ turn: edit.turn, call, as: "undo", path, ...images });
      const rest = await turnCallBack(call, "undo");
      if (rest.kind !== "changed") tellUndone(edit.turn, call, true);
      return rest;
    },
    async restore(turns) {
      const { id } = places.workspace();
      const records = await readRecords();
      const failed = new Set(records.flatMap((each) => (isSettled(each) && each.found !== "after" ? [each.edit] : [])));
      const edits = records
        .filter(isEdit)
        .filter((edit) => edit.workspace === id && turns.has(edit.turn) && !failed.has(edit.id));
      const spans = spansOf(edits);
      const files = await turnBack(spans, "undo");
      return files.length > 0 ? { kind: "changed", files } : { kind: "restored", paths: spans.map(({ path }) => path) };
    },
    async settle(records) {
      const known = new Set(records.filter(isSettled).map(({ edit }) => edit));
      const made: LogRecord[] = [];
      for (const edit of records.filter(isEdit).filter(({ id }) => !known.has(id))) {
        const workspace = findPlace(edit);
        if (!workspace) continue;
        // A file that can't be read now is looked at again when its folder is next opened.
        const found = await stateOf(workspace, edit).catch((error: unknown) => {
          console.warn(`How the edit of ${edit.path} ended can't be seen now.`, error);
          return undefined;
        });
        if (found) made.push(...(await write([settled(edit, found)])));
      }
      return made;
    },
  };
}

/** All edits of one file as one change: from what the first edit found to what the last one left. */
interface Span {
  readonly path: string;
  readonly before?: FileImage;
  readonly after?: FileImage;
  readonly last: Edit;
  readonly edits: readonly Edit[];
}

function spansOf(edits: readonly Edit[]): readonly Span[] {
  return [...new Set(edits.map(({ path }) => path))].map((path) => {
    const own = edits.filter((edit) => edit.path === path);
    const last = own.at(-1)!;
    return { path, ...imagesOf(own[0]!.before, last.after), last, edits: own.filter(({ as }) => as === "edit") };
  });
}

const directed = ({ before, after }: Span, as: "undo" | "redo") =>
  as === "undo" ? { from: after, to: before } : { from: before, to: after };

const isSettled = (record: LogRecord): record is RecordHead & EditSettled => record.kind === "edit-settled";
const isEdit = (record: LogRecord): record is Edit => record.kind === "edit";

const settled = ({ id, turn, call, as, covers }: Edit, found: EditSettled["found"]): EditSettled => ({
  kind: "edit-settled",
  turn,
  call,
  edit: id,
  as,
  ...(covers && { covers }),
  found,
});

const imagesOf = (before: FileImage | undefined, after: FileImage | undefined) => ({
  ...(before && { before }),
  ...(after && { after }),
});

async function stateOf(workspace: FileAccess, edit: Edit): Promise<EditSettled["found"]> {
  const now = await readIfThere(workspace, edit.path);
  const hash = now && (await sha256(now));
  if (hash === edit.after?.hash) return "after";
  return hash === edit.before?.hash ? "before" : "neither";
}

const isImage = (image: FileImage | undefined, now: Uint8Array | undefined): boolean =>
  isAsExpected(image ? bytesOfImage(image) : "nothing", now);

/** The three sides of a conflict; bytes that are no text are shown as far as they can be. */
const sidesOf = ({ path, before, after }: Span, now: Uint8Array | undefined): ChangedFile => ({
  path,
  ...(before && { before: textOfImage(before) }),
  ...(after && { after: textOfImage(after) }),
  ...(now && { now: decodeText(now) }),
});

/** A side that was chosen as it was shown is put back byte by byte, also if it is no text. */
function chosenBytes(text: string | undefined, now: Uint8Array | undefined, { before, after }: Edit) {
  if (text === undefined) return undefined;
  const shown = [before, after].find((image) => image && textOfImage(image) === text);
  if (shown) return bytesOfImage(shown);
  return encodeText(text, (now && findEditableText(now)?.format) ?? PLAIN_TEXT);
}

function mustBeOf(workspace: FileAccess, edit: Edit): void {
  if (workspace.id === edit.workspace) return;
  throw new AgentError("NotFoundError", callWords.inAnotherFolder(edit.path));
}
