/** What the user does with compressions, carried to the Agent (C12). */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { TurnRange } from "../../core/compression/compression-cut.js";
import type { SnapshotChange } from "../../core/compression/snapshot-edit.js";
import { AgentError } from "../../core/errors.js";
import type { RecordId } from "../../core/ids.js";
import type { CompressionChange } from "../base/events.js";
import { texts } from "../base/texts.js";
import type { WhatIfActions } from "../compression/what-if-dialog.js";

/** Runs what may fail, and says so; tells whether it did not. */
type Doing = (sentence: string | undefined, work: (port: AgentPort) => Promise<void>) => Promise<boolean>;

/** `port`: for what tells its failures itself. */
export const createCompressions = (doing: Doing, port: () => AgentPort | undefined) => ({
  change: (record: RecordId, how: CompressionChange) =>
    doing(how === "undo" ? texts.busy.undo : how === "redo" ? texts.busy.redo : undefined, (port) => {
      switch (how) {
        case "undo":
          return port.compressions.undo(record);
        case "redo":
          return port.compressions.redo(record);
        case "undo-edit":
          return port.compressions.undoEdit(record);
        case "redo-edit":
          return port.compressions.redoEdit(record);
      }
    }),
  edit: (record: RecordId, change: SnapshotChange) =>
    doing(undefined, (port) => port.compressions.edit(record, change)),
  turns: (range: TurnRange) => doing(undefined, (port) => port.compressions.compressTurns(range)),
  cancel: () => doing(undefined, (port) => port.compressions.cancel()),
  /** The record is sent whole from now on, whatever is compressed. */
  pin: (record: RecordId) => doing(undefined, (port) => port.context.change({ how: "pin", record })),
  plans: {
    preview(method) {
      const found = port();
      if (!found) return Promise.reject(new AgentError("InvalidStateError", texts.problems.notReady));
      return found.compressions.preview(method);
    },
    install: (method) => doing(undefined, (port) => port.compressions.installPreview(method)),
    end: async () => port()?.compressions.endPreview(),
  } satisfies WhatIfActions,
});
