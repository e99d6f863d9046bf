/** Bytes encoded at a time: a multiple of 3, so that pieces can be joined, and few enough for a call's arguments. */
const PIECE = 24_576;

export function toBase64(bytes: Uint8Array & { toBase64?: () => string }): string {
  // Chrome has its own since version 140.
  if (bytes.toBase64) return bytes.toBase64();
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  }
  return pieces.join("");
}
