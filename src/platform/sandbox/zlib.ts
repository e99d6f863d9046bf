/** The part of node's `zlib` that the emulated shell imports, for browsers: gzip, with a limit to what is unpacked. */
import { Gunzip, gzipSync as gzip } from "fflate";
import { runWords } from "./run-words.js";

export const constants = { Z_BEST_COMPRESSION: 9, Z_BEST_SPEED: 1, Z_DEFAULT_COMPRESSION: 6 };

interface Options {
  readonly level?: number;
  readonly maxOutputLength?: number;
}

export function gzipSync(bytes: Uint8Array, { level = 6 }: Options = {}): Uint8Array {
  return gzip(bytes, { level: Math.min(9, Math.max(1, level)) as 6 });
}

/** Unpacks in pieces: a small file may stand for gigabytes. */
export function gunzipSync(bytes: Uint8Array, { maxOutputLength = 64_000_000 }: Options = {}): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const gunzip = new Gunzip((piece) => {
    length += piece.length;
    if (length > maxOutputLength) throw new RangeError(runWords.unpacksTooLarge);
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += 65_536) {
    gunzip.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
