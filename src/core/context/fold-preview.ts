/** The preview of folded words (U2): their beginning and their end, and how the Model finds the rest (C11). */
import type { Content } from "../content.js";
import { textBesideEditorContext } from "./editor-tags.js";
import { endsOf } from "./mask-preview.js";

/** The same length as of a masked result (X4). */
const PREVIEW_CHARS = 500;

/** Undefined where a preview would not be shorter. */
export function foldPreview(content: Content): string | undefined {
  const text = textBesideEditorContext(content);
  if (text.length <= 2 * PREVIEW_CHARS) return undefined;
  const preview = endsOf(text, PREVIEW_CHARS);
  return `<words_folded>\n${preview}\n\nFolded to save room. recall finds the rest by its words.\n</words_folded>`;
}
