/** The tags that set the editor context (X7) apart from the user's words; a file of its own, since a page is shown without its texts. */
import { textOf, type Content, type Part } from "../content.js";

export const EDITOR_OPEN = "<editor_context>";
export const EDITOR_CLOSE = "</editor_context>";

const isEditorContext = ({ text }: Part): boolean =>
  text !== undefined && text.startsWith(`${EDITOR_OPEN}\n`) && text.endsWith(`${EDITOR_CLOSE}\n`);

/** The text of a Content without its editor context. */
export const textBesideEditorContext = (content: Content): string =>
  textOf({ ...content, parts: content.parts.filter((part) => !isEditorContext(part)) });
