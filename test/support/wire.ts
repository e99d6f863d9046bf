/** What a test may ask of the Gemini-wire server, from node or from a page. */
import type { Script } from "./script.js";

export interface Wire {
  /** The base URL for the client. */
  readonly url: string;
  /** Queues answers: each request takes the next one. */
  script(...answers: readonly Script[]): Promise<void>;
  release(gate: string): Promise<void>;
  report(): Promise<WireReport>;
  close(): Promise<void>;
}

export interface WireReport {
  readonly requests: readonly WireRequest[];
  /** What pages asked to send beyond the plain headers, a preflight each. */
  readonly preflights: readonly string[];
  readonly inFlight: number;
  /** Sockets that the client closed before the answer was through. */
  readonly aborted: number;
}

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
