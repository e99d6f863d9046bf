/** How the editor context (X7) is told from what a user said: apart from its words, which are not needed to show a page. */
import { textOf, type Content, type Part } from "../content.js";

export const EDITOR_OPEN = "<editor_context>";
export const EDITOR_CLOSE = "</editor_context>";

const isEditorContext = ({ text }: Part): boolean =>
  text !== undefined && text.startsWith(`${EDITOR_OPEN}\n`) && text.endsWith(`${EDITOR_CLOSE}\n`);

/** What was said, without what the app has told beside it. */
export const textBesideEditorContext = (content: Content): string =>
  textOf({ ...content, parts: content.parts.filter((part) => !isEditorContext(part)) });
