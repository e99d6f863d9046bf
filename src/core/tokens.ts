/**
 * The plain estimate of tokens (T2): the last fallback, when nothing better has loaded.
 * R1 ASCII counts 0.25 a character, anything else 1.3, whatever the length.
 * R2 An image counts 3,000, a PDF 25,800 (facts 1.2).
 * R3 A call or result counts its name and its JSON by R1; media inside a result count as such.
 */
import type { Content, Part } from "./content.js";

const ASCII = 0.25;
const OTHER = 1.3;
const IMAGE = 3_000;
const PDF = 25_800;

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
  const mime = part.inlineData?.mimeType ?? part.fileData?.mimeType ?? "";
  if (mime.startsWith("image/")) return IMAGE;
  if (mime.startsWith("application/pdf")) return PDF;
  return estimateText(JSON.stringify(part));
}
