/** The open folder as a UI reads it, and the picker that opens folders. */
import type { ViewedFile } from "../context/editor-context.js";
import type { Entry, Permission } from "../files/workspace.js";
import type { TrustDifference } from "../memory/trusted-folder.js";
import type { MemoryFolderPicker } from "./memory-port.js";

export interface FolderPort {
  /**
   * Says whether the Memories, Commands and settings of the open folder may be loaded (M4). With `question`, it answers that one: "not now"
   * is not stored. Without, it is about the whole folder: true accepts all its files, false takes trust back.
   */
  trust(trusted: boolean, question?: string): Promise<void>;
  /** A file that changed since it was accepted, as it was and as it is. */
  trustDifference(path: string): Promise<TrustDifference>;
  list(path: string): Promise<readonly FolderEntry[]>;
  read(path: string): Promise<FileView>;
  /** The files that are open in the app's own viewer, the newest first: editor context of the next request (X7). */
  viewing(files: readonly ViewedFile[]): Promise<void>;
}

/** The picker of folders, beside the port: its methods must run in the task of a click or drop. A user who cancels is an `AbortError`. */
export interface FolderPicker {
  pick(): Promise<WorkspaceView>;
  /** Opens a `FileSystemDirectoryHandle` that was dropped on the window. */
  adopt(handle: unknown): Promise<WorkspaceView>;
  /** Asks again for the permission of a locked Workspace (W2). */
  regain(id: string): Promise<WorkspaceView>;
  /** Asks for the permission to write into a Workspace that is open for reading only (W2). */
  allowWriting(id: string): Promise<Permission>;
  /** Whether this browser opens folders in place. Elsewhere they are copied in. */
  readonly canPick: boolean;
  /** Copies files, or a single zip, into a private Workspace, and opens that (W1). */
  importCopy(files: readonly ImportedFile[], tell: TellCopy, signal: AbortSignal): Promise<ImportedCopy>;
  /** The open Workspace as a zip. */
  exportZip(tell: TellCopy, signal: AbortSignal): Promise<{ readonly name: string; readonly zip: Blob }>;
  /** Imports Memories from a real `~/.gemini`, and exports them (M1). */
  readonly memories?: MemoryFolderPicker;
  /** Removes the files that interrupted writes have left in the open Workspace (W4); answers how many. */
  cleanUp(signal: AbortSignal): Promise<number>;
}

export interface ImportedFile {
  /** Begins with the name of the folder that was chosen or dropped. */
  readonly path: string;
  readonly file: File;
}

interface ImportedCopy {
  readonly workspace: WorkspaceView;
  readonly files: number;
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}

export type TellCopy = (progress: CopyProgress) => void;

interface CopyProgress {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly ofBytes?: number;
}

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** The browser wants a click before the folder can be read again (W2). */
  readonly locked?: boolean;
  /** Files may be read and not changed; writing takes a click (W2). */
  readonly readOnly?: boolean;
}

export interface FolderEntry extends Entry {
  /** The ignore rules leave it out: no Tool finds it. */
  readonly ignored?: boolean;
}

export interface FileView {
  readonly path: string;
  readonly size: number;
  /** None for what is not text, or too large to show. */
  readonly text?: string;
  readonly notice?: string;
}
