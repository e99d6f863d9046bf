/**
 * The plain estimate of tokens (T2): the last fallback, when nothing better has loaded.
 * R1 ASCII counts 0.25 a character, anything else 1.3, whatever the length.
 * R2 An image counts 3,000, a PDF 25,800 (Gemini CLI's figures), sound and film a token for 400 bytes, any other file as an image.
 * R3 A call or result counts its name and its JSON by R1; media inside a result count as such.
 */
import type { Content, Part } from "../content.js";

const ASCII = 0.25;
const OTHER = 1.3;
const IMAGE = 3_000;
const PDF = 25_800;
// The API takes 32 tokens a second of sound and about 295 of film: at 128 kbit/s and 1 Mbit/s that is 500 and 424
// bytes a token. Charging the length of the base64 instead would make 4 MB of film a full window.
const TIMED_BYTES = 400;
const BASE64_BYTES = 0.75;

export function estimateText(text: string): number {
  let other = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) other++;
  return (text.length - other) * ASCII + other * OTHER;
}

export const estimateContent = (content: Content): number =>
  Math.ceil(content.parts.reduce((sum, part) => sum + estimatePart(part), 0));

function estimatePart(part: Part): number {
  if (part.text !== undefined) return estimateText(part.text);
  if (part.functionResponse) {
    const { name, response, parts = [] } = part.functionResponse;
    const media = parts.reduce((sum, inner) => sum + estimatePart(inner), 0);
    return estimateText(name) + (response === undefined ? 0 : estimateText(JSON.stringify(response))) + media;
  }
  if (part.inlineData || part.fileData) return estimateMedia(part);
  return estimateText(JSON.stringify(part));
}

/** The tokens of an image, a PDF, a recording or a film (R2). */
export function estimateMedia({ inlineData, fileData }: Part): number {
  const mime = inlineData?.mimeType ?? fileData?.mimeType ?? "";
  if (mime.startsWith("application/pdf")) return PDF;
  const timed = mime.startsWith("audio/") || mime.startsWith("video/");
  if (timed && inlineData) return Math.max(1, (inlineData.data.length * BASE64_BYTES) / TIMED_BYTES);
  return IMAGE;
}
