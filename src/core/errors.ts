/** Expected failures. They are told apart by `name`, since that is what survives a port; the message is a sentence. */
export type ErrorName =
  // the platform's own names, kept as they are
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
  /** What a Model's failure is made of, for whoever decides whether to wait, refit or give up. */
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
  | "server" // it broke
  | "overflow" // the request is longer than the window
  | "key" // not accepted
  | "forbidden" // accepted, but not for this
  | "no-model"
  | "refused" // any other 4xx
  | "unreachable" // no answer came at all
  | "silent" // it stopped sending, and kept the line open
  | "garbled"; // what came was not what the wire format says

/** What is left of an error when it has to travel as data: cloning an Error loses its name. */
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
