/** Expected failures. Their `name` tells them apart, since it survives a port; their message is a sentence for people. */
export type ErrorName =
  // names that the browser uses itself
  | "AbortError"
  | "NotAllowedError"
  | "NotFoundError"
  | "QuotaExceededError"
  | "InvalidStateError"
  | "NoModificationAllowedError"
  | "TypeMismatchError"
  | "NotReadableError"
  | "NotSupportedError"
  // ours
  | "InvalidArgsError"
  | "InvalidPathError"
  | "ChangedError"
  | "ConflictError"
  | "ModelError"
  | "OfflineError"
  | "ReadOnlyError"
  | "NewerDatabaseError"
  | "BlockedUpgradeError"
  | "DamagedDataError"
  | "TimeoutError"
  | "ContextOverflowError";

export class AgentError extends Error {
  /** Why a Model failed, for the decision to wait, to refit the request or to give up. */
  readonly details?: ModelFailure;

  constructor(name: ErrorName, message: string, options?: ErrorOptions & { readonly details?: ModelFailure }) {
    super(message, options);
    this.name = name;
    if (options?.details) this.details = options.details;
  }
}

export const isNamed = (error: unknown, name: ErrorName): boolean => (error as Error | null)?.name === name;

/** Why a Model did not answer, as plain data: the sentence is for the user, this is for the loop (R4 of routing). */
export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** HTTP status, or the one that an error inside the stream names. */
  readonly status?: number;
  /** Milliseconds that the server asks us to wait. */
  readonly retryAfter?: number;
  /** `none`: the plan has no quota at all for this model, so waiting will not help. */
  readonly quota?: "minute" | "day" | "none";
  /** The real token limit, as the server's refusal names it (T1). */
  readonly limit?: number;
  /** How many tokens the server counted. */
  readonly sent?: number;
  /** The server's machine-readable word, such as `API_KEY_INVALID` or `RESOURCE_EXHAUSTED`. */
  readonly reason?: string;
}

export type ModelFailureKind =
  | "rate" // too many requests for now
  | "quota" // used up for long, or none to begin with
  | "capacity" // the model is overloaded
  | "server" // the server failed
  | "overflow" // the request is longer than the window
  | "key" // not accepted
  | "forbidden" // accepted, but not for this
  | "no-model"
  | "refused" // any other 4xx
  | "unreachable" // no answer came at all
  | "silent" // the stream stopped without an end
  | "garbled"; // the answer does not follow the wire format

/** An error as data, for places where cloning an Error would lose its name. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Error || (typeof error === "object" && error !== null && "message" in error)) {
    const { name, message } = error as Error;
    return { name: name || "Error", message: message || String(error) };
  }
  return { name: "Error", message: String(error) };
}
