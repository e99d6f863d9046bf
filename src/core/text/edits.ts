/** Edits of files as they are shown, taken back and put back again (A3). What is kept of them is in log.ts. */

/** What an edit did, in a line. */
export interface EditNote {
  readonly path: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** How many other files the same call changed, as a command does. They are taken back with it. */
  readonly others?: number;
}

/** What an edit did, whole. No `before`: there was no such file. */
export interface EditView {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  /** Other files that the same call changed. */
  readonly others?: readonly string[];
}

/** Three sides of a file that was changed since: as it was before our edit, as the edit left it, as it is now. */
export interface ChangedFile {
  readonly path: string;
  /** None: there was, or is, no such file. */
  readonly before?: string;
  readonly after?: string;
  readonly now?: string;
}

export type UndoView = { readonly kind: "undone" | "redone" } | ({ readonly kind: "changed" } & ChangedFile);

export type RestoreView =
  | { readonly kind: "restored"; readonly paths: readonly string[] }
  /** Nothing was touched. */
  | { readonly kind: "changed"; readonly files: readonly ChangedFile[] };
