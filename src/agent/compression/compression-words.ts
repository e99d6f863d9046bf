/** What `/compress` says where there is no card to show. */
import type { Compression } from "./compress.js";

/** `isPart`: of Turns that the user pointed at. */
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
