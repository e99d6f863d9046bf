/**
 * The central directory of a zip, at the end of the file: its list of entries. Nothing is unpacked here.
 * R1 The directory counts, not the headers before each file, which may differ or be empty.
 * R2 Names are UTF-8 where they can be read as such, else Latin 1. They may be any text: import-plan.ts reads them as
 *    paths.
 * R3 Refused as a whole: no zip, one in several parts, one in the form for more than 4 GB (zip64).
 */
import { AgentError } from "../errors.js";
import { archiveWords } from "./file-words.js";

export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  /** 0: stored, 8: deflated; others are not unpacked. */
  readonly method: number;
  readonly checksum: number;
  /** Bytes in the zip, and when unpacked. */
  readonly packed: number;
  readonly size: number;
  /** The place of the entry's own header. */
  readonly offset: number;
}

/** The end record is 22 bytes, and a comment of 65,535 at most may follow. */
export const TAIL = 22 + 65_535;
/** The length of the header before each file; name and extra field follow. */
export const LOCAL_HEADER = 30;

const END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const UNIX = 3;

/** The place of the directory, from the last `TAIL` bytes of the file. */
export function findDirectory(tail: Uint8Array): { readonly offset: number; readonly size: number } {
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const [disk, count, size, offset] = [
      view.getUint16(at + 4, true),
      view.getUint16(at + 10, true),
      view.getUint32(at + 12, true),
      view.getUint32(at + 16, true),
    ];
    if (count === 0xffff || offset === 0xffffffff) throw refused(archiveWords.zip64);
    if (disk !== 0) throw refused(archiveWords.severalParts);
    return { offset, size };
  }
  throw refused(archiveWords.noZip);
}

export function readDirectory(bytes: Uint8Array): readonly ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= bytes.length;) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw refused(archiveWords.damagedList);
    const u16 = (offset: number) => view.getUint16(at + offset, true);
    const u32 = (offset: number) => view.getUint32(at + offset, true);
    const end = at + 46 + u16(28);
    if (end > bytes.length) throw refused(archiveWords.damagedList);
    const name = textOf(bytes.subarray(at + 46, end)).replaceAll("\\", "/");
    const mode = u16(4) >> 8 === UNIX ? u32(38) >>> 16 : 0;
    entries.push({
      name,
      isFolder: name.endsWith("/"),
      isLink: (mode & 0xf000) === 0xa000,
      isEncrypted: (u16(8) & 1) === 1,
      method: u16(10),
      checksum: u32(16),
      packed: u32(20),
      size: u32(24),
      offset: u32(42),
    });
    at = end + u16(30) + u16(32);
  }
  return entries;
}

/** The distance from the header of a file to its content. */
export function contentAfter(header: Uint8Array): number {
  const view = viewOf(header);
  if (header.length < LOCAL_HEADER || view.getUint32(0, true) !== LOCAL) throw refused(archiveWords.damagedFile);
  return LOCAL_HEADER + view.getUint16(26, true) + view.getUint16(28, true);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
}

const refused = (why: string): AgentError => new AgentError("DamagedDataError", archiveWords.refused(why));
