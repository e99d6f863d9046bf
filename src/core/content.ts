/**
 * Content: messages by role, as they are sent to a Model and as it answers. They follow Gemini's wire format, so that
 * history brought from Gemini CLI, stored records and requests have one shape.
 */
import type { CallId } from "./ids.js";

export type Role = "user" | "model";

export interface Content {
  readonly role: Role;
  readonly parts: readonly Part[];
}

/** A piece of a Content, with one payload key; `thought` and `thoughtSignature` may stand beside it. */
export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  /** Opaque to us; sent back as it came (L6). */
  readonly thoughtSignature?: string;
  readonly functionCall?: ToolCall;
  readonly functionResponse?: ToolResult;
  /** Media; `data` is base64. */
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
}

export interface ToolCall {
  readonly id?: CallId;
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly id?: CallId;
  readonly name: string;
  readonly response?: Readonly<Record<string, unknown>>;
  /** Media that a Tool gave back (Gemini 3). */
  readonly parts?: readonly Part[];
}

export const textOf = (content: Content): string =>
  content.parts.map((part) => (part.text !== undefined && !part.thought ? part.text : "")).join("");

export const userSaid = (text: string): Content => ({ role: "user", parts: [{ text }] });
export const modelSaid = (text: string): Content => ({ role: "model", parts: [{ text }] });

export function shownOutput(response: Readonly<Record<string, unknown>> | undefined): string {
  const said = response?.output ?? response?.error;
  return typeof said === "string" ? said : JSON.stringify(response ?? {}, undefined, 2);
}
