/** The next request of the open Session, as a UI reads and changes it (U2). */
import type { ContextChange } from "../context/context-change.js";
import type { ContextMap } from "../measure/context-map.js";
import type { RecordId, TurnId } from "../ids.js";

export interface ContextPort {
  /** The next request to scale, from the one ledger (U2, T5); its blocks add up to the meter's figure. */
  map(asked?: MapView): Promise<ContextMap>;
  /** The full words of a block of the map, folded or not; the beginning of them where they are long. */
  blockText(block: { readonly record: RecordId; readonly part?: number }): Promise<BlockText>;
  /** Changes the context by hand (U2), not while a Turn runs. `NotFoundError` for a record that is no content; done twice, nothing happens. */
  change(change: ContextChange): Promise<void>;
  /** The system prompt and the Tools, as the next request sends them. */
  systemPrompt(): Promise<SystemPromptText>;
}

export interface MapView {
  /** Groups whose blocks are wanted. */
  readonly opened?: readonly string[];
  /** The text in the composer. */
  readonly draft?: string;
}

export interface BlockText {
  readonly text: string;
  /** Characters that were left out at the end. */
  readonly more: number;
  readonly turn?: TurnId;
}

export interface SystemPromptText {
  readonly system: string;
  /** The file that the system prompt comes from; none for our own. */
  readonly from?: string;
  /** The Memory files in it, by path, in order (M5). */
  readonly parts?: readonly { readonly id: string; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}
