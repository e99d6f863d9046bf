/** Edits of files as they are shown, undone and redone (A3). Their records are in log.ts. */

/** A summary of an edit in a line. */
export interface EditNote {
  readonly path: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** The number of other files that the same call changed, as a command does. They are undone with it. */
  readonly others?: number;
}

/** A whole edit. No `before`: there was no such file. */
export interface EditView {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  /** Other files that the same call changed. */
  readonly others?: readonly string[];
}

/** A file that was changed after our edit: as it was before the edit, as the edit left it, as it is now. */
export interface ChangedFile {
  readonly path: string;
  /** Undefined where the file did not exist, or does not. */
  readonly before?: string;
  readonly after?: string;
  readonly now?: string;
}

export type UndoView = { readonly kind: "undone" | "redone" } | ({ readonly kind: "changed" } & ChangedFile);

export type RestoreView =
  | { readonly kind: "restored"; readonly paths: readonly string[] }
  /** Nothing was touched. */
  | { readonly kind: "changed"; readonly files: readonly ChangedFile[] };
