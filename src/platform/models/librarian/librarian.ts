/** The librarian answers without key and network (G3). Its moves are made in core/librarian, loaded with its first answer. */
import type { Library } from "../../../core/librarian/library.js";
import type { Model, ModelEvent } from "../../../core/models/model.js";
import { throwIfStopped } from "../request-stopped.js";

export const createLibrarian = (library: Library): Model => ({
  name: "librarian",
  remote: false,
  async *stream(request, signal): AsyncGenerator<ModelEvent> {
    throwIfStopped(signal);
    const { nextMove } = await import("../../../core/librarian/next-move.js");
    const move = await nextMove(request, library);
    if (move.kind === "call") {
      for (const call of move.calls) {
        throwIfStopped(signal);
        yield { type: "call", call };
      }
    } else {
      for (const delta of piecesOf(move.text)) {
        throwIfStopped(signal);
        yield { type: "text", delta };
      }
    }
    throwIfStopped(signal);
    yield { type: "finished", reason: "stop" };
  },
});

/** The lines of an answer. It is there at once, so a word at a time would only cost frames. */
const piecesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
