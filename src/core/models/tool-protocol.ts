/**
 * Tool calls for a Model that has none of its own: it answers with one JSON object, a call or an answer. Where the runtime
 * can hold it to a schema it does, else the words alone ask for it. How the answer is read: tool-protocol-reader.ts.
 * R1 The schema has one branch for each Tool, and one for the answer. (`tool_choice: required` was not enforced by
 *    llama.cpp, a schema was, even on random weights.)
 * R2 The name comes before the arguments, so that a Model that writes from left to right knows what it is filling in.
 * R3 Calls and answers of before are told in the same shape, results as the user's words.
 */
import { type Content, type Part, type ToolCall, shownOutput } from "../content.js";
import type { ModelRequest, ToolDeclaration } from "./model.js";
import type { JsonSchema } from "../schema.js";

/** A message as every chat model takes it. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** R1, R2 */
export const protocolSchema = (tools: readonly ToolDeclaration[]): JsonSchema => ({
  anyOf: [
    ...tools.map(({ name, parameters }) =>
      // `enum` rather than `const`: every converter of schemas to grammars knows it.
      closed({ tool: { type: "string", enum: [name] }, args: { type: "object", ...parameters } }),
    ),
    closed({ answer: { type: "string" } }),
  ],
});

const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const protocolWords = (tools: readonly ToolDeclaration[]): string =>
  [
    'Reply with one JSON object and nothing else: {"tool":"name","args":{…}} to use a tool, {"answer":"…"} to answer.',
    "Tools:",
    ...tools.map((tool) => `- ${signatureOf(tool)}: ${tool.description}`),
  ].join("\n");

/** A Tool's signature, `read_file(file_path: string, start_line?: integer)`: a third of the schema's length. */
function signatureOf({ name, parameters }: ToolDeclaration): string {
  const { properties = {}, required = [] } = parameters as { properties?: JsonSchema; required?: readonly string[] };
  const fields = Object.entries(properties).map(([field, schema]) => {
    const { type, enum: options } = (schema ?? {}) as { type?: unknown; enum?: readonly unknown[] };
    const kind = Array.isArray(options) ? options.join("|") : typeof type === "string" ? type : "any";
    return `${field}${required.includes(field) ? "" : "?"}: ${kind}`;
  });
  return `${name}(${fields.join(", ")})`;
}

/** A request as plain messages, the system's first (R3). Neighbours of one role are joined: many templates refuse them. */
export function chatMessages({ system = "", contents, tools = [] }: ModelRequest): readonly ChatMessage[] {
  const standing = [system, tools.length > 0 ? protocolWords(tools) : ""].filter((words) => words !== "").join("\n\n");
  const messages: ChatMessage[] = standing === "" ? [] : [{ role: "system", content: standing }];
  for (const content of contents) {
    const role = content.role === "model" ? "assistant" : "user";
    const words = wordsOf(content, tools.length > 0);
    const last = messages.at(-1);
    if (words === "") continue;
    if (last?.role === role) messages[messages.length - 1] = { role, content: `${last.content}\n\n${words}` };
    else messages.push({ role, content: words });
  }
  return messages;
}

function wordsOf({ role, parts }: Content, hasTools: boolean): string {
  const said = parts.filter((part) => !part.thought);
  const isAnswer = role === "model" && hasTools && said.every((part) => part.text !== undefined);
  if (!isAnswer)
    return said
      .map(wordsOfPart)
      .filter((words) => words !== "")
      .join("\n");
  const answer = said.map(({ text = "" }) => text).join("");
  return answer === "" ? "" : JSON.stringify({ answer });
}

function wordsOfPart({ text, functionCall, functionResponse, inlineData, fileData }: Part): string {
  if (text !== undefined) return text;
  if (functionCall) return callWords(functionCall);
  if (functionResponse) {
    const { name, response, parts = [] } = functionResponse;
    return [`Result of ${name}:`, shownOutput(response), ...parts.map(wordsOfPart)].join("\n");
  }
  return inlineData || fileData ? unseenWords({ inlineData, fileData }) : "";
}

/** The words before media that had to leave a result: nobody but the Tool said them, and a picture may have orders written on it. */
export const attachedBy = (tool: string): string => `What ${tool} attached to its result, no words of the user’s:`;

/** The words in place of a picture or another file that a Model can't take. */
export const unseenWords = ({ inlineData, fileData }: Part): string =>
  `[${(inlineData ?? fileData)?.mimeType ?? "a file"}, which this model can't see]`;

const callWords = ({ name, args = {} }: ToolCall): string => JSON.stringify({ tool: name, args });
