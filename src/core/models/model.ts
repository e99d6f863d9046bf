/** A Model answers requests. One interface for Gemini, models on the device and the librarian; a Turn cannot tell which. */
import type { Content, ToolCall } from "../content.js";

export interface Model {
  /** The name that the user chooses it by, and that is written beside its answers. */
  readonly name: string;
  /** Whether it needs the network: then "Send" reads "Queue" offline (U8). */
  readonly remote: boolean;
  /**
   * Answers a request as it comes. Must end with exactly one `finished`, or throw an AgentError (`AbortError` if
   * `signal` fired). Must stop all work, sockets included, when `signal` fires or the consumer leaves the loop.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** The server's own count, where there is one. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
}

export interface ModelRequest {
  readonly contents: readonly Content[];
  readonly system?: string;
  readonly tools?: readonly ToolDeclaration[];
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A piece of an answer: a delta, never the state so far. */
export type ModelEvent =
  | { readonly type: "text"; readonly delta: string; readonly signature?: string }
  | { readonly type: "thought"; readonly delta: string; readonly signature?: string }
  | { readonly type: "call"; readonly call: ToolCall; readonly signature?: string }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "finished"; readonly reason: FinishReason };

/** The reason why an answer ended. `cut`: the stream ended without the server saying so. */
export type FinishReason = "stop" | "max-tokens" | "safety" | "recitation" | "malformed-call" | "other" | "cut";

/** The reasons by which a Model ends an answer that it has begun before it is whole. */
export type EarlyEnd = Extract<FinishReason, "max-tokens" | "safety" | "recitation" | "other">;

export interface Usage {
  readonly prompt: number;
  /** The prompt's size as predicted before it was sent (T4). */
  readonly predicted?: number;
  readonly answer: number;
  readonly thoughts?: number;
  readonly cached?: number;
}

/** The Models there are to choose from (G4). */
export interface ModelCatalogue {
  list(): Promise<readonly ListedModel[]>;
  /** `NotFoundError` for an unknown name; `NotAllowedError` where something is missing, such as a key. */
  open(name: string): Promise<Model>;
}

export interface ListedModel {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly remote: boolean;
  /** Why it can't be used now, as a sentence. */
  readonly unavailable?: string;
  /** `kept`: a file of the user's. `wanted`: no model, but the place to pick one. */
  readonly file?: "kept" | "wanted";
}

/** The model files on this device: picked by the user, kept in the app's storage (G2). */
export interface ModelFiles {
  /** Must be called from a click. Undefined if the user picked nothing. How the copy goes is told as a ModelStatus. */
  pickGguf(signal: AbortSignal): Promise<ListedModel | undefined>;
  /** Keeps a file that the user gave otherwise, by a drop for instance. */
  keepGguf(file: File, signal: AbortSignal): Promise<ListedModel>;
  /** Deletes a file, by its name in the catalogue. */
  forgetGguf(name: string): Promise<void>;
}
