/**
 * Memory files in and out of a real `~/.gemini` (M1): a folder the user picks, or a zip where the browser opens no folders. Only
 * Markdown and the user's own Commands are read, not the settings, keys and histories that lie there too.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { AgentError } from "../../core/errors.js";
import { readIfThere } from "../../core/files/if-there.js";
import type { MemoryCopy, MemoryExported } from "../../core/port/memory-port.js";
import { isPath } from "../../core/files/path.js";
import { encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import { walk } from "../../core/files/walk.js";
import type { Workspace } from "../../core/files/workspace.js";
import { createHandleWorkspace } from "./handle-workspace.js";
import { workspaceWords } from "./workspace-words.js";

/** Limits (P4), far above any real `~/.gemini`. */
const MOST_ENTRIES = 20_000;
const MOST_FILES = 500;
const MOST_BYTES = 1_000_000;

const isMemory = (path: string): boolean =>
  (/\.md$/i.test(path) || /^(?:\.gemini\/)?commands\/.+\.toml$/.test(path)) && isPath(path);

const pick = async (mode: "read" | "readwrite"): Promise<Workspace> =>
  createHandleWorkspace({
    id: "memory-folder",
    kind: "folder",
    handle: await showDirectoryPicker({ id: "gemini", mode }),
  });

/** Must be called in a click. */
export const pickMemories = async (): Promise<readonly MemoryCopy[]> => memoriesIn(await pick("read"));

export async function memoriesIn(folder: Workspace): Promise<readonly MemoryCopy[]> {
  const copies: MemoryCopy[] = [];
  for await (const { entries } of walk(folder, { most: MOST_ENTRIES }, new AbortController().signal)) {
    for (const { kind, path } of entries) {
      if (kind !== "file" || !isMemory(path) || copies.length >= MOST_FILES) continue;
      if ((await folder.stat(path)).size > MOST_BYTES) continue;
      const text = findEditableText(await folder.read(path))?.text;
      if (text !== undefined) copies.push({ path, text });
    }
  }
  return copies;
}

/** Must be called in a click. */
export const pickAndExport = async (copies: readonly MemoryCopy[]): Promise<MemoryExported> =>
  exportInto(await pick("readwrite"), copies);

async function exportInto(folder: Workspace, copies: readonly MemoryCopy[]): Promise<MemoryExported> {
  const differing: { readonly copy: MemoryCopy; readonly now: Uint8Array }[] = [];
  let files = 0;
  for (const copy of copies) {
    const now = await readIfThere(folder, copy.path);
    if (!now) await folder.write(copy.path, encodeText(copy.text, PLAIN_TEXT), "nothing");
    else if (findEditableText(now)?.text !== copy.text) {
      differing.push({ copy, now });
      continue;
    }
    files++;
  }
  return {
    files,
    differing: differing.map(({ copy }) => copy.path),
    async replace() {
      for (const { copy, now } of differing) {
        const format = findEditableText(now)?.format ?? PLAIN_TEXT;
        await folder.write(copy.path, encodeText(copy.text, format), now);
      }
      return differing.length;
    },
  };
}

export function zipMemories(copies: readonly MemoryCopy[]): Blob {
  const files = Object.fromEntries(copies.map(({ path, text }) => [path, strToU8(text)]));
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

/** The memories of files that were chosen one by one, and of zips of `~/.gemini`. */
export async function memoriesOf(files: readonly File[]): Promise<readonly MemoryCopy[]> {
  const copies: MemoryCopy[] = [];
  for (const file of files) {
    if (/\.zip$/i.test(file.name)) copies.push(...unzipped(new Uint8Array(await file.arrayBuffer()), file.name));
    else if (isMemory(file.name) && file.size <= MOST_BYTES) {
      const text = findEditableText(new Uint8Array(await file.arrayBuffer()))?.text;
      if (text !== undefined) copies.push({ path: file.name, text });
    }
  }
  return copies.slice(0, MOST_FILES);
}

function unzipped(bytes: Uint8Array, name: string): readonly MemoryCopy[] {
  try {
    const files = unzipSync(bytes, { filter: (entry) => isMemory(entry.name) && entry.originalSize <= MOST_BYTES });
    const paths = Object.keys(files);
    // In a zip of the folder itself all paths begin with its name.
    const root = paths.every((path) => path.startsWith(".gemini/")) ? ".gemini/" : "";
    return paths.map((path) => ({ path: path.slice(root.length), text: strFromU8(files[path]!) }));
  } catch (cause) {
    throw new AgentError("DamagedDataError", workspaceWords.noZip(name), { cause });
  }
}
