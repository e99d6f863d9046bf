/** The provider of the model files that the user picked, and the keeping of them (G2). */
import { AgentError } from "../../../core/errors.js";
import type { ListedModel, ModelFiles } from "../../../core/models/model.js";
import { namesOf } from "../../../core/models/model-names.js";
import type { ModelProvider, ProviderParts } from "../model-provider.js";
import { forgetModelFile, keepModelFile, listModelFiles, modelFileName } from "./model-files.js";
import type { ModelFile } from "./model-files.js";
import { modelFileWords as words } from "./model-file-words.js";

const NAMES = namesOf("modelFile");

export const provideModelFiles = ({ onStatus }: Pick<ProviderParts, "onStatus">): ModelProvider => ({
  async list() {
    if (typeof navigator === "undefined" || !navigator.storage?.getDirectory) return [];
    const files = await listModelFiles();
    const wanted: ListedModel = {
      name: NAMES,
      label: files.length > 0 ? words.another : words.first,
      description: words.description,
      remote: false,
      file: "wanted",
      unavailable: words.toPick,
    };
    return [...files.map(entryOf), wanted];
  },
  async open(name) {
    const file = name.slice(NAMES.length);
    if (file === "") throw new AgentError("NotAllowedError", words.nonePicked);
    const { openGguf } = await import("./gguf.js");
    return openGguf({ file, name, onStatus });
  },
});

const entryOf = ({ name, bytes }: ModelFile): ListedModel => ({
  name: NAMES + name,
  label: name.replace(/\.gguf$/, ""),
  description: words.kept(bytes),
  remote: false,
  file: "kept",
});

export function createModelFiles({ onStatus }: Pick<ProviderParts, "onStatus">): ModelFiles {
  async function keepGguf(file: File, signal: AbortSignal): Promise<ListedModel> {
    const model = NAMES + modelFileName(file.name);
    try {
      return entryOf(await keepModelFile(file, (done) => onStatus({ model, kind: "copying", done }), signal));
    } finally {
      onStatus({ model, kind: "ready" });
    }
  }

  return {
    keepGguf,
    async pickGguf(signal) {
      const file = await pickFile();
      return file && keepGguf(file, signal);
    },
    forgetGguf: (name) => forgetModelFile(name.slice(NAMES.length)),
  };
}

/** An input rather than `showOpenFilePicker`, which Firefox and Safari lack: the file is copied, no handle is needed. */
function pickFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".gguf";
    input.addEventListener("change", () => resolve(input.files?.[0]), { once: true });
    input.addEventListener("cancel", () => resolve(undefined), { once: true });
    input.click();
  });
}
