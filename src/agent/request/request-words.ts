/** Sentences about a request that can't be made to fit the window of a Model: what happened, both figures, what is safe, what can be done. */
import type { Overflow } from "../../core/measure/budget.js";

const tokens = (count: number): string => Math.max(0, count).toLocaleString("en");

export const overflowSentences = {
  message: (model: string, { estimated, remaining }: Overflow) =>
    `Your message was not sent: it takes about ${tokens(estimated)} tokens, and beside what is in this session ${model} has room for ` +
    `${tokens(remaining)}. Nothing is lost, and your words are back in the composer. Shorten them, take earlier messages back with ` +
    "/rewind, choose a model with a larger window, or begin a new session.",
  results: (model: string, { estimated, remaining }: Overflow) =>
    `The answer stops here: what comes next takes about ${tokens(estimated)} tokens, and ${model} has room for ${tokens(remaining)}, ` +
    "even with old results cut down. All that was said and read is kept. Choose a model with a larger window, or raise the context " +
    "limit in the settings, and continue; or take messages back with /rewind.",
  /** For the Model, in the place of a picture or a document. */
  attachmentLeftOut: "\n(What was attached is left out: there is no room for it.)",
};

/** Why the file that holds the user's system prompt can't be used. */
export const promptFileWords = {
  isFolder: "It is a folder.",
  noFolder: "No folder is open.",
  untrusted: "Its folder is not trusted.",
  unusable: (path: string, why: string) =>
    `The file that holds your system prompt, “${path}”, can't be used: ${why} Nothing was sent. Put it right, or empty the setting “System prompt file”.`,
};
