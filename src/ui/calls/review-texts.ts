/** The texts of what the user looks over: Tool calls, diffs, approvals, questions, finished edits, files. Part of texts.ts. */
import { counted, number } from "../base/numbers.js";

export const reviewTexts = {
  tools: {
    state: { running: "running", asking: "waits for you", done: "done", failed: "failed", cancelled: "stopped" },
    output: "Output",
    lines: (count: number) => counted(count, "line", "lines"),
    todos: "To do",
    todo: {
      pending: "To do",
      in_progress: "In progress",
      completed: "Done",
      cancelled: "Dropped",
      blocked: "Blocked",
    },
  },

  diff: {
    comparing: "Comparing…",
    region: (path: string) => `Changes of ${path}`,
    none: "Nothing is changed.",
    created: "New file.",
    counts: (added: number, removed: number) => `+${number.format(added)} −${number.format(removed)}`,
    replaced: "Too much is different to be compared line by line: all of it is shown as replaced.",
    layout: "Layout",
    layouts: { unified: "Unified", split: "Side by side" },
    previous: "Previous change (Alt+↑)",
    next: "Next change (Alt+↓)",
    oldLine: "Old line",
    newLine: "New line",
    text: "Text",
    oldText: "Old text",
    newText: "New text",
    way: { come: "Added:", go: "Removed:" },
    end: { none: "(no line end)", crlf: "(Windows line end)" },
    unchanged: (lines: number) => counted(lines, "unchanged line", "unchanged lines"),
    hunk: (index: number, of: number, first: number, last: number) =>
      `${of > 1 ? `Change ${index} of ${of}, ` : ""}${first === last ? `line ${first}` : `lines ${first}–${last}`}`,
    leftOut: "left out",
    more: (next: number, rest: number) => `Show ${number.format(next)} of ${counted(rest, "more row", "more rows")}`,
  },

  approval: {
    name: (title: string) => `Approve: ${title}`,
    what: { edit: "Edit", run: "Run", fetch: "Fetch", commit: "Commit", remember: "Remember" },
    waiting: (count: number) => `1 of ${number.format(count)} that wait`,
    command: "What would run",
    directory: "In the folder",
    covers: (what: string) => `“Allow always” and “Allow and save” would allow ${what}.`,
    turning:
      "The new text has characters that turn text around: it may read differently from what it does. Look at it in another editor before you allow it.",
    address: "Address",
    message: "Message of the commit",
    files: "Files",
    text: (path: string) => `New text of ${path}`,
    otherText: "Another text",
    once: "Allow once",
    onceKeys: "Allow once (Ctrl+Enter)",
    always: "Allow always",
    alwaysHow: "This and others of its kind, until the session is closed",
    save: "Allow and save",
    saveHow: "This and others of its kind from now on, kept as a rule",
    edit: "Edit",
    reject: "Reject",
    note: "Say why, or what to do instead (optional)",
    noteShort: "Why not (optional)",
    nothingLeft: "Nothing of it would be left. Reject it instead.",
  },

  question: {
    name: "A question for you",
    other: "Something else",
    own: "Your answer",
    answer: "Answer",
    answerKeys: "Answer (Ctrl+Enter)",
    dismiss: "Dismiss",
  },

  edits: {
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
  },

  changed: {
    title: (path: string) => `${path} was changed since`,
    why: "This file was changed after the edit, so the edit was not undone. Nothing was touched.",
    which: "What to compare",
    sides: { edit: "The edit", since: "Changed since", merged: "Undone, the rest kept" },
    conflict: "The later change touches the same lines as the edit: they cannot be told apart.",
    keep: "Keep as it is",
    merge: "Undo and keep the rest",
    back: "Put the old one back",
    remove: "Remove the file",
  },

  mode: {
    title: "Approval mode",
    titleKeys: "Approval mode (Alt+M: the next one)",
    command: (label: string) => `Approval mode: ${label}`,
    modes: {
      default: { label: "Ask", how: "Asks before each edit and each command." },
      auto_edit: { label: "Edit freely", how: "Edits files without asking; asks before commands." },
      plan: { label: "Plan", how: "Reads and plans. Changes no file of yours." },
      yolo: { label: "Never ask", how: "Does everything without asking. Only where nothing can be lost." },
    },
  },

  viewer: {
    back: "Back to the files",
    open: "Open files",
    close: (path: string) => `Close ${path}`,
    find: "Find in this file",
    findKeys: "Find in this file (Ctrl+F)",
    found: (at: number, of: number, more: boolean) =>
      of === 0 ? "Not found" : `${number.format(at)} of ${number.format(of)}${more ? "+" : ""}`,
    previous: "Previous (Shift+Enter)",
    next: "Next (Enter)",
    closeFind: "Close",
    ask: "Ask about this",
    lines: (first: number, last: number) => (first === last ? `Line ${first}` : `Lines ${first}–${last}`),
    mention: (path: string, first?: number, last = first) =>
      first === undefined
        ? `@${path} `
        : first === last
          ? `@${path} (line ${first}) `
          : `@${path} (lines ${first}–${last}) `,
    changed: "This file was changed on disk.",
    gone: "This file is not there any more.",
    reload: "Show it as it is now",
    ignored: "ignored",
  },
} as const;
