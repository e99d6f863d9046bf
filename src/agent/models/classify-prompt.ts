/** Prompts classified as hard or simple by a small Model (R2). A failure means that it is not known, and is never thrown. */
import { userSaid, type Content } from "../../core/content.js";
import { textBesideEditorContext } from "../../core/context/editor-tags.js";
import type { Model } from "../../core/models/model.js";
import type { Complexity } from "../../core/models/route.js";
import type { AskAside } from "./ask-aside.js";
import { classifyPrompt } from "../prompts/classify.js";
import { withoutUntrusted } from "../../core/text/untrusted.js";

/** The entries that go along: of the last 20, without calls and results, the last 4 (R2 of routing). */
const LOOKED_AT = 20;
const KEPT = 4;
/** The characters that are kept of a long message: a request mostly stands before or after pasted text. */
const FIRST_LETTERS = 3_000;
const LAST_LETTERS = 1_000;

export async function classifyWith(
  { model, ask }: { readonly model: Model; readonly ask: AskAside },
  context: readonly Content[],
  signal: AbortSignal,
): Promise<Complexity | undefined> {
  const [request, ...before] = context.toReversed();
  if (!request) return undefined;
  const recent = before.slice(0, LOOKED_AT).filter(isWords).slice(0, KEPT).toReversed();
  const asked = [
    ...recent.map((content) => `${content.role}: ${requestIn(content)}`),
    `request: ${requestIn(request)}`,
  ].join("\n\n");
  try {
    const contents = [userSaid(asked)];
    return readChoice(await ask({ role: "routing", model, system: classifyPrompt, contents }, signal));
  } catch {
    return undefined; // routing goes on without it (R2: failures fall through); the Turn's own request will tell what is wrong
  }
}

/** The words of a message without the files that came along: they make nothing harder, and their words must steer nothing (A4). */
export function requestIn({ role, parts }: Content): string {
  const pieces = role === "model" ? [parts] : parts.map((part) => [part]); // a user's words are one part, the first after the editor's
  const words =
    pieces.map((piece) => textBesideEditorContext({ role, parts: piece })).find((each) => each.trim() !== "") ?? "";
  const said = withoutUntrusted(words);
  if (said.length <= FIRST_LETTERS + LAST_LETTERS) return said;
  return `${said.slice(0, FIRST_LETTERS)}\n…\n${said.slice(-LAST_LETTERS)}`;
}

const isWords = ({ parts }: Content): boolean => !parts.some((part) => part.functionCall || part.functionResponse);

/** The choice in a Model's answer. Its JSON may stand between fences or words. */
function readChoice(said: string): Complexity | undefined {
  const [, choice] = /"choice"\s*:\s*"(simple|hard)"/.exec(said) ?? [];
  return choice as Complexity | undefined;
}
