/** Virtual files as a checkpoint sees them: bytes that are read, written if they are as expected, and removed (A3). */
import { AgentError, isNamed } from "../core/errors.js";
import type { EditIntended } from "../core/log.js";
import { VIRTUAL_FOLDER, type MemoryFiles, type MemoryWrite } from "../core/memory-file.js";
import { REMEMBERED } from "../core/memory-lines.js";
import type { Expected } from "../core/workspace.js";
import type { FileHolder } from "./checkpoints.js";

const WHY: Readonly<Record<EditIntended["as"], Pick<MemoryWrite, "by" | "why">>> = {
  edit: { by: "model", why: REMEMBERED },
  undo: { by: "user", why: "undone" },
  redo: { by: "user", why: REMEMBERED },
};

/** A mark at the beginning is part of a virtual text: there is no file that it could be the mark of. */
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export function virtualFolder(files: MemoryFiles, as: EditIntended["as"], session: string): FileHolder {
  async function put(path: string, text: string | undefined, expected: Expected | undefined): Promise<void> {
    const before =
      expected === undefined ? await files.read(path) : expected === "nothing" ? undefined : decode(expected);
    try {
      await files.write(path, text, { expected: before, session, ...WHY[as] });
    } catch (error) {
      if (!isNamed(error, "ConflictError")) throw error;
      throw new AgentError("ChangedError", (error as Error).message, { cause: error });
    }
  }
  return {
    id: VIRTUAL_FOLDER,
    async read(path) {
      const text = await files.read(path);
      if (text === undefined) throw new AgentError("NotFoundError", `There is no “${path}”.`);
      return encode(text);
    },
    async write(path, bytes, expected) {
      await put(path, decode(bytes), expected);
      return { kind: "file", size: bytes.length, changedAt: 0 };
    },
    remove: (path, expected) => put(path, undefined, expected),
  };
}
