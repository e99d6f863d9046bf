/** The Turn at hand, by its request: the user's question, and the calls with their results. */
import { textOf, type Content, type ToolCall } from "../content.js";
import { textBesideEditorContext } from "../context/editor-tags.js";
import { withoutEnvironment } from "../text/environment.js";
import { insideUntrusted } from "../text/untrusted.js";

export interface TurnSoFar {
  readonly question: string;
  readonly calls: readonly DoneCall[];
  /** True if the librarian has already introduced itself in this Session. */
  readonly isIntroduced: boolean;
}

export interface DoneCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly failed: boolean;
}

/** Messages of the app that make an answer go on; the user's question stands before them. */
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
      // The librarian obeys no text, so it needs no tags around what strangers wrote.
      calls.push({ name: result.name, args: call?.args ?? {}, output: insideUntrusted(text) ?? text, failed });
    }
  }
  const isIntroduced = contents.some((content) => content.role === "model" && textOf(content).includes(self));
  return { question: asked ? textBesideEditorContext(asked) : "", calls, isIntroduced };
}

const hasResults = ({ parts }: Content): boolean => parts.some((part) => part.functionResponse !== undefined);
