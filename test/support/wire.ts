/** What a test may ask of the Gemini-wire server, from node or from a page. */
import type { ScriptedServer } from "./scripted-server.js";

export type Wire = ScriptedServer<WireRequest>;

export interface WireRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** All of them, nothing struck out: tests look for the key. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly model: string;
  readonly task: string;
  readonly body: WireBody;
}

export interface WireBody {
  readonly contents?: readonly WireContent[];
  readonly systemInstruction?: WireContent;
  readonly tools?: readonly unknown[];
  readonly generationConfig?: Readonly<Record<string, unknown>>;
  readonly generateContentRequest?: WireBody;
}

export interface WireContent {
  readonly role?: string;
  readonly parts?: readonly Readonly<Record<string, unknown>>[];
}
