/**
 * The bytes of a search index on disk; platform/search/index-files.ts writes them.
 *
 *   file     = header frame*
 *   header   = "PALSRCH1" · version u32 · CRC-32 of those 12 bytes u32                            (16 bytes)
 *   frame    = length u32 · CRC-32 of kind and payload u32 · kind u32 · 0 u32 · payload, filled up to a multiple of 8
 *   segment  = a segment as it is in memory (search-segment.ts)
 *   state    = JSON: where the frames of its segments are, which of their entries are gone, and the marks
 * R1 The last whole state counts. A save appends the new segments, then a state: its cost grows with what is new, and a
 *    torn save is as if it had never been.
 * R2 If more than half of the file is no longer used, it is written anew.
 * R3 Any fault in the magic, the version or a segment's CRC makes the whole file damaged: an index is built again from
 *    its sources, never patched.
 */
import { AgentError } from "../errors.js";
import { indexWords } from "./index-words.js";
import type { IndexPart } from "./search-index.js";
import { openSegment, type SearchSegment } from "./search-segment.js";
import { crc32 } from "../crc32.js";

/** Raised whenever words, passages or layout change: an index of another version is built again. */
const INDEX_VERSION = 2;

const MAGIC = new TextEncoder().encode("PALSRCH1");
const HEADER_BYTES = 16;
const FRAME_HEAD = 16;
const SEGMENT = 1;
const STATE = 2;

export type Marks = Readonly<Record<string, string>>;

export interface LoadedIndex {
  readonly parts: readonly IndexPart[];
  readonly marks: Marks;
  readonly saved: SavedIndex;
}

/** The known contents of the file: the place of each segment, and the end of the last state. */
export interface SavedIndex {
  readonly places: ReadonlyMap<SearchSegment, number>;
  readonly end: number;
}

interface State {
  readonly segments: readonly { readonly at: number; readonly removed: readonly number[] }[];
  readonly marks: Marks;
}

export interface Save {
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The new end of the file. */
  readonly end: number;
  readonly saved: SavedIndex;
}

/** The bytes to write so that the file has the index as it is now. */
export function planSave(parts: readonly IndexPart[], marks: Marks, before: SavedIndex | undefined): Save {
  const useful = parts.reduce((sum, { segment }) => sum + segment.bytes.length + FRAME_HEAD, HEADER_BYTES);
  const known = before && before.end <= useful * 2 + 65_536 ? before : undefined; // R2
  const at = known?.end ?? 0;
  const pieces: Uint8Array<ArrayBuffer>[] = known ? [] : [header()];
  let end = at + (known ? 0 : HEADER_BYTES);
  const append = (kind: number, payload: Uint8Array<ArrayBuffer>) => {
    const place = end;
    const bytes = frame(kind, payload);
    pieces.push(bytes);
    end += bytes.length;
    return place;
  };
  const places = new Map<SearchSegment, number>();
  for (const { segment } of parts) places.set(segment, known?.places.get(segment) ?? append(SEGMENT, segment.bytes));
  const state: State = {
    segments: parts.map(({ segment, removed }) => ({ at: places.get(segment)!, removed })),
    marks,
  };
  append(STATE, new TextEncoder().encode(JSON.stringify(state)));
  return { at, bytes: joined(pieces), end, saved: { places, end } };
}

/** Bytes must have a buffer of their own. Undefined for an empty file, `DamagedDataError` for a damaged one (R3). */
export function readIndexFile(bytes: Uint8Array<ArrayBuffer>): LoadedIndex | undefined {
  if (bytes.length === 0) return undefined;
  if (!hasHeader(bytes)) throw damaged("its header");
  let last: { readonly state: State; readonly end: number } | undefined;
  for (let at = HEADER_BYTES; ;) {
    const found = frameAt(bytes, at);
    if (!found) break;
    if (found.kind === STATE) {
      const state = holds(found) ? readState(found.payload) : undefined;
      if (state) last = { state, end: found.end };
    }
    at = found.end;
  }
  if (!last) throw damaged("its state");
  const places = new Map<SearchSegment, number>();
  const parts = last.state.segments.map(({ at, removed }) => {
    const found = frameAt(bytes, at);
    if (!found || found.kind !== SEGMENT || !holds(found)) throw damaged("a segment");
    const segment = openSegment(found.payload);
    if (removed.some((entry) => !(entry >= 0 && entry < segment.entries))) throw damaged("its state");
    places.set(segment, at);
    return { segment, removed };
  });
  return { parts, marks: last.state.marks, saved: { places, end: last.end } };
}

const damaged = (part: Parameters<typeof indexWords.damagedFile>[0]) =>
  new AgentError("DamagedDataError", indexWords.damagedFile(part));

interface Frame {
  readonly kind: number;
  readonly crc: number;
  readonly checked: Uint8Array;
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly end: number;
}

function frameAt(bytes: Uint8Array<ArrayBuffer>, at: number): Frame | undefined {
  if (at % 8 !== 0 || at + FRAME_HEAD > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEAD);
  const length = view.getUint32(0, true);
  const end = at + FRAME_HEAD + filledUp(length);
  if (length === 0 || end > bytes.length) return undefined;
  const payload = bytes.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length);
  const checked = bytes.subarray(at + 8, at + FRAME_HEAD + length);
  return { kind: view.getUint32(8, true), crc: view.getUint32(4, true), checked, payload, end };
}

/** Not by bits: a damaged length may have more than 31 of them. */
const filledUp = (length: number): number => Math.ceil(length / 8) * 8;

const holds = ({ crc, checked }: Frame): boolean => crc32(checked) === crc;

function frame(kind: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_HEAD + filledUp(payload.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length, true);
  view.setUint32(8, kind, true);
  bytes.set(payload, FRAME_HEAD);
  view.setUint32(4, crc32(bytes.subarray(8, FRAME_HEAD + payload.length)), true);
  return bytes;
}

function header(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, INDEX_VERSION, true);
  view.setUint32(12, crc32(bytes.subarray(0, 12)), true);
  return bytes;
}

function hasHeader(bytes: Uint8Array): boolean {
  const expected = header();
  return bytes.length >= HEADER_BYTES && expected.every((byte, at) => bytes[at] === byte);
}

/** The CRC fits, so the bytes are ours; another version may still have written another shape. */
function readState(payload: Uint8Array): State | undefined {
  const state = JSON.parse(new TextDecoder().decode(payload)) as Partial<State>;
  return Array.isArray(state.segments) && state.marks ? (state as State) : undefined;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
