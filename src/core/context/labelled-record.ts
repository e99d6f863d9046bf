/** Records of a History under the labels that lines of a Snapshot refer to (C10). */
import type { Content, Part } from "../content.js";

export interface LabelledRecord {
  readonly label: number;
  readonly from: "user" | "model" | "tool" | "app";
  readonly content: Content;
}

export const labelledText = ({ content }: LabelledRecord): string =>
  content.parts
    .filter((part) => part.text !== undefined && !part.thought)
    .map(({ text }) => text)
    .join("\n");

export interface Call {
  readonly label: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** None where it was never answered. */
  result?: { readonly label: number; readonly text: string; readonly failed: boolean };
}

/** Calls with their results, in the order of the calls; paired by id, or by order where there is none. */
export function callsIn(records: readonly LabelledRecord[]): readonly Call[] {
  const calls: Call[] = [];
  const open: { readonly id?: string; readonly call: Call }[] = [];
  for (const { label, content } of records) {
    for (const { functionCall, functionResponse } of content.parts) {
      if (functionCall) {
        const call: Call = { label, name: functionCall.name, args: functionCall.args ?? {} };
        calls.push(call);
        open.push({ ...(functionCall.id !== undefined && { id: functionCall.id }), call });
      } else if (functionResponse) {
        const { id, name } = functionResponse;
        const at = open.findIndex((each) =>
          id !== undefined && each.id !== undefined ? each.id === id : each.call.name === name,
        );
        const asked = at < 0 ? undefined : open.splice(at, 1)[0];
        if (asked) asked.call.result = { label, ...resultOf(functionResponse) };
      }
    }
  }
  return calls;
}

export function resultOf({ response }: NonNullable<Part["functionResponse"]>): {
  readonly text: string;
  readonly failed: boolean;
} {
  const said = response ?? {};
  if (typeof said.error === "string") return { text: said.error, failed: true };
  const text = [said.output, said.content, said.result].find((each) => typeof each === "string") as string | undefined;
  return { text: text ?? JSON.stringify(said), failed: false };
}
