/**
 * The format of the journal, the second copy of all that must never be lost (L8, L9); platform/store/journal-files.ts writes its files.
 *
 *   segment  = header frame*
 *   header   = "PALIMPS1" · generation u32 · CRC-32 of those 12 bytes u32 · 16 bytes reserved     (32 bytes)
 *   frame    = length u32 · CRC-32 of payload u32 · payload                                       (little endian)
 *   payload  = kind (1 byte) · JSON in UTF-8
 *
 * R1 A frame counts only if its CRC holds; a torn last frame is as if it had never been written.
 * R2 A damaged frame in the middle is stepped over: reading goes on at the next place where a whole frame stands.
 */
import { crc32 } from "../crc32.js";
import type { Document, Draft } from "./store.js";
import type { StoredRecord } from "./blob-refs.js";
import type { SessionId } from "../ids.js";

/** The payload of a frame. A blob's text is JSON too, so that even half a surrogate pair survives. */
export type JournalEntry =
  | { readonly kind: "record"; readonly record: StoredRecord }
  | { readonly kind: "blob"; readonly hash: string; readonly text: string }
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "put"; readonly document: Document }
  | { readonly kind: "remove"; readonly collection: Document["collection"]; readonly key: string }
  /** All records of a Session are gone for good: its 30 days in the trash were over (L5). */
  | { readonly kind: "purge"; readonly session: SessionId };

export const HEADER_BYTES = 32;
const FRAME_HEAD = 8;
const MAGIC = new TextEncoder().encode("PALIMPS1");
/** Longer than any single entry can be: a length beyond it is damage, not a frame. */
const MAX_FRAME = 0x2000_0000;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const KINDS = ["record", "blob", "draft", "put", "remove", "purge"] as const;

export function encodeHeader(generation: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, generation, true);
  view.setUint32(12, crc32(bytes.subarray(0, 12)), true);
  return bytes;
}

/** The generation, or 0 where there is no valid header. */
export function readHeader(bytes: Uint8Array): number {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  return view.getUint32(12, true) === crc32(bytes.subarray(0, 12)) ? view.getUint32(8, true) : 0;
}

export function encodeEntries(entries: readonly JournalEntry[]): Uint8Array<ArrayBuffer> {
  const payloads = entries.map(({ kind, ...body }) => ({
    kind: KINDS.indexOf(kind),
    json: encoder.encode(JSON.stringify(body)),
  }));
  const bytes = new Uint8Array(payloads.reduce((sum, { json }) => sum + FRAME_HEAD + 1 + json.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { kind, json } of payloads) {
    const length = json.length + 1;
    bytes[at + FRAME_HEAD] = kind;
    bytes.set(json, at + FRAME_HEAD + 1);
    view.setUint32(at, length, true);
    view.setUint32(at + 4, crc32(bytes.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)), true);
    at += FRAME_HEAD + length;
  }
  return bytes;
}

interface Scan {
  readonly entries: readonly JournalEntry[];
  /** The end of the last whole frame: bytes after it are torn, or continue in the next piece. */
  readonly end: number;
  /** How many places were damaged and stepped over (R2). */
  readonly damaged: number;
}

/** Reads whole frames. With `mend` it looks past damage (R2); without, it stops at the first broken frame, which may go on in the next piece. */
export function scanFrames(bytes: Uint8Array, mend: boolean): Scan {
  const entries: JournalEntry[] = [];
  let at = 0;
  let end = 0;
  let damaged = 0;
  while (at < bytes.length) {
    const length = frameLength(bytes, at);
    const entry =
      length === undefined ? undefined : decodeEntry(bytes.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length));
    if (length !== undefined && entry) {
      entries.push(entry);
      at += FRAME_HEAD + length;
      end = at;
      continue;
    }
    if (!mend) break;
    const next = findFrame(bytes, at + 1);
    if (next === undefined) break;
    damaged++;
    at = next;
  }
  return { entries, end, damaged };
}

/** The bytes of the whole frame at the start; undefined where its head is not valid. */
export function frameSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < FRAME_HEAD) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset, FRAME_HEAD).getUint32(0, true);
  return length > 0 && length <= MAX_FRAME ? FRAME_HEAD + length : undefined;
}

function frameLength(bytes: Uint8Array, at: number): number | undefined {
  const size = frameSize(bytes.subarray(at));
  if (size === undefined || at + size > bytes.length) return undefined;
  const crc = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEAD).getUint32(4, true);
  return crc32(bytes.subarray(at + FRAME_HEAD, at + size)) === crc ? size - FRAME_HEAD : undefined;
}

function findFrame(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at + FRAME_HEAD < bytes.length; at++) {
    // The kind is one of a few small numbers and JSON begins with a brace: that spares nearly every checksum.
    if (
      bytes[at + FRAME_HEAD]! < KINDS.length &&
      bytes[at + FRAME_HEAD + 1] === 0x7b &&
      frameLength(bytes, at) !== undefined
    ) {
      return at;
    }
  }
  return undefined;
}

function decodeEntry(payload: Uint8Array): JournalEntry | undefined {
  const kind = KINDS[payload[0]!];
  if (!kind) return undefined;
  return { kind, ...JSON.parse(decoder.decode(payload.subarray(1))) } as JournalEntry;
}
