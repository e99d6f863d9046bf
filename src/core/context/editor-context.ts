/**
 * Editor context (X7): the files that are open in the app's own viewer, in tags that set them apart from the user's words. It is sent with
 * a message, never between a call and its result.
 * R1 It has the newest ten files; of the one in sight its line and the selection, 16,384 characters of it at most.
 * R2 All of it is sent the first time, and when an earlier one may have left the context; else only changes.
 * R3 Nothing is sent where nothing is open, or nothing has changed.
 */
import { EDITOR_CLOSE, EDITOR_OPEN } from "./editor-tags.js";
import { cutBefore } from "../text/truncate.js";

/** A file that is open in the viewer (X7). */
export interface ViewedFile {
  readonly path: string;
  /** Whether it is the one in sight. */
  readonly active: boolean;
  /** The selected text. */
  readonly selection?: string;
  /** The first line of the selection, or else the first in sight; from 1. */
  readonly line?: number;
}

export interface EditorView {
  readonly inSight?: Pick<ViewedFile, "path" | "line" | "selection">;
  /** Paths of all open files, the newest first. */
  readonly open: readonly string[];
}

/** Gemini CLI's figures (X7). */
const MOST_FILES = 10;
export const MOST_SELECTED = 16_384;

/** R1 */
export function editorViewOf(files: readonly ViewedFile[]): EditorView {
  const newest = files.slice(0, MOST_FILES);
  const active = newest.find((file) => file.active);
  if (!active) return { open: newest.map(({ path }) => path) };
  const { path, line, selection = "" } = active;
  const cut = selection.slice(0, cutBefore(selection, MOST_SELECTED));
  const selected = cut.length < selection.length ? `${cut}... [TRUNCATED]` : cut;
  return {
    inSight: { path, ...(line !== undefined && { line }), ...(selected !== "" && { selection: selected }) },
    open: newest.map((file) => file.path),
  };
}

/** `known` is the view that the Model was sent before. `mark` sets the selection apart: it is a file's words, not the user's. */
export function editorText(
  now: EditorView,
  known: EditorView | undefined,
  mark: (text: string) => string,
): string | undefined {
  const isDelta = known !== undefined && known.open.length > 0;
  const lines = isDelta ? changesIn(now, known, mark) : allOf(now, mark);
  if (lines.length === 0) return undefined; // R3
  const head = isDelta
    ? "Told by the app: what has changed in the viewer since."
    : "Told by the app: what the user has open in the viewer beside this conversation. It may have nothing to do with the message.";
  return [EDITOR_OPEN, head, ...lines, `${EDITOR_CLOSE}\n`].join("\n"); // the user's words begin on a line of their own
}

function allOf({ inSight, open }: EditorView, mark: (text: string) => string): readonly string[] {
  const others = open.filter((path) => path !== inSight?.path);
  return [
    ...(inSight ? [`In sight: ${placeOf(inSight)}`, ...selected(inSight, mark)] : []),
    ...(others.length > 0 ? [`${inSight ? "Also open" : "Open"}: ${named(others)}`] : []),
  ];
}

function changesIn(now: EditorView, known: EditorView, mark: (text: string) => string): readonly string[] {
  const opened = now.open.filter((path) => !known.open.includes(path));
  const closed = known.open.filter((path) => !now.open.includes(path));
  return [
    ...(opened.length > 0 ? [`Opened: ${named(opened)}`] : []),
    ...(closed.length > 0 ? [`Closed: ${named(closed)}`] : []),
    ...sightChange(now.inSight, known.inSight, mark),
  ];
}

function sightChange(
  now: EditorView["inSight"],
  before: EditorView["inSight"],
  mark: (text: string) => string,
): readonly string[] {
  if (!now) return before ? ["No file is in sight any more."] : [];
  if (now.path !== before?.path) return [`In sight now: ${placeOf(now)}`, ...selected(now, mark)];
  const isElsewhere = now.line !== before.line || now.selection !== before.selection;
  if (!isElsewhere) return [];
  if (now.selection === before.selection) return [`In sight now: ${placeOf(now)}`];
  if (now.selection === undefined) return [`In ${named([now.path])} nothing is selected any more.`];
  return [`In sight now: ${placeOf(now)}`, ...selected(now, mark)];
}

const selected = ({ selection }: Pick<ViewedFile, "selection">, mark: (text: string) => string): readonly string[] =>
  selection === undefined ? [] : ["The user has selected this in it:", mark(selection)];

const placeOf = ({ path, line }: Pick<ViewedFile, "path" | "line">): string =>
  line === undefined ? named([path]) : `${named([path])}, from line ${line}`;

/** Paths as JSON: whatever is in a name, it can neither end its line nor close a tag. */
const named = (paths: readonly string[]): string =>
  paths.map((path) => JSON.stringify(path).replaceAll("<", String.raw`\u003c`)).join(", ");
