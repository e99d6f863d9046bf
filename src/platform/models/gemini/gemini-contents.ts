/**
 * Contents as a Gemini model takes them.
 * R1 Media that a Tool gave back stay in its result only where the model takes them there: Gemini 3 does, for some
 *    pictures and PDFs; older ones refuse the whole request, and so every later one of the Session.
 * R2 Other media of a result follow in a user's turn of their own: the turn of results must have one for each call.
 * R3 Media that no model there takes are named in words, for they would be refused as well.
 * R4 A Content that needs no change is the same object.
 */
import type { Content, Part } from "../../../core/content.js";
import { attachedBy, unseenWords } from "../../../core/models/tool-protocol.js";

export const contentsFor = (model: string, contents: readonly Content[]): readonly Content[] =>
  contents.flatMap((content) => adapted(content, GEMINI_3.test(model)));

const GEMINI_3 = /gemini-(?:[3-9]|[1-9]\d)\b/;

function adapted(content: Content, takesInResults: boolean): Content | readonly Content[] {
  const isFine = (part: Part): boolean =>
    !isRefused(part) && (part.functionResponse?.parts ?? []).every((each) => takesInResults && isTakenInResults(each));
  if (content.parts.every(isFine)) return content;
  const beside: Part[] = [];
  const parts = content.parts.map((part) => {
    if (isFine(part)) return part;
    if (!part.functionResponse) return seen(part);
    const { parts: media = [], ...result } = part.functionResponse;
    const stay = media.filter((each) => takesInResults && isTakenInResults(each));
    const leave = media.filter((each) => !stay.includes(each)).map(seen);
    beside.push({ text: attachedBy(result.name) }, ...leave);
    return { ...part, functionResponse: { ...result, ...(stay.length > 0 && { parts: stay }) } };
  });
  const turn = { ...content, parts };
  return beside.length > 0 ? [turn, { role: "user", parts: beside }] : turn;
}

const isTakenInResults = ({ inlineData }: Part): boolean =>
  /^(?:image\/(?:png|jpeg|webp)|application\/pdf)$/.test(inlineData?.mimeType ?? "");

/** R3: of pictures the API takes these five. */
const isRefused = ({ inlineData }: Part): boolean =>
  /^(?:image\/(?!(?:png|jpeg|webp|heic|heif)$)|video\/x-matroska)/.test(inlineData?.mimeType ?? "");

const seen = (part: Part): Part => (isRefused(part) ? { text: unseenWords(part) } : part);
