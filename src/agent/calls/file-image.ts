/** Images of files for checkpoints: text where that gives the same bytes back, else base64. */
import type { FileImage } from "../../core/log/log.js";
import { decodeText } from "../../core/files/text-file.js";
import { toBase64 } from "../../core/text/base64.js";

export async function imageOf(bytes: Uint8Array): Promise<FileImage> {
  const hash = await sha256(bytes);
  const text = asUtf8(bytes);
  return text === undefined ? { hash, base64: toBase64(bytes) } : { hash, text };
}

export function bytesOfImage({ text, base64 = "" }: FileImage): Uint8Array<ArrayBuffer> {
  if (text !== undefined) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The image as text for the screen; bytes that are no text are lost. */
export const textOfImage = (image: FileImage): string => decodeText(bytesOfImage(image));

/** The SHA-256 of some bytes, in hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The text with its byte order mark, so that the same bytes come back; nothing where they are not UTF-8. */
function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
