/**
 * The shapes of the labelled streams that judge the search for loops (D1, D2). A label says what a user would say of
 * the stream, within the numbers of the rule; `why` says from which rule or complaint it comes ("#n" is a thread
 * of google-gemini/gemini-cli unless another project is named).
 *
 * How to judge a detector with them:
 * J1 Each stream gets a detector in its first state; its pieces are handed over one at a time, in order.
 * J2 A string is a chunk as a model would stream it. Its borders mean nothing: fences, rows and bullets may be split.
 * J3 `{ newPrompt: true }` ends a prompt: what follows belongs to the next one, and all state starts anew.
 * J4 `{ toolCall: true }` is a tool call between two texts of the same prompt; what matters of it is only that it happened.
 * J5 A stream that is no loop must never be found, up to its end.
 * J6 A loop must be found, at a piece at whose end more than `from` and at most `by` characters (or calls) have been handed
 *    over, counted from the start of the stream over all its prompts, in UTF-16 code units. Found at or before `from`, it
 *    is a false alarm; later than `by`, or never, a miss.
 */
export interface TextStream {
  readonly name: string;
  readonly kind: TextKind;
  readonly why: string;
  readonly loop: boolean;
  /** Of a loop: so many characters pass before the chant begins. */
  readonly from?: number;
  /** Of a loop: by so many characters it must have been found; generous, about half as many again as the rule needs. */
  readonly by?: number;
  chunks(): Iterable<TextPiece>;
}

/** The tool calls of one prompt, or of several; judged as J1, J3, J5 and J6 say. */
export interface CallStream {
  readonly name: string;
  readonly kind: CallKind;
  readonly why: string;
  readonly loop: boolean;
  /** Of a loop: so many calls pass before the cycle begins. */
  readonly from?: number;
  /** Of a loop: by so many calls it must have been found; up to one round of the cycle more than the rule needs. */
  readonly by?: number;
  calls(): Iterable<CallPiece>;
}

export interface NewPrompt {
  readonly newPrompt: true;
}
export interface ToolCallMark {
  readonly toolCall: true;
}
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the Tool gave. */
  readonly result: string;
  /** What the Model was shown of it, where that is less, or in other words. */
  readonly shown?: string;
}

export type TextPiece = string | NewPrompt | ToolCallMark;
export type CallPiece = Call | NewPrompt;

export type TextKind =
  | "prose"
  | "list"
  | "table"
  | "fence"
  | "data"
  | "divider"
  | "log"
  | "verse"
  | "prompts"
  | "chant"
  | "cycle"
  | "drift"
  | "border";

export type CallKind =
  "batch" | "polling" | "retry" | "broken" | "progress" | "prompts" | "same" | "cycle" | "order" | "cut";

export const newPrompt: NewPrompt = { newPrompt: true };
export const toolCall: ToolCallMark = { toolCall: true };

export const isNewPrompt = (piece: TextPiece | CallPiece): piece is NewPrompt =>
  typeof piece === "object" && "newPrompt" in piece;
