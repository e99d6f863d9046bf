/** Errors of a file system in the form that shells know: they look for the word in capitals. */

const MEANINGS = {
  ENOENT: "no such file or directory",
  EEXIST: "file already exists",
  EISDIR: "illegal operation on a directory",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EINVAL: "invalid argument",
  EPERM: "operation not permitted",
  EACCES: "permission denied",
  ENOSPC: "no space left on device",
  EIO: "input/output error",
} as const;

type ShellErrorCode = keyof typeof MEANINGS;

/** Characters of a path that are shown: more than any real one has. Longer ones would hide the sentence they stand in. */
const SHOWN = 1_000;

export function shellError(code: ShellErrorCode, what: string, path: string, because = MEANINGS[code] as string) {
  return Object.assign(
    new Error(`${code}: ${because}, ${what} '${path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path}'`),
    { code },
  );
}

/** The shell's error for one that a Workspace has thrown. */
export function shellErrorOf(error: unknown, what: string, path: string): Error {
  const { name, message } = error as Error;
  if (name === "NotFoundError") return shellError("ENOENT", what, path);
  if (name === "TypeMismatchError") return shellError("ENOTDIR", what, path);
  if (name === "InvalidPathError") return shellError("EINVAL", what, path, message);
  if (name === "NotAllowedError") return shellError("EACCES", what, path);
  return shellError("EIO", what, path, message);
}
