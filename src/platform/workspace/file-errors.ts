/** Errors of files and folders, the same in every kind of Workspace: with the path, and what to try. */
import { AgentError, type ErrorName } from "../../core/errors.js";
import { parentOf } from "../../core/files/path.js";
import { isSwapFile } from "./entries.js";
import { workspaceWords } from "./workspace-words.js";

export function notFound(path: string, cause?: unknown): AgentError {
  const folder = parentOf(path) && `“${parentOf(path)}”`;
  const message = path === "" ? workspaceWords.gone : workspaceWords.notFound(path, folder);
  return new AgentError("NotFoundError", message, { cause });
}

export const isAFolder = (path: string, cause?: unknown): AgentError =>
  new AgentError("TypeMismatchError", workspaceWords.isAFolder(path || "."), { cause });

export const isAFile = (path: string, cause?: unknown): AgentError =>
  new AgentError("TypeMismatchError", workspaceWords.isAFile(path), { cause });

export const hasChanged = (path: string): AgentError => new AgentError("ChangedError", workspaceWords.hasChanged(path));

/** The folder was granted for reading only; the user can allow more by a click (W2). */
export const readOnlyGrant = (folder: string): AgentError =>
  new AgentError("NotAllowedError", workspaceWords.readOnly(folder));

/** A refusal by our own rules, before anything is made. */
export const isRefused = (path: string, why: string): AgentError =>
  new AgentError("InvalidPathError", workspaceWords.refused(path, why));

/** Refuses names of the browser's unfinished files: these are hidden, so a file of that name would not be seen. */
export function refuseSwapFile(path: string): void {
  if (isSwapFile(path)) throw isRefused(path, workspaceWords.swapFiles);
}

/** An error that Chromium throws while it writes, with the path in its sentence. In every case the old file is as it was. */
export function notWritten(error: unknown, path: string): unknown {
  const as = (name: ErrorName, message: string) => new AgentError(name, message, { cause: error });
  switch ((error as Error | null)?.name) {
    case "QuotaExceededError":
    case "AbortError":
      // A file larger than what is left ends the stream's pipe with an AbortError, a small one is a QuotaExceededError:
      // seen on a full disk. It never means a stopped write, since writes are not stopped.
      return as("QuotaExceededError", workspaceWords.diskFull(path));
    case "NotAllowedError":
    case "SecurityError":
      return as("NotAllowedError", workspaceWords.writingDenied(path));
    case "NoModificationAllowedError":
    case "InvalidModificationError":
    case "InvalidStateError":
      return as("NoModificationAllowedError", workspaceWords.locked(path));
    default:
      return explained(error, path);
  }
}

/** An error of the browser's file system, with the path in its sentence. Errors that it never throws stay as they are: bugs. */
export function explained(error: unknown, path: string): unknown {
  const as = (name: ErrorName, message: string) => new AgentError(name, message, { cause: error });
  const shown = path === "" ? "the folder" : `“${path}”`;
  switch ((error as Error | null)?.name) {
    case "NotFoundError":
      return notFound(path, error);
    case "NotAllowedError":
    case "SecurityError":
      return as("NotAllowedError", workspaceWords.readingDenied(shown));
    case "NotReadableError":
      return as("NotReadableError", workspaceWords.notReadable(shown));
    case "TypeError":
      return as("InvalidPathError", workspaceWords.nameRefused(shown)); // on real folders: `con`, `*.lnk`, `a:b`
    default:
      return error;
  }
}
