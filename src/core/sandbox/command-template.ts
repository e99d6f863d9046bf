/**
 * The prompt of a custom Command, with its places to fill, as Gemini CLI has them (S3).
 * R1 `{{args}}` stands for the text behind the name. In a prompt without it, that text is put at the end, after a blank
 *    line.
 * R2 `@{path}` is the content of a file or folder. If it can't be had, the place stays as it is written.
 * R3 `!{command}` runs in a shell. Braces within a place must be balanced.
 * R4 The template is read once: inserted text is never read as a template again.
 */

type TemplatePiece = { readonly kind: "text" | "file" | "shell"; readonly text: string } | { readonly kind: "args" };

const ARGS = "{{args}}";

export function readTemplate(prompt: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let text = "";
  const flush = () => {
    if (text) pieces.push({ kind: "text", text });
    text = "";
  };
  for (let at = 0; at < prompt.length;) {
    const place = placeAt(prompt, at);
    if (!place) {
      text += prompt[at++];
      continue;
    }
    flush();
    pieces.push(place.piece);
    at = place.end;
  }
  flush();
  return pieces;
}

function placeAt(prompt: string, at: number): { readonly piece: TemplatePiece; readonly end: number } | undefined {
  if (prompt.startsWith(ARGS, at)) return { piece: { kind: "args" }, end: at + ARGS.length };
  const sign = prompt[at];
  if ((sign !== "@" && sign !== "!") || prompt[at + 1] !== "{") return undefined;
  const end = closingBrace(prompt, at + 1);
  const text = end < 0 ? "" : prompt.slice(at + 2, end).trim();
  return text === "" ? undefined : { piece: { kind: sign === "@" ? "file" : "shell", text }, end: end + 1 };
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

/** The prompt with its places filled, one after the other. There must be no shell command among them (R3). */
export async function fillTemplate(
  pieces: readonly TemplatePiece[],
  args: string,
  fileText: (path: string) => Promise<string | undefined>,
): Promise<string> {
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "args") text += args;
    else text += piece.kind === "file" ? ((await fileText(piece.text)) ?? `@{${piece.text}}`) : piece.text;
  }
  return args === "" || pieces.some(({ kind }) => kind === "args") ? text : `${text}\n\n${args}`;
}
