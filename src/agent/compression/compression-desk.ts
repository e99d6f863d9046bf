/** What a UI asks of compressions, of whichever Session is open. */
import type { CompressionPort } from "../../core/port/compression-port.js";
import type { OpenSession } from "../session/open-session.js";

export function createCompressionDesk(session: () => OpenSession): CompressionPort {
  const change = (work: Parameters<OpenSession["changeCompression"]>[0]) => session().changeCompression(work);
  return {
    undoCompression: (record) => change((made) => made.undo(record)),
    redoCompression: (record) => change((made) => made.redo(record)),
    editCompression: (record, wanted) => change((made) => made.edit(record, wanted)),
    undoSnapshotEdit: (record) => change((made) => made.undoEdit(record)),
    redoSnapshotEdit: (record) => change((made) => made.redoEdit(record)),
    compressTurns: (range) => session().compress({ range }),
    cancelCompression: async () => (await session().compressing()).cancel(),
    // Not one after the other with what is said: it may take long, and is stopped by `endPreview`.
    async previewCompression(plan) {
      session().mustBeFree();
      return (await session().compressing()).preview(plan);
    },
    installPreview: (plan) => session().compress({ plan }),
    endPreview: async () => (await session().compressing()).endPreview(),
  };
}
