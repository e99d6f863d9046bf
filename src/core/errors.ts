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
  | "ModelError"
  | "OfflineError"
  | "ReadOnlyError"
  | "NewerDatabaseError"
  | "BlockedUpgradeError"
  | "DamagedDataError"
  | "TimeoutError";

export class AgentError extends Error {
  constructor(name: ErrorName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
  }
}

export const isNamed = (error: unknown, name: ErrorName): boolean => (error as Error | null)?.name === name;

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
