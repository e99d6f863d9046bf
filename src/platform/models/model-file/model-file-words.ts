/** Words for users about model files: how they are listed, and of each failure what happened, what is safe, and what to do. */
import { grouped } from "../model-words.js";

export const modelFileWords = {
  first: "A model file on this device…",
  another: "Another model file…",
  description: "A GGUF file, run in this tab: offline, private, and slow.",
  toPick: "Pick a GGUF file. It is copied into this browser's storage and stays there.",
  kept: (bytes: number) =>
    `A model file of ${grouped(Math.max(1, Math.round(bytes / 1e6)))} MB, run in this tab: offline, private, and slow.`,

  nonePicked: "No model file was picked yet. Pick a GGUF file, or choose another model.",
  gone: (name: string) => `The model file ${name} is not here any more. Pick it again, or choose another model.`,
  noGguf: (name: string) => `${name} is not a GGUF file. Nothing was kept. Pick a file that ends in .gguf.`,
  noRoom: (name: string, bytes: number) =>
    `There is no room for ${name} (${grouped(Math.ceil(bytes / 1e6))} MB) in this browser's storage. Nothing was kept. ` +
    `Free some space on the disk, or pick a smaller model.`,

  pageTitle: "Model file",
  noneLoaded: "no model is loaded",
  pageClosed: "The page of the model file was closed.",
  unloaded:
    "The part of Palimpsest that runs model files could not be loaded. Your message is kept. Check the network, reload the page and send it again.",
  unsupported:
    "This browser can't run model files: it lacks 64-bit memory for WebAssembly. Your message is kept. Use a current Chrome, Edge or Firefox, or choose another model.",
  tooLong: (model: string) =>
    `The message is longer than ${model} can take here. It is kept. Make it shorter, or choose another model.`,
  noMemory: (model: string) =>
    `There was not enough memory to run ${model}. Your message is kept. Close other tabs, or pick a smaller model file.`,
  failed: (model: string, said: string) =>
    `${model} could not be run here: “${said}”. Your message is kept. Send it again, or choose another model.`,
};
