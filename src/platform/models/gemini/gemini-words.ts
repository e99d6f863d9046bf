/** Words for users about Gemini: how its models are listed, and of each failure what happened, what is safe, and what to do. */
import type { ModelFailure } from "../../../core/errors.js";
import { grouped, spanOfTime } from "../model-words.js";

/** Where a request went. */
interface Asked {
  readonly model: string;
  readonly host: string;
}

export const geminiWords = {
  auto: {
    label: "Gemini, by difficulty",
    description: "Quick for plain requests, strong for hard ones; another steps in when one can't answer.",
  },
  strong: { label: "Gemini 2.5 Pro", description: "Google's strongest of its generation, for hard questions." },
  quick: { label: "Gemini 2.5 Flash", description: "Quick and able; for most work." },
  light: { label: "Gemini 2.5 Flash-Lite", description: "The quickest and cheapest." },
  byName: "Chosen by its name; asked with your Gemini API key.",
  keyMissing: "Needs a Gemini API key: add one in Settings.",

  unknown: (name: string) => `There is no model named ${name} here. Choose another one.`,
  needsKey: (name: string) => `${name} needs a Gemini API key. Add one in Settings, or choose the librarian.`,
  /** `said`: the words of the client, quoted. */
  unasked: ({ model }: Asked, said: string) =>
    `The request to ${model} could not be made${said}. Your message is kept.`,
  unloaded: ({ model }: Asked) =>
    `The part of Palimpsest that speaks to ${model} could not be loaded. Your message is kept. ` +
    `Check the network, reload the page and send it again.`,
  died: (model: string) =>
    `The part of Palimpsest that speaks to ${model} could not be loaded or broke down. Your message is kept. ` +
    `Check the network, reload the page and send it again.`,
  noCount: "It ended without a count.",
  unreachable: ({ model, host }: Asked) =>
    `${host} could not be reached, so ${model} has not answered. Your message is kept. ` +
    `Check the network, or the API base URL in Settings, and send it again.`,
  garbled: ({ host }: Asked) =>
    `${host} sent something that is not an answer. Your message and what came before it are kept. ` +
    `Send it again; if this stays so, check the API base URL in Settings.`,
  silent: ({ model }: Asked, ms: number) =>
    `${model} sent nothing for ${spanOfTime(ms)}, so the request was ended. ` +
    `Your message and what came of the answer are kept. Send it again when you like.`,
  refused,

  web: {
    needsKey: "This needs a Gemini API key. Tell the user to add one in Settings.",
    searching: "searching the web",
    fetching: (host: string) => `fetching ${host}`,
    reading: (host: string) => `${host} is read by the model`,
    foundBy: "Found by Google Search, in the words of the model that searched.",
    readBy:
      "The site does not let pages of others read it, so it was read for this by the model's own reader: not its very words.",
    search: (query: string) => `The search for “${query.slice(0, 100)}”`,
    page: (address: string) => `The page ${address}`,
    nothing: (what: string) =>
      `${what} gave nothing: it may not exist, need a login, or be closed to readers. Try another address or other words.`,
  },
};

/** `said`: the server's own words, quoted. */
function refused(failure: ModelFailure, said: string, { model, host }: Asked): string {
  const { status, retryAfter, quota, limit, sent } = failure;
  switch (failure.kind) {
    case "rate":
      return `${model} takes no more requests from your key for the moment. Your message is kept. Send it again ${
        retryAfter === undefined ? "in a minute" : `in ${spanOfTime(retryAfter)}`
      }.`;
    case "quota":
      return quota === "none"
        ? `The plan of your key has no quota for ${model}. Your message is kept. Choose another model, or change the plan.`
        : `The daily quota of your key for ${model} is used up. Your message is kept. Choose another model, or send it again tomorrow.`;
    case "capacity":
      return `${model} is overloaded (${status}). Your message is kept. Send it again in a while, or choose another model.`;
    case "server":
      return `The server of ${model} failed (${status}). Your message is kept. Send it again in a while.`;
    case "overflow":
      return (
        `The conversation is longer than ${model} can take${limit ? `: ${sent ? `${grouped(sent)} tokens, where ` : ""}${grouped(limit)} fit` : ""}. ` +
        `Nothing of it is lost. It has to be made shorter before it is sent again.`
      );
    case "key":
      return `${host} did not accept the API key. Your message is kept. Check "Gemini API key" in Settings.`;
    case "forbidden":
      return `This API key may not use ${model}${said}. Your message is kept. Check the key in Settings, or choose another model.`;
    case "no-model":
      return `${host} has no model named ${model}. Your message is kept. Choose another model.`;
    default:
      return `${model} refused the request (${status})${said}. Your message is kept.`;
  }
}
