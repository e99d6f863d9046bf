/** The librarian: who answers without key and network (G3). Its words are in core/librarian-words.ts. */
import { textOf } from "../../core/content.js";
import { AgentError } from "../../core/errors.js";
import { librarianSays } from "../../core/librarian-words.js";
import type { Model, ModelEvent } from "../../core/model.js";

export const createLibrarian = (): Model => ({
  name: "librarian",
  remote: false,
  async *stream(request, signal): AsyncGenerator<ModelEvent> {
    const asked = request.contents.findLast(({ role }) => role === "user");
    const answer = librarianSays(asked ? textOf(asked) : "");
    for (const delta of answer.match(/\s*\S+/g) ?? []) {
      if (signal.aborted) throw new AgentError("AbortError", "The request was stopped.");
      yield { type: "text", delta };
    }
    yield { type: "finished", reason: "stop" };
  },
});
