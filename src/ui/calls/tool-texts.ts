/** Texts of Tool calls and of finished edits in a Turn. */
import { counted } from "../base/numbers.js";

export const toolTexts = {
  state: { running: "running", asking: "waits for you", done: "done", failed: "failed", cancelled: "stopped" },
  output: "Output",
  lines: (count: number) => counted(count, "line", "lines"),
  todos: "To do",
  todo: { pending: "To do", in_progress: "In progress", completed: "Done", cancelled: "Dropped", blocked: "Blocked" },
} as const;

export const editTexts = {
  open: "Show this file",
  show: "Changes",
  others: (count: number) => `and ${counted(count, "other file", "other files")}`,
  undo: "Undo edit",
  redo: "Redo edit",
  standing: (count: number) => `${counted(count, "edit", "edits")} in this turn.`,
  undoAll: "Undo all edits",
  undone: "The edit was undone.",
  redone: "The edit was made again.",
  kept: "The file stays as it is.",
  changed: "The file was changed since. Nothing was touched; choose what to do.",
  gone: "What this edit did is not kept any more.",
} as const;
