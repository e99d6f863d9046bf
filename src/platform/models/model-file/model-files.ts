/** The GGUF files that the user gave, kept in OPFS under `models/`: picked once, there at every start, and offline. */
import { AgentError } from "../../../core/errors.js";
import { modelFileWords as words } from "./model-file-words.js";

export interface ModelFile {
  /** The name in the folder, with its ending. */
  readonly name: string;
  readonly bytes: number;
}

const FOLDER = "models";
const ENDING = ".gguf";
/** The first four bytes of every GGUF file. */
const MAGIC = "GGUF";
/** Bytes that must stay free beside the file: the log and its journal need room to go on. */
const RESERVE = 200_000_000;

async function folder(create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage.getDirectory();
  try {
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch (error) {
    if (!create && (error as DOMException).name === "NotFoundError") return undefined;
    throw error;
  }
}

export async function listModelFiles(): Promise<readonly ModelFile[]> {
  const files: ModelFile[] = [];
  for await (const handle of (await folder(false))?.values() ?? []) {
    // A copy that was cut short keeps its other ending, and is written over by the next.
    if (handle.kind === "file" && handle.name.endsWith(ENDING)) {
      files.push({ name: handle.name, bytes: (await handle.getFile()).size });
    }
  }
  return files.toSorted((one, other) => one.name.localeCompare(other.name));
}

export async function openModelFile(name: string): Promise<File> {
  try {
    const handle = await (await folder(false))?.getFileHandle(name);
    if (handle) return await handle.getFile();
  } catch (error) {
    if ((error as DOMException).name !== "NotFoundError") throw error;
  }
  throw new AgentError("NotFoundError", words.gone(name));
}

/** Copies a file that the user picked; one of the same name is replaced. Resolves when it is durable. */
export async function keepModelFile(
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ModelFile> {
  const name = modelFileName(file.name);
  if ((await file.slice(0, MAGIC.length).text()) !== MAGIC) {
    throw new AgentError("TypeMismatchError", words.noGguf(file.name));
  }
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (file.size + RESERVE > quota - usage) {
    throw new AgentError("QuotaExceededError", words.noRoom(file.name, file.size));
  }
  const models = (await folder(true))!;
  const part = await models.getFileHandle(`${name}.part`, { create: true });
  // The writable works on a copy that takes the file's place when it is closed: a cut leaves no half model behind.
  const sink = await part.createWritable();
  let written = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, next) {
      written += bytes.byteLength;
      onProgress(file.size === 0 ? 1 : written / file.size);
      next.enqueue(bytes);
    },
  });
  await file.stream().pipeThrough(counted).pipeTo(sink, { signal });
  await renamed(models, part, name);
  return { name, bytes: file.size };
}

/** Gives the copy its name. Browsers whose file handles can't be moved write it once more, under that name. */
async function renamed(models: FileSystemDirectoryHandle, part: FileSystemFileHandle, name: string): Promise<void> {
  const movable = part as FileSystemFileHandle & { move?(name: string): Promise<void> };
  if (movable.move) return movable.move(name);
  const whole = await models.getFileHandle(name, { create: true });
  await (await part.getFile()).stream().pipeTo(await whole.createWritable());
  await models.removeEntry(part.name);
}

export async function forgetModelFile(name: string): Promise<void> {
  await (await folder(false))?.removeEntry(name);
}

/** A name that any file system takes, and that says what it is. */
export function modelFileName(name: string): string {
  const bare = name
    .replace(/\.gguf$/i, "")
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, "-")
    .replace(/^[. -]+/, "");
  return `${bare.slice(0, 100) || "model"}${ENDING}`;
}
