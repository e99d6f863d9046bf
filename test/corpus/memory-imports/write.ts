/** Short ways to write a case down: most have one Memory file in the root and files of one sentence beside it. */
import type { FailureReason, Files, ImportCase } from "./types.js";

/** What is not told is empty. A failure is its path, its reason, and the reasons that are as good. */
export interface Told {
  readonly imports?: readonly string[];
  readonly stays?: readonly string[];
  readonly failures?: readonly (readonly [path: string, reason: FailureReason, ...or: FailureReason[]])[];
}

type Rest = Partial<Pick<ImportCase, "folders" | "format" | "depth">>;

/** A sentence for each path, no two alike, and none an import. */
export const texts = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, `What is said in <${path}>.\n`]));

/** Imported files that `files` does not give are written by `texts`. */
export const memoryAt =
  (entry: string) =>
  (name: string, text: string | Uint8Array, told: Told, files: Files = {}, rest: Rest = {}): ImportCase => ({
    name,
    files: { ...texts((told.imports ?? []).filter((path) => !Object.hasOwn(files, path))), ...files, [entry]: text },
    entry,
    ...rest,
    expect: {
      imports: told.imports ?? [],
      stays: told.stays ?? [],
      failures: (told.failures ?? []).map(([path, reason, ...or]) =>
        or.length ? { path, reason, or } : { path, reason },
      ),
    },
  });

export const memory = memoryAt("GEMINI.md");

export const lines = (...all: readonly string[]): string => all.join("\n");

export const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all);

/** The bytes of the parts, one after the other; a string is written as UTF-8. */
export function joined(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(parts.flatMap((part) => [...(typeof part === "string" ? encoder.encode(part) : part)]));
}
