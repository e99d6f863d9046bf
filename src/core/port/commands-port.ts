/** Commands as a UI lists and completes them. */

export interface CommandsPort {
  /** All Commands: the app's own first, then the folder's. */
  list(): Promise<readonly CommandView[]>;
  /** Suggestions for the word before the caret; none where there is nothing to complete. */
  complete(text: string, caret: number): Promise<Completion | undefined>;
}

export interface CommandView {
  /** Without the slash. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** The arguments after the name; none for a Command that takes none. */
  readonly usage?: string;
  readonly source: "app" | "user" | "folder";
}

export interface Completion {
  /** The range of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  /** The best first. */
  readonly suggestions: readonly Suggestion[];
}

export interface Suggestion {
  readonly text: string;
  readonly label: string;
  readonly detail?: string;
  /** Whether more may be completed behind it, as behind a folder. */
  readonly goesOn?: boolean;
}
