/** The open folder: what a UI may ask of it, and the picker that opens it. */
import type { ViewedFile } from "../context/editor-context.js";
import type { Entry, Permission } from "../files/workspace.js";
import type { TrustDifference } from "../memory/trusted-folder.js";
import type { MemoryFolderPicker } from "./memory-port.js";

export interface FolderPort {
  /**
   * Whether what the open folder brings along may be loaded (M4). `question` is the one that is answered: "not now" to it is not kept.
   * Without one it is about the folder as a whole: true accepts all that is there, false takes trust back.
   */
  trust(trusted: boolean, question?: string): Promise<void>;
  /** A file that changed since it was accepted, as it was and as it is. */
  trustDifference(path: string): Promise<TrustDifference>;
  list(path: string): Promise<readonly FolderEntry[]>;
  read(path: string): Promise<FileView>;
  /** The files that are open in the app's own viewer, the newest first: editor context of the next request (X7). */
  viewing(files: readonly ViewedFile[]): Promise<void>;
}

/**
 * Picks folders, beside the port: each of these must run in the task of the user's click or drop, which no port
 * can carry. All reject with `AbortError` when the user thinks better of it.
 */
export interface FolderPicker {
  pick(): Promise<WorkspaceView>;
  /** A `FileSystemDirectoryHandle` that was dropped on the window. */
  adopt(handle: unknown): Promise<WorkspaceView>;
  /** Asks again for the permission of a locked Workspace (W2). */
  regain(id: string): Promise<WorkspaceView>;
  /** Asks for the permission to write into a Workspace that is open for reading only (W2). */
  allowWriting(id: string): Promise<Permission>;
  /** Whether this browser opens folders where they lie. Elsewhere they are copied in. */
  readonly canPick: boolean;
  /** Copies files, or a single zip, into a private Workspace, and opens that (W1). */
  importCopy(files: readonly ImportedFile[], tell: TellCopy, signal: AbortSignal): Promise<ImportedCopy>;
  /** The open Workspace as a zip. */
  exportZip(tell: TellCopy, signal: AbortSignal): Promise<{ readonly name: string; readonly zip: Blob }>;
  /** Memories in from and out to a real `~/.gemini` (M1). */
  readonly memories?: MemoryFolderPicker;
  /** Removes what interrupted writes have left in the open Workspace (W4), and tells how many files that were. */
  cleanUp(signal: AbortSignal): Promise<number>;
}

export interface ImportedFile {
  /** Below whatever was chosen or dropped, that folder included. */
  readonly path: string;
  readonly file: File;
}

interface ImportedCopy {
  readonly workspace: WorkspaceView;
  readonly files: number;
  /** What was left out, and why. */
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
  /** The folder is known but the browser wants a click before it lets us in again (W2). */
  readonly locked?: boolean;
  /** Files may be read and not changed; more takes a click (W2). */
  readonly readOnly?: boolean;
}

/** A line of the tree. */
export interface FolderEntry extends Entry {
  /** Left out by the ignore rules: no Tool finds it. */
  readonly ignored?: boolean;
}

export interface FileView {
  readonly path: string;
  readonly size: number;
  /** None for what is not text, or too large to show. */
  readonly text?: string;
  readonly notice?: string;
}
