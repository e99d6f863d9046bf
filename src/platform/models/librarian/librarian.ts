/** The librarian: who answers without key and network (G3). What it does is in core/librarian, loaded with its first answer. */
import { AgentError } from "../../../core/errors.js";
import type { Library } from "../../../core/librarian/library.js";
import type { Model, ModelEvent } from "../../../core/models/model.js";

export const createLibrarian = (library: Library): Model => ({
  name: "librarian",
  remote: false,
  async *stream(request, signal): AsyncGenerator<ModelEvent> {
    mustGoOn(signal);
    const { nextMove } = await import("../../../core/librarian/next-move.js");
    const move = await nextMove(request, library);
    if (move.kind === "call") {
      for (const call of move.calls) {
        mustGoOn(signal);
        yield { type: "call", call };
      }
    } else {
      for (const delta of piecesOf(move.text)) {
        mustGoOn(signal);
        yield { type: "text", delta };
      }
    }
    mustGoOn(signal);
    yield { type: "finished", reason: "stop" };
  },
});

/** By lines: an answer is there at once, and a word at a time would only cost frames. */
const piecesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function mustGoOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AgentError("AbortError", "The request was stopped.");
}
