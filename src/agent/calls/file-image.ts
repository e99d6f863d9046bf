/** A file's bytes as a checkpoint keeps them (log.ts): as text where that gives the same bytes back, else in base64. */
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

/** For the screen: what is no text can't be shown. */
export const textOfImage = (image: FileImage): string => decodeText(bytesOfImage(image));

/** SHA-256, in hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A byte order mark stays in the text, so that it comes back too. */
function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined; // not UTF-8
    throw error;
  }
}
