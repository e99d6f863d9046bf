/**
 * The shelf's local part (G2): the browser's own model, those of a local server, and the model files the user picked. An
 * entry appears when there is something to choose; what it takes to answer is loaded when it is chosen.
 */
import { AgentError, failureOf } from "../../../core/errors.js";
import type { ModelStatus } from "../../../core/models/model-status.js";
import type { Model, ModelOnShelf } from "../../../core/models/model.js";
import type { Settings } from "../../../core/settings/settings.js";
import type { Vault } from "../../../core/vault.js";
import { forgetModelFile, keepModelFile, listModelFiles, modelFileName } from "../../local-model/model-files.js";
import type { ModelFile } from "../../local-model/model-files.js";
import { ON_DEVICE, onDeviceAvailability } from "../on-device/prompt-api.js";

interface LocalParts {
  readonly vault: Pick<Vault, "read">;
  readonly chosen: () => Settings;
  readonly onStatus: (status: ModelStatus) => void;
}

/** So that names of three origins can't meet: `local/llama3.2`, `file/smollm2.gguf`. */
const SERVER = "local/";
const FILE = "file/";
/** The list is waited for by someone who opened it: a server on this machine answers in milliseconds, or not at all. */
const LISTING = 1_500;

export async function listLocal(parts: LocalParts): Promise<readonly ModelOnShelf[]> {
  const lists = await Promise.all([onDeviceEntries(), serverEntries(parts), fileEntries()]);
  return lists.flat();
}

async function onDeviceEntries(): Promise<readonly ModelOnShelf[]> {
  const availability = await onDeviceAvailability();
  if (availability === "unavailable") return [];
  const description =
    availability === "available"
      ? "On this device, offline, small and private."
      : "On this device. The browser downloads it first, a few gigabytes, with your first message.";
  return [{ name: ON_DEVICE, label: "The browser's own model", description, remote: false }];
}

async function serverEntries({ vault, chosen }: LocalParts): Promise<readonly ModelOnShelf[]> {
  const { "model.localServer": baseUrl, "model.localServerModel": wanted } = chosen();
  if (baseUrl === "") return [];
  const { isLoopback, listOpenAiModels } = await import("../local-server/openai-server.js");
  const entry = (model: string): ModelOnShelf => ({
    name: SERVER + model,
    label: model === "" ? "Local server" : model,
    description: `From your local server, ${baseUrl}.`,
    remote: !isLoopback(baseUrl),
  });
  try {
    const key = await vault.read("localServer");
    const listed = await listOpenAiModels({ baseUrl, ...(key && { key }) }, AbortSignal.timeout(LISTING));
    const names = new Set([...(wanted === "" ? [] : [wanted]), ...listed]);
    if (names.size > 0) return [...names].map(entry);
    return [{ ...entry(""), unavailable: `${baseUrl} has no models. Load one there, then open this list again.` }];
  } catch (error) {
    const { name, message } = failureOf(error);
    const unavailable = name === "AbortError" ? `${baseUrl} does not answer. Is the server running?` : message;
    return [{ ...entry(wanted), unavailable }];
  }
}

async function fileEntries(): Promise<readonly ModelOnShelf[]> {
  if (typeof navigator === "undefined" || !navigator.storage?.getDirectory) return [];
  const files = await listModelFiles();
  const wanted: ModelOnShelf = {
    name: FILE,
    label: files.length > 0 ? "Another model file…" : "A model file on this device…",
    description: "A GGUF file, run in this tab: offline, private, and slow.",
    remote: false,
    file: "wanted",
    unavailable: "Pick a GGUF file. It is copied into this browser's storage and stays there.",
  };
  return [...files.map(fileEntry), wanted];
}

const fileEntry = ({ name, bytes }: ModelFile): ModelOnShelf => ({
  name: FILE + name,
  label: name.replace(/\.gguf$/, ""),
  description: `A model file of ${megabytes(bytes)} MB, run in this tab: offline, private, and slow.`,
  remote: false,
  file: "kept",
});

const megabytes = (bytes: number): string => Math.max(1, Math.round(bytes / 1e6)).toLocaleString("en");

export async function openLocal(name: string, parts: LocalParts): Promise<Model> {
  if (name === ON_DEVICE) return (await import("../on-device/on-device.js")).openOnDevice({ onStatus: parts.onStatus });
  if (name.startsWith(FILE)) return openFile(name, parts);
  if (name.startsWith(SERVER)) return openServer(name, parts);
  throw new AgentError("NotFoundError", `There is no model named ${name} here. Choose another one.`);
}

async function openFile(name: string, { onStatus }: LocalParts): Promise<Model> {
  const file = name.slice(FILE.length);
  if (file === "")
    throw new AgentError("NotAllowedError", "No model file was picked yet. Pick a GGUF file, or choose another model.");
  const { openGguf } = await import("./gguf.js");
  return openGguf({ file, name, onStatus });
}

/** Kept open, so that what a server refuses is learnt once and not with every message. */
const servers = new Map<string, Model>();

async function openServer(name: string, { vault, chosen }: LocalParts): Promise<Model> {
  const { "model.localServer": baseUrl } = chosen();
  const model = name.slice(SERVER.length);
  if (baseUrl === "" || model === "") {
    throw new AgentError(
      "NotAllowedError",
      `${model || "This model"} needs a local server. Give its address in Settings, or choose another model.`,
    );
  }
  const key = await vault.read("localServer");
  const { openOpenAi } = await import("../local-server/openai-server.js");
  const place = JSON.stringify([baseUrl, model, key ?? ""]);
  const known = servers.get(place) ?? openOpenAi({ baseUrl, model, name, ...(key && { key }) });
  servers.set(place, known);
  return known;
}

export async function pickGguf(parts: LocalParts, signal: AbortSignal): Promise<ModelOnShelf | undefined> {
  const file = await pickFile();
  return file && keepGguf(file, parts, signal);
}

export async function keepGguf(file: File, { onStatus }: LocalParts, signal: AbortSignal): Promise<ModelOnShelf> {
  const model = FILE + modelFileName(file.name);
  try {
    return fileEntry(await keepModelFile(file, (done) => onStatus({ model, kind: "copying", done }), signal));
  } finally {
    onStatus({ model, kind: "ready" });
  }
}

export const forgetGguf = (name: string): Promise<void> => forgetModelFile(name.slice(FILE.length));

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
