/** Compressions of the open Session, as a UI asks for them. */
import type { CompressionsPort } from "../../core/port/compressions-port.js";
import type { OpenSession } from "../session/open-session.js";
import type { SessionCompression } from "./session-compression.js";

export function createCompressionActions(session: () => OpenSession): CompressionsPort {
  const change = async (work: (compression: SessionCompression) => Promise<void>) => {
    const here = session();
    await here.change(async () => work(await here.compressing()));
  };
  return {
    undo: (record) => change((made) => made.undo(record)),
    redo: (record) => change((made) => made.redo(record)),
    edit: (record, wanted) => change((made) => made.edit(record, wanted)),
    undoEdit: (record) => change((made) => made.undoEdit(record)),
    redoEdit: (record) => change((made) => made.redoEdit(record)),
    compressTurns: async (range) => session().compress({ range }),
    cancel: async () => (await session().compressing()).cancel(),
    // Not one after the other with what is said: a preview may take long, and is stopped by `endPreview`.
    async preview(method) {
      session().mustBeFree();
      return (await session().compressing()).preview(method);
    },
    installPreview: async (method) => session().compress({ method }),
    endPreview: async () => (await session().compressing()).endPreview(),
  };
}
