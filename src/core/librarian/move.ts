/** The librarian's moves, and the input that decides them. */
import type { ToolCall } from "../content.js";
import type { Library } from "./library.js";
import { inCode } from "./markdown.js";
import { lockedFolder, NO_FOLDER } from "./small-talk.js";
import type { TurnSoFar } from "./turn-so-far.js";

export type Move =
  { readonly kind: "call"; readonly calls: readonly ToolCall[] } | { readonly kind: "answer"; readonly text: string };

export interface LibrarianInput {
  readonly turn: TurnSoFar;
  /** The names of the Tools that may be called. */
  readonly tools: ReadonlySet<string>;
  readonly library: Library;
}

export const answer = (text: string): Move => ({ kind: "answer", text });
export const call = (...calls: readonly ToolCall[]): Move => ({ kind: "call", calls });

/** Why files cannot be looked at, as a sentence; nothing if they can. */
export function withoutFolder({ library, tools }: LibrarianInput): string | undefined {
  const folder = library.folder();
  if (folder.state === "locked") return lockedFolder(inCode(folder.name));
  return folder.state === "none" || tools.size === 0 ? NO_FOLDER : undefined;
}
