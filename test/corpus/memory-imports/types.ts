/**
 * The shape of the cases that judge imports in a Memory file (M3). They were written from the rule alone, before any
 * importer was looked at. What the rule leaves open is left out; where a case needs a decision, the head of its file says it.
 *
 * How to judge an importer with them:
 * J1 Put `files` and `folders` in an empty Workspace (those under `~/.gemini/` among the virtual files), read `entry` with
 *    its imports. A file given as `{ size }` is so many bytes of the letter x.
 * J2 `imports` are the files whose text is in the result, in the order in which it appears, as often as it appears. The
 *    entry is not among them. No two imported files of one case say the same.
 * J3 Each of `stays` is in the result, letter for letter.
 * J4 The failures are those of `failures` and no others, in order of appearance (`sameFailures`). `path` is as it was written
 *    after the `@`, without quotes and without the punctuation that follows it.
 * J5 Nothing is said here of the comments that stand where an import was, nor of white space at the ends of a file.
 */
export interface ImportCase {
  /** A sentence. */
  readonly name: string;
  /** Paths from the root of the Workspace; virtual ones begin with `~/.gemini/`. */
  readonly files: Files;
  /** Folders that would not be there otherwise: empty ones. */
  readonly folders?: readonly string[];
  /** The Memory file that is read. */
  readonly entry: string;
  /** Tree unless told. */
  readonly format?: "tree" | "flat";
  /** 5 unless told. */
  readonly depth?: number;
  readonly expect: {
    readonly imports: readonly string[];
    readonly stays: readonly string[];
    readonly failures: readonly ImportFailure[];
  };
}

export type Files = Readonly<Record<string, string | Uint8Array | { readonly size: number }>>;

export interface ImportFailure {
  readonly path: string;
  readonly reason: FailureReason;
  /** Reasons that are as good: the rule says that it fails, and not what it is called. */
  readonly or?: readonly FailureReason[];
}

export const failureReasons = [
  "traversal",
  "missing",
  "cycle",
  "binary",
  "too-large",
  "url",
  "folder",
  "depth",
  "unreadable",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Whether an importer reported what a case expects (J4). */
export function sameFailures(
  expected: readonly ImportFailure[],
  reported: readonly { readonly path: string; readonly reason: string }[],
): boolean {
  return (
    expected.length === reported.length &&
    expected.every(({ path, reason, or = [] }, index) => {
      const other = reported[index]!;
      return other.path === path && [reason, ...or].some((one) => one === other.reason);
    })
  );
}
