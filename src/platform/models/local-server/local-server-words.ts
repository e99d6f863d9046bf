/** Words for users about their local server: how its models are listed, and of each failure what happened, what is safe, and what to do. */
import type { ModelFailure } from "../../../core/errors.js";
import { grouped, spanOfTime } from "../model-words.js";

export const localServerWords = {
  label: "Local server",
  description: (address: string) => `From your local server, ${address}.`,
  noModels: (address: string) => `${address} has no models. Load one there, then open this list again.`,
  noAnswer: (address: string) => `${address} does not answer. Is the server running?`,

  needsAddress: (model: string) =>
    `${model || "This model"} needs a local server. Give its address in Settings, or choose another model.`,
  /** A page can't tell a server that is not there from one that allows no pages, so the sentence names both. */
  unreachable: (host: string, origin: string) =>
    `${host} could not be reached. Your message is kept. Start the server, and let it answer this page ` +
    `(Ollama: OLLAMA_ORIGINS=${origin}; LM Studio: "Enable CORS"), or correct "Local server" in Settings.`,
  garbled: (host: string) =>
    `${host} sent something that is not an answer. Your message and what came before it are kept. ` +
    `Check "Local server" in Settings: it should be the address of an OpenAI-style API.`,
  silent: (host: string, ms: number) =>
    `${host} sent nothing for ${spanOfTime(ms)}, so the request was ended. Your message and what came of the answer ` +
    `are kept. Send it again when you like.`,
  chunkIsNoObject: "a chunk that is no object",
  refused,
};

/** `said`: the server's own words, quoted. */
function refused(
  { kind, status, retryAfter = 60_000, limit }: ModelFailure,
  said: string,
  { model, host }: { readonly model: string; readonly host: string },
): string {
  switch (kind) {
    case "rate":
      return `${host} takes no more requests for the moment. Your message is kept. Send it again in ${spanOfTime(retryAfter)}.`;
    case "capacity":
      return `${host} is not ready${said}. Your message is kept. Send it again in a while: a model may still be loading.`;
    case "server":
      return `${host} failed (${status})${said}. Your message is kept. See what the server itself has to say.`;
    case "overflow":
      return (
        `The conversation is longer than ${model} can take there${limit ? `: ${grouped(limit)} tokens fit` : ""}. ` +
        `Nothing of it is lost. It has to be made shorter, or the server started with a larger context.`
      );
    case "key":
      return `${host} did not accept the key. Your message is kept. Check “Local server’s key” in Settings.`;
    case "no-model":
      return `${host} has no model named ${model}. Your message is kept. Choose another one, or load it there.`;
    default:
      return `${host} refused the request (${status})${said}. Your message is kept.`;
  }
}
