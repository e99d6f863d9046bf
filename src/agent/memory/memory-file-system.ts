/** Memory files for checkpoints (A3): bytes that are read, written if they are as expected, and removed; versions name their author. */
import { AgentError, failureOf, isNamed } from "../../core/errors.js";
import type { EditIntended } from "../../core/log/log.js";
import { createPlaces } from "../../core/memory/memory-names.js";
import { isVirtual, VIRTUAL_FOLDER, type MemoryFiles, type MemoryWrite } from "../../core/memory/memory-file.js";
import { REMEMBERED } from "../../core/memory/memory-lines.js";
import type { Expected, Workspace } from "../../core/files/workspace.js";
import type { SessionId } from "../../core/ids.js";
import type { FileAccess, FilePlaces } from "../calls/checkpoints.js";
import { memoryWords } from "./memory-words.js";

interface MemoryFileSystemParts {
  readonly files: () => MemoryFiles;
  readonly workspace: () => Workspace;
  /** Names of Memory files. */
  readonly names: () => readonly string[];
  readonly session: SessionId;
}

type How = Omit<MemoryWrite, "expected">;

const WHY: Readonly<Record<EditIntended["as"], How>> = {
  edit: { by: "model", why: REMEMBERED },
  undo: { by: "user", why: "undone" },
  redo: { by: "user", why: REMEMBERED },
};

export const createMemoryFileSystem =
  ({ files, workspace, names, session }: MemoryFileSystemParts): NonNullable<FilePlaces["memory"]> =>
  (path, as, by) => {
    const how = { ...WHY[as], ...(by && { by }), session };
    if (isVirtual(path)) return virtualFolder(files(), how);
    return createPlaces(names())(path) !== undefined ? realFolder(files(), workspace(), how) : undefined;
  };

/** A mark at the beginning is part of a virtual text: there is no file that it could be the mark of. */
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function virtualFolder(files: MemoryFiles, how: How): FileAccess {
  async function put(path: string, text: string | undefined, expected: Expected | undefined): Promise<void> {
    const before =
      expected === undefined ? await files.read(path) : expected === "nothing" ? undefined : decode(expected);
    try {
      await files.write(path, text, { expected: before, ...how });
    } catch (error) {
      if (!isNamed(error, "ConflictError")) throw error;
      throw new AgentError("ChangedError", failureOf(error).message, { cause: error });
    }
  }
  return {
    id: VIRTUAL_FOLDER,
    async read(path) {
      const text = await files.read(path);
      if (text === undefined) throw new AgentError("NotFoundError", memoryWords.missing(path));
      return encode(text);
    },
    async write(path, bytes, expected) {
      await put(path, decode(bytes), expected);
      return { kind: "file", size: bytes.length, changedAt: 0 };
    },
    remove: (path, expected) => put(path, undefined, expected),
  };
}

/** The folder itself, but with a version of each file that is written. */
const realFolder = (files: MemoryFiles, folder: Workspace, how: How): FileAccess => ({
  id: folder.id,
  read: (path) => folder.read(path),
  async write(path, bytes, expected) {
    let written: Awaited<ReturnType<Workspace["write"]>> | undefined;
    await files.around(path, how, async () => void (written = await folder.write(path, bytes, expected)));
    return written!;
  },
  remove: (path, expected) => files.around(path, how, () => folder.remove(path, expected)),
});
