/** What can go wrong with a file, said once for every body of a Workspace: with its path, and what to try. */
import { AgentError } from "../../core/errors.js";
import { parentOf } from "../../core/files/path.js";
import { isSwapFile } from "./entries.js";

export function notFound(path: string, cause?: unknown): AgentError {
  if (path === "") {
    const message = "The folder is not there any more: it may have been moved, renamed or deleted. Open it again.";
    return new AgentError("NotFoundError", message, { cause });
  }
  const folder = parentOf(path) === "" ? "the workspace's root" : `“${parentOf(path)}”`;
  const message = `There is no “${path}” in the workspace. List ${folder} to see what is there; links are not shown.`;
  return new AgentError("NotFoundError", message, { cause });
}

export const isAFolder = (path: string, cause?: unknown): AgentError =>
  new AgentError("TypeMismatchError", `“${path || "."}” is a folder, not a file. List it instead.`, { cause });

export const isAFile = (path: string, cause?: unknown): AgentError =>
  new AgentError("TypeMismatchError", `“${path}” is a file, not a folder. Read it instead.`, { cause });

export const hasChanged = (path: string): AgentError =>
  new AgentError(
    "ChangedError",
    `“${path}” has changed since it was read, so nothing was written. Read it again and decide anew.`,
  );

/** A grant for reading only. More is asked for by a click (W2), so the sentence tells the user to make one. */
export const readOnlyGrant = (folder: string): AgentError =>
  new AgentError(
    "NotAllowedError",
    `The folder “${folder}” is open for reading only, so nothing was changed. The user must click to allow writing.`,
  );

/** Decided by us, before anything is made. */
export const isRefused = (path: string, why: string): AgentError =>
  new AgentError("InvalidPathError", `“${path}” cannot be changed: ${why}. Nothing was written.`);

/** The browser's own unfinished files are hidden, so one that we wrote would be lost to sight. */
export function refuseSwapFile(path: string): void {
  if (isSwapFile(path)) throw isRefused(path, "names that end in .crswap belong to the browser's unfinished files");
}

/** What Chromium throws while it writes, with the path in it. In every case the old file is as it was. */
export function notWritten(error: unknown, path: string): unknown {
  const because = { cause: error };
  const untouched = "What was there before is as it was.";
  switch ((error as Error | null)?.name) {
    case "QuotaExceededError":
    case "AbortError": {
      // A file larger than what is left ends the stream's pipe with an AbortError, a small one is a QuotaExceededError:
      // seen on a full disk. No one stops a write of ours, so it never means that here.
      const message = `“${path}” could not be written: the disk is full, or the browser stopped the file. ${untouched} Make room and try again.`;
      return new AgentError("QuotaExceededError", message, because);
    }
    case "NotAllowedError":
    case "SecurityError": {
      const message = `The browser does not let Palimpsest write “${path}”. ${untouched} If the permission has lapsed, the user must click to allow writing.`;
      return new AgentError("NotAllowedError", message, because);
    }
    case "NoModificationAllowedError":
    case "InvalidModificationError":
    case "InvalidStateError": {
      const message = `“${path}” could not be written: its disk is read-only, or another program holds it. ${untouched}`;
      return new AgentError("NoModificationAllowedError", message, because);
    }
    default:
      return explained(error, path);
  }
}

/** What the browser's file system throws, with the path in it. What it never throws by itself passes as it is: a bug. */
export function explained(error: unknown, path: string): unknown {
  const shown = path === "" ? "the folder" : `“${path}”`;
  const name = (error as Error | null)?.name;
  const because = { cause: error };
  switch (name) {
    case "NotFoundError":
      return notFound(path, error);
    case "NotAllowedError":
    case "SecurityError": {
      const message = `The browser does not let Palimpsest read ${shown}. If the permission has lapsed, allow the folder again.`;
      return new AgentError("NotAllowedError", message, because);
    }
    case "NotReadableError": {
      const message = `${shown} could not be read: it keeps changing, or the system refuses it. Nothing was lost; try again.`;
      return new AgentError("NotReadableError", message, because);
    }
    case "TypeError": {
      // On a real folder some names are refused on every system (`con`, `*.lnk`, `a:b`).
      const message = `The browser does not open ${shown}: it refuses this name. Use another one.`;
      return new AgentError("InvalidPathError", message, because);
    }
    default:
      return error;
  }
}
