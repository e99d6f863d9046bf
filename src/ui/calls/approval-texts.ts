/** Texts of the cards that ask the user: approvals, questions, a file that was changed since, a fact to be remembered. */
import type { Likeness } from "../../core/memory/memory-alike.js";
import type { RememberScope } from "../../core/memory/remember.js";
import { number } from "../base/numbers.js";

export const approvalTexts = {
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
} as const;

export const questionTexts = {
  name: "A question for you",
  other: "Something else",
  own: "Your answer",
  answer: "Answer",
  answerKeys: "Answer (Ctrl+Enter)",
  dismiss: "Dismiss",
} as const;

export const changedTexts = {
  title: (path: string) => `${path} was changed since`,
  why: "This file was changed after the edit, so the edit was not undone. Nothing was touched.",
  which: "What to compare",
  sides: { edit: "The edit", since: "Changed since", merged: "Undone, the rest kept" },
  conflict: "The later change touches the same lines as the edit: they cannot be told apart.",
  keep: "Keep as it is",
  merge: "Undo and keep the rest",
  back: "Put the old one back",
  remove: "Remove the file",
} as const;

export const rememberTexts = {
  where: "Where to keep it",
  scopes: {
    global: "Everywhere",
    private: "This folder, private",
    folder: "This folder, shared",
  } satisfies Record<RememberScope, string>,
  scopeHow: {
    global: "For every conversation",
    private: "Only here, in no repository",
    folder: "In the folder’s own GEMINI.md, for all who work on it",
  } satisfies Record<RememberScope, string>,
  managed:
    "The memory manager decides on the file and the words, within what you choose here. You see what it did, and can take it back.",
  merged: (line: string) => `Takes the place of: ${line}`,
  there: "This is remembered there already, so nothing would be written.",
  notes: "Remembered already",
  likeness: {
    same: "The same",
    within: "Says this and more",
    covers: "Says part of this",
    near: "In other words",
    alike: "Similar",
    against: "May contradict this",
  } satisfies Record<Likeness, string>,
} as const;
