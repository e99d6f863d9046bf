/** Commands: what a UI may ask of them, and what they may ask of a screen. */

export interface CommandsPort {
  /** All that can be typed with a slash: the app's own first, then the folder's. */
  list(): Promise<readonly CommandView[]>;
  /** Suggestions for the word before the caret; none where there is nothing to complete. */
  complete(text: string, caret: number): Promise<Completion | undefined>;
}

export interface CommandView {
  /** Without the slash. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** What may or must follow the name; none for a Command that takes nothing. */
  readonly usage?: string;
  readonly source: "app" | "user" | "folder";
}

export interface Completion {
  /** What of the text a suggestion takes the place of. */
  readonly from: number;
  readonly to: number;
  /** The best first. */
  readonly suggestions: readonly Suggestion[];
}

export interface Suggestion {
  /** What to put there. */
  readonly text: string;
  readonly label: string;
  readonly detail?: string;
  /** There may be more to complete behind it: a folder. */
  readonly goesOn?: boolean;
}
