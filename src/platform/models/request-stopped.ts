/** The end of a request by its `AbortSignal`, which every Model tells in the same way. */
import { AgentError } from "../../core/errors.js";
import { stoppedWords } from "./model-words.js";

export const requestStopped = (): AgentError => new AgentError("AbortError", stoppedWords);

export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw requestStopped();
}
