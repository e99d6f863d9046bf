/**
 * Calls that come in pieces from an OpenAI-style server, put together.
 * R1 Pieces belong together by their index. Without one, a name counts by its place in the chunk, and what has no name goes
 *    on with the call begun last.
 * R2 Ollama sends every call of an answer under index 0: a name begins another call if the open one has a name and either
 *    its id is another or its arguments are whole.
 * R3 An id alone begins none: some servers make a new one for each piece. The first counts.
 */
import { isObject } from "../../../core/is-object.js";
import type { ToolCall } from "../../../core/content.js";

interface CallGatherer {
  /** Takes a piece, unproven (P4), and its place in its chunk. */
  add(piece: unknown, place: number): void;
  /** The calls in the order in which they began; whether one can't be read. */
  end(): { readonly whole: readonly ToolCall[]; readonly malformed: boolean };
}

interface OpenCall {
  readonly id?: string;
  name: string;
  args: string;
}

export function createCallGatherer(): CallGatherer {
  const begun: OpenCall[] = [];
  const open = new Map<number, OpenCall>();

  return {
    add(piece, place) {
      if (!isObject(piece) || !isObject(piece.function)) return;
      const id = typeof piece.id === "string" && piece.id !== "" ? piece.id : undefined;
      const name = typeof piece.function.name === "string" ? piece.function.name : "";
      const index = typeof piece.index === "number" ? piece.index : undefined;
      const last = index === undefined && name === "" ? begun.at(-1) : open.get(index ?? place);
      const call = last && !isAnother(last, id, name) ? last : { ...(id && { id }), name: "", args: "" };
      if (call !== last) begun.push(call);
      open.set(index ?? place, call);
      if (name !== call.name) call.name += name; // and not what repeats it with each piece
      const { arguments: args } = piece.function;
      // Some servers send the arguments as an object, whole.
      if (typeof args === "string") call.args += args;
      else if (isObject(args)) call.args = JSON.stringify(args);
    },
    end() {
      const read = begun.map(callOf);
      const whole = read.filter((call) => call !== undefined);
      return { whole, malformed: whole.length < read.length };
    },
  };
}

/** R2, R3 */
function isAnother(open: OpenCall, id: string | undefined, name: string): boolean {
  if (name === "" || open.name === "") return false;
  return id !== undefined && open.id !== undefined ? id !== open.id : isObject(parsed(open.args));
}

function callOf({ id, name, args }: OpenCall): ToolCall | undefined {
  const read = args.trim() === "" ? {} : parsed(args);
  return name !== "" && isObject(read) ? { ...(id && { id }), name, args: read } : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // Not whole yet, or malformed: the caller knows which.
  }
}
