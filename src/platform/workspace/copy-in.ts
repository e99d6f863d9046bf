/** Copies files or an archive into a folder of the private file system (W1). Runs in the copy worker, which is ended to stop it. */
import { Inflate } from "fflate";
import type { ImportedFile, TellCopy } from "../../core/port/folder-port.js";
import { AgentError, isNamed } from "../../core/errors.js";
import {
  type ImportCandidate,
  type ImportLimits,
  type ImportPlan,
  planImport,
  type Skipped,
} from "../../core/files/import-plan.js";
import { parentOf, nameOf } from "../../core/files/path.js";
import {
  contentAfter,
  findDirectory,
  LOCAL_HEADER,
  readDirectory,
  TAIL,
  type ZipEntry,
} from "../../core/files/zip-directory.js";
import { crc32 } from "../../core/crc32.js";
import { createPace } from "./copy-pace.js";
import { workspaceWords } from "./workspace-words.js";

export interface Copied {
  readonly files: number;
  readonly skipped: readonly Skipped[];
  readonly top?: string;
}

/** Files written at once: a small file takes 2 to 4 ms to write, most of it waiting (measured). */
const AT_ONCE = 8;
const PIECE = 256 * 1024;

const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || type === "application/zip";

/** Copies files as they are; a single zip is unpacked. */
export async function copyIn(
  folder: FileSystemDirectoryHandle,
  sources: readonly ImportedFile[],
  tell: TellCopy,
  limits?: ImportLimits,
): Promise<Copied> {
  const [only] = sources;
  if (only && sources.length === 1 && isZip(only.file)) {
    const plan = planImport(await candidatesIn(only.file), limits);
    return copy(folder, plan, ({ entry }, write) => unpack(only.file, entry, write), tell);
  }
  const candidates = sources.map(({ path, file }) => ({ name: path, size: file.size, file }));
  return copy(folder, planImport(candidates, limits), ({ file }, write) => pipe(file, write), tell);
}

type Write = (piece: Uint8Array) => Promise<void>;

/** A damaged file is left out and listed as skipped; a full disk ends the whole copy. */
async function copy<C extends ImportCandidate>(
  folder: FileSystemDirectoryHandle,
  { files, skipped, bytes, top }: ImportPlan<C>,
  content: (from: C, write: Write) => Promise<void>,
  tell: TellCopy,
): Promise<Copied> {
  const paced = createPace(tell, { of: files.length, ofBytes: bytes });
  const damaged: Skipped[] = [];
  const folders = createFolders(folder);
  let next = 0;
  const copyNext = async (): Promise<void> => {
    for (let file = files[next++]; file; file = files[next++]) {
      const { path, from } = file;
      const parent = await folders(parentOf(path));
      const handle = await parent.getFileHandle(nameOf(path), { create: true });
      const stream = await handle.createWritable();
      try {
        await content(from, async (piece) => {
          await stream.write(piece as Uint8Array<ArrayBuffer>);
          paced.add(piece.length);
        });
        await stream.close();
      } catch (error) {
        await stream.abort().catch(() => undefined); // a stream that has failed by itself is closed already
        if (!(error instanceof AgentError)) throw full(error);
        await parent.removeEntry(nameOf(path));
        damaged.push({ name: from.name, why: error.message });
      }
      paced.done();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  paced.end();
  const done = { files: files.length - damaged.length, skipped: [...skipped, ...damaged] };
  return top === undefined ? done : { ...done, top };
}

function full(error: unknown): unknown {
  // Chromium ends a stream that is larger than what is left with an AbortError.
  if (!isNamed(error, "QuotaExceededError") && !isNamed(error, "AbortError")) return error;
  return new AgentError("QuotaExceededError", workspaceWords.copyDoesNotFit, { cause: error });
}

/** A function that makes each folder once, however many files lie in it. */
function createFolders(root: FileSystemDirectoryHandle): (path: string) => Promise<FileSystemDirectoryHandle> {
  const made = new Map<string, Promise<FileSystemDirectoryHandle>>([["", Promise.resolve(root)]]);
  const make = (path: string): Promise<FileSystemDirectoryHandle> => {
    const known = made.get(path);
    if (known) return known;
    const folder = make(parentOf(path)).then((above) => above.getDirectoryHandle(nameOf(path), { create: true }));
    made.set(path, folder);
    return folder;
  };
  return make;
}

async function pipe(blob: Blob, write: Write): Promise<void> {
  for (let at = 0; at < blob.size; at += PIECE) await write(await bytesOf(blob.slice(at, at + PIECE)));
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

async function candidatesIn(file: File): Promise<readonly (ImportCandidate & { readonly entry: ZipEntry })[]> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - TAIL)));
  const { offset, size } = findDirectory(tail);
  const entries = readDirectory(await bytesOf(file.slice(offset, offset + size)));
  return entries
    .filter(({ isFolder, name }) => !isFolder && !name.startsWith("__MACOSX/"))
    .map((entry) => {
      const unfit = whyUnfit(entry);
      return { name: entry.name, size: entry.size, entry, ...(unfit !== undefined && { unfit }) };
    });
}

function whyUnfit({ isLink, isEncrypted, method }: ZipEntry): string | undefined {
  if (isLink) return workspaceWords.isLink;
  if (isEncrypted) return workspaceWords.isEncrypted;
  if (method !== 0 && method !== 8) return workspaceWords.unknownPacking;
  return undefined;
}

/** Never writes more than the archive's directory says: an archive with a wrong size is damaged, and must not fill the disk. */
async function unpack(zip: File, entry: ZipEntry, write: Write): Promise<void> {
  const header = await bytesOf(zip.slice(entry.offset, entry.offset + LOCAL_HEADER));
  const start = entry.offset + contentAfter(header);
  let size = 0;
  let sum = 0;
  const take = async (piece: Uint8Array): Promise<void> => {
    size += piece.length;
    sum = crc32(piece, sum);
    if (size > entry.size) throw damaged();
    await write(piece);
  };
  const packed = zip.slice(start, start + entry.packed);
  await (entry.method === 0 ? pipe(packed, take) : inflate(packed, take));
  if (size !== entry.size || sum !== entry.checksum) throw damaged();
}

/** Bytes unpacked at a time: a piece grows up to a thousandfold, and is then in memory at once. */
const DEFLATED_PIECE = 16 * 1024;

async function inflate(packed: Blob, write: Write): Promise<void> {
  let out: Uint8Array[] = [];
  const stream = new Inflate((piece) => out.push(piece));
  for (let at = 0; at < packed.size; at += DEFLATED_PIECE) {
    const piece = await bytesOf(packed.slice(at, at + DEFLATED_PIECE));
    try {
      stream.push(piece, at + DEFLATED_PIECE >= packed.size);
    } catch (cause) {
      throw damaged(cause);
    }
    const unpacked = out;
    out = [];
    for (const each of unpacked) await write(each);
  }
}

const damaged = (cause?: unknown): AgentError =>
  new AgentError("DamagedDataError", workspaceWords.damagedInArchive, { cause });
