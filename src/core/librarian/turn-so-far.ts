/** What a request says of the Turn at hand: what the user wants, and which calls have come back with what. */
import { textOf, type Content, type ToolCall } from "../content.js";
import { textBesideEditorContext } from "../context/editor-tags.js";
import { withoutEnvironment } from "../text/environment.js";

export interface TurnSoFar {
  readonly question: string;
  readonly calls: readonly DoneCall[];
  /** Whether the librarian has already said in this Session what it is. */
  readonly isIntroduced: boolean;
}

export interface DoneCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly failed: boolean;
}

/** Told by the app, not by the user, to whoever answers; what the user wanted stands before it. */
const GO_ON = /^Your last answer was cut off|^You are going round in circles/;

export function turnSoFar(said: readonly Content[], self: string): TurnSoFar {
  const contents = withoutEnvironment(said);
  const start = contents.findLastIndex(
    (content) => content.role === "user" && !hasResults(content) && !GO_ON.test(textOf(content)),
  );
  const asked = contents[start];
  const calls: DoneCall[] = [];
  let open: readonly ToolCall[] = [];
  for (const { role, parts } of contents.slice(start + 1)) {
    if (role === "model") open = parts.flatMap((part) => part.functionCall ?? []);
    for (const { functionResponse: result } of parts) {
      if (!result) continue;
      const call = open.find(({ id, name }) => (id !== undefined ? id === result.id : name === result.name));
      const { output, error } = result.response ?? {};
      const failed = typeof output !== "string";
      const text = failed ? String(error ?? "It gave nothing back.") : output;
      calls.push({ name: result.name, args: call?.args ?? {}, output: trusted(text), failed });
    }
  }
  const isIntroduced = contents.some((content) => content.role === "model" && textOf(content).includes(self));
  return { question: asked ? textBesideEditorContext(asked) : "", calls, isIntroduced };
}

const hasResults = ({ parts }: Content): boolean => parts.some((part) => part.functionResponse !== undefined);

/** Without the tags around what strangers wrote: the librarian follows no one's orders, so it needs no warning. */
function trusted(output: string): string {
  const inside = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(output)?.[1];
  return inside?.replaceAll(/&lt;(\/?)untrusted_context/gi, "<$1untrusted_context") ?? output;
}
