/** What the emulated shell takes of node's `zlib`, for where there is no node: gzip, with an end to what it unpacks. */
import { Gunzip, gzipSync as gzip } from "fflate";

export const constants = { Z_BEST_COMPRESSION: 9, Z_BEST_SPEED: 1, Z_DEFAULT_COMPRESSION: 6 };

interface Options {
  readonly level?: number;
  readonly maxOutputLength?: number;
}

export function gzipSync(bytes: Uint8Array, { level = 6 }: Options = {}): Uint8Array {
  return gzip(bytes, { level: Math.min(9, Math.max(1, level)) as 6 });
}

/** In pieces: a small file may stand for gigabytes. */
export function gunzipSync(bytes: Uint8Array, { maxOutputLength = 64_000_000 }: Options = {}): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const gunzip = new Gunzip((piece) => {
    length += piece.length;
    if (length > maxOutputLength) throw new RangeError("gzip: what it unpacks to is too large");
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
