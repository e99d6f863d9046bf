/** Texts and bytes as shells pass them to a file system: a text is UTF-8, one byte a character, base64 or hexadecimal. */
import type { BufferEncoding } from "just-bash/browser";

type ShellEncoding = BufferEncoding | null | undefined;

export function shellBytes(content: string | Uint8Array, encoding: ShellEncoding): Uint8Array {
  if (typeof content !== "string") return content.slice();
  switch (encoding) {
    case "binary":
    case "latin1":
    case "ascii":
      return Uint8Array.from(content, (char) => char.charCodeAt(0));
    case "base64":
      return Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
    case "hex":
      return Uint8Array.from(content.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
    default:
      return new TextEncoder().encode(content);
  }
}

export function shellText(bytes: Uint8Array, encoding: ShellEncoding): string {
  switch (encoding) {
    case "binary":
    case "latin1":
    case "ascii":
      return bytesAsChars(bytes);
    case "base64":
      return btoa(bytesAsChars(bytes));
    case "hex":
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    default:
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

/** One character for each byte, made in pieces: a function takes only so many arguments. */
function bytesAsChars(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return pieces.join("");
}

export const encodingIn = (
  options: { readonly encoding?: ShellEncoding } | BufferEncoding | undefined,
): ShellEncoding => (typeof options === "object" ? options.encoding : options);
