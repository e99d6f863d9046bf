/** Sentences about compressions: what `/compress` says where there is no card to show, and why something could not be done. */
import type { Compression } from "./compress.js";

/** The outcome of `/compress`. `isPart`: the user pointed at the Turns to compress. */
export function wordsFor({ status, before, after, why }: Compression, isPart = false): string {
  const tokens = (count: number) => count.toLocaleString("en");
  switch (status) {
    case "compressed":
      return why ? `${why} So the summary was made on this device, without a model.` : "";
    case "inflated":
      return `Nothing was changed: a summary would not be shorter than what it stands for (${tokens(before)} tokens now, ${tokens(after)} with it).`;
    case "token-count-error":
      return `Nothing was changed: how large the compressed conversation would be could not be measured.${why ? ` ${why}` : ""} Try again in a moment.`;
    case "empty-summary":
      return "Nothing was changed: the model gave back no summary that could be read. Try again, or choose the librarian as the model, which needs none to compress.";
    case "noop":
      return isPart
        ? "Nothing was changed: this part is summarised already, or pinned."
        : "There is nothing to compress yet.";
    case "content-truncated":
      return `Old results are shown in part: ${tokens(before)} → ${tokens(after)} tokens. The model can read them whole again.`;
    case "cancelled":
      return "Stopped; nothing was changed.";
  }
}

export const compressionWords = {
  atWork: "This conversation is being compressed already. Wait for that to end, or stop it.",
  stopped: "The compression was stopped.",
  notAsked: (model: string, why: string) => `${model} could not be asked: ${why}`,
  notOnPage: "This compression is not on the page any more. Scroll to it and try again.",
  notMeasured: "Nothing was changed: the new text could not be measured. Try again.",
  undone: "This compression is undone. Redo it to change its summary.",
  notInForce:
    "This summary is not in force any more: a later one stands in its place, or what it stands for was taken back. Nothing was changed.",
  noModel: "No model can be asked now: there is no key, no network, or none is chosen.",
  noSummary: (model: string) => `${model} gave back no summary that could be read.`,
  goneOn: "The conversation has gone on since this was previewed. Nothing was changed; look at it again.",
};

/** Reasons why a method can't be chosen. */
export const cannotWords = {
  noOldResults: "There are no old results large enough to give way.",
  nothingOld: "There is nothing old enough to summarise.",
  notMeasured: "How large it would be could not be measured.",
  notShorter: "It would not be shorter than what it stands for.",
};
