/**
 * Files as a Memory may have them (M3): those of the open folder as the user accepted them (trusted-folder.ts), and the virtual ones.
 *
 * R1 Names count letter for letter, whatever the disk thinks of capitals: so a Memory says the same on every machine.
 * R2 Only text, and no more than a megabyte of it. What is imported must be text to the last byte; of a Memory itself, which someone
 *    named so, what can't be read becomes U+FFFD.
 * R3 What is kept from the Model (`.geminiignore`, `.env`, `.git`) is kept from a Memory, too.
 */
import { failureOf } from "../errors.js";
import { fileKindOf } from "../files/file-kind.js";
import { listIfThere } from "../files/if-there.js";
import type { Ignore } from "../files/ignore.js";
import { LONGEST_LOADABLE, withheldWords, type LoadableKind, type TrustedFolder } from "./trusted-folder.js";
import { isVirtual, type MemoryFiles } from "./memory-file.js";
import type { ImportRead } from "./memory-import.js";
import { nameOf, parentOf } from "../files/path.js";
import { findEditableText } from "../files/text-file.js";
import type { Entry } from "../files/workspace.js";

interface MemorySources {
  readonly virtual?: Pick<MemoryFiles, "list" | "read">;
  /** None where no folder is open. */
  readonly folder?: Pick<TrustedFolder, "workspace" | "read">;
  /** The rules of files in that folder that are kept from the Model. */
  readonly ignore?: Ignore;
}

export interface MemoryReader {
  /** Never rejects. `as` is what the file is: an import unless told. */
  read(path: string, as?: LoadableKind): Promise<ImportRead>;
}

/** Keeps listings for as long as it lives: one for each loading. */
export function createMemoryReader({ virtual, folder, ignore }: MemorySources): MemoryReader {
  const listings = new Map<string, Promise<readonly Entry[]>>();

  function listed(path: string): Promise<readonly Entry[]> {
    const listing = listings.get(path) ?? listIfThere(folder!.workspace, path);
    listings.set(path, listing);
    return listing;
  }

  async function readVirtual(path: string): Promise<ImportRead> {
    const text = await virtual?.read(path);
    if (text === undefined) {
      const all = (await virtual?.list()) ?? [];
      return { reason: all.some((each) => each.startsWith(`${path}/`)) ? "folder" : "missing" };
    }
    return text.length > LONGEST_LOADABLE ? { reason: "too-large" } : { text };
  }

  async function readReal(path: string, as: LoadableKind): Promise<ImportRead> {
    if (!folder) return { reason: "missing" };
    if (path === "") return { reason: "folder" };
    const entry = (await listed(parentOf(path))).find(({ name }) => name === nameOf(path));
    if (!entry) return { reason: "missing" };
    if (entry.kind === "folder") return { reason: "folder" };
    if (await ignore?.isIgnored(path, false)) return { reason: "ignored" };
    const reading = await folder.read(path, as);
    if ("withheld" in reading) {
      const { withheld } = reading;
      return withheld === "too-large" ? { reason: "too-large" } : { reason: "withheld", why: withheldWords[withheld] };
    }
    const { kind } = fileKindOf(path, reading.bytes);
    const isText = (kind === "text" || kind === "svg") && (as !== "import" || isWhollyText(reading.bytes));
    return isText ? { text: reading.text } : { reason: "binary" };
  }

  return {
    async read(path, as = "import") {
      try {
        return await (isVirtual(path) ? readVirtual(path) : readReal(path, as));
      } catch (error) {
        return { reason: "unreadable", why: failureOf(error).message };
      }
    },
  };
}

/** Not by its beginning alone: a page of Latin-1, or a PDF that is called text, would be read as rubbish. */
function isWhollyText(bytes: Uint8Array): boolean {
  const text = findEditableText(bytes)?.text;
  return text !== undefined && !text.includes("\0") && !text.startsWith("%PDF-");
}
