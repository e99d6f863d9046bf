/** Words for users about the browser's own model: how it is listed, and of each failure what happened, what is safe, and what to do. */
import { grouped } from "../model-words.js";

export const onDeviceWords = {
  label: "The browser's own model",
  there: "On this device, offline, small and private.",
  toDownload: "On this device. The browser downloads it first, a few gigabytes, with your first message.",

  none: "This browser has no model of its own. Choose another one.",
  overflow: (limit?: number) =>
    `The conversation is longer than the browser's own model can take${limit ? `: ${grouped(limit)} tokens fit` : ""}. ` +
    `Nothing of it is lost. It has to be made shorter before it is sent again.`,
  needsClick: "The browser starts its own model only after a click. Your message is kept. Send it again.",
  notDownloaded:
    "The browser could not download its own model. Your message is kept. Check the network and send it again.",
  notSupported:
    "The browser's own model can't answer this: it knows few languages and no images here. Your message is kept. Choose another model.",
  failed: (reason: string) =>
    `The browser's own model failed (${reason || "for no reason it names"}). Your message is kept. Send it again, or choose another model.`,
};
