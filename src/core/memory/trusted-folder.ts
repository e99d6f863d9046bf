/**
 * The files of a folder that change how the Agent works (M4), and the one way to read them: only of a folder that the user trusts, and as
 * the user has accepted them.
 *
 * R1 Nothing of an untrusted folder is loaded.
 * R2 What was accepted is pinned by the SHA-256 of its bytes. A text is hashed as it was read, so that what is loaded is what was hashed.
 * R3 What is not pinned, or is another by now, is withheld, and the user is asked. All the rest goes on to be loaded.
 * R4 A file above a megabyte is none of these: no such text belongs into a request.
 */
import type { Workspace } from "../files/workspace.js";

/** `import`: a file that a Memory names by `@path`. In the order in which they are listed. */
export const LOADABLE_KINDS = [
  "memory",
  "import",
  "system",
  "settings",
  "policy",
  "hook",
  "command",
  "skill",
  "agent",
] as const;
export type LoadableKind = (typeof LOADABLE_KINDS)[number];

/** Bytes (R4). */
export const LONGEST_LOADABLE = 1_000_000;

/** Why a text is not given. `new`: nobody was asked about it yet. */
type Withheld = "untrusted" | "new" | "changed" | "too-large";

export type TrustedReading = { readonly text: string; readonly bytes: Uint8Array } | { readonly withheld: Withheld };

/** The one way to the words of a folder: whatever loads them reads them here and nowhere else. */
export interface TrustedFolder {
  /** Only to list and to look at; nothing is loaded from it directly. */
  readonly workspace: Workspace;
  /**
   * The text, if it is as the user accepted it. Where it is not, the user is asked, as often as it changes and no more.
   * `as` says what it is, where its path does not. Rejects as `Workspace.read` does, and with `InvalidPathError`.
   */
  read(path: string, as?: LoadableKind): Promise<TrustedReading>;
  /**
   * The user has written this file in the app, by hand: it counts as accepted, if what it took the place of was. What a Model wrote is
   * never told here, not even where the user allowed it: it was shown as a piece of work, not as words to be obeyed from now on.
   * `work` writes it; none: it is written.
   */
  userWrote(
    path: string,
    before: Uint8Array | undefined,
    after: Uint8Array,
    work?: () => Promise<unknown>,
  ): Promise<void>;
}

/** Reasons to withhold a file, for lists and for whoever wanted to load it. */
export const withheldWords: Readonly<Record<Withheld, string>> = {
  untrusted: "its folder is not trusted",
  new: "it is new since you trusted this folder, and you have not accepted it yet",
  changed: "it has changed since you trusted it, and you have not accepted the change yet",
  "too-large": "it has more than a megabyte",
};

/** Something found that would be loaded, as the user is asked about it. */
export interface Loadable {
  readonly path: string;
  readonly kind: LoadableKind;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes; none where it can't be loaded at all. */
  readonly hash?: string;
  /** Why it can't be loaded. */
  readonly problem?: "too-large" | "unreadable";
  /** MCP servers that a settings file names. */
  readonly servers?: readonly string[];
}

/** One of them that the user has not accepted as it is now. */
export interface AskedLoadable extends Loadable {
  /** `changed`: it was accepted as it was before. */
  readonly state: "new" | "changed";
}

/** The question to the user about a folder (M4). */
export interface TrustQuestion {
  /** An answer names it, so that nobody accepts what was found only afterwards. */
  readonly id: string;
  /** The folder is trusted; these came or changed since. */
  readonly isAgain: boolean;
  readonly found: readonly AskedLoadable[];
  /** Files that were not even looked at, since there are too many: they are never loaded. */
  readonly leftOut: number;
}

/** A changed file, as it was accepted and as it is. `before` is not there where it was too long to be kept. */
export interface TrustDifference {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}
