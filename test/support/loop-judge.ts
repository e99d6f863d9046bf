/** Judges a search for loops by the labelled streams of test/corpus/loops; J1–J6 are in their types.ts. */
import type { RepetitionDetector } from "../../src/core/loops/loop-detector.js";
import {
  isNewPrompt,
  type CallPiece,
  type CallStream,
  type TextPiece,
  type TextStream,
} from "../corpus/loops/types.js";

export type LabelledStream = TextStream | CallStream;

/** A verdict against the label. A stream has at most one. */
export interface Misjudged {
  readonly fault: "false alarm" | "miss";
  readonly stream: LabelledStream;
  /** So many characters or calls had been handed over when it was found; none if it never was. */
  readonly at?: number;
}

/** J1: each stream gets a detector of its own. */
export const judge = (
  createDetector: () => RepetitionDetector,
  streams: readonly LabelledStream[],
): readonly Misjudged[] => streams.flatMap((stream) => misjudged(stream, foundAt(createDetector(), stream)) ?? []);

/** "no chant (table, found at 310)": enough to go and look. */
export const describeMisjudged = ({ fault, stream, at }: Misjudged): string =>
  `${fault}: ${stream.name} (${stream.kind}, ${at === undefined ? "never found" : `found at ${at}`}` +
  (stream.loop ? `, to be found after ${stream.from} and by ${stream.by})` : ")");

/** "labelled streams: 150, false alarms 0, misses 0" */
export function describeScore(streams: readonly LabelledStream[], faults: readonly Misjudged[]): string {
  const alarms = faults.filter(({ fault }) => fault === "false alarm").length;
  return `labelled streams: ${streams.length}, false alarms ${alarms}, misses ${faults.length - alarms}`;
}

/** J5, J6. */
function misjudged(stream: LabelledStream, at: number | undefined): Misjudged | undefined {
  if (!stream.loop) return at === undefined ? undefined : { fault: "false alarm", stream, at };
  const { from = 0, by = Infinity } = stream;
  if (at === undefined) return { fault: "miss", stream };
  if (at <= from) return { fault: "false alarm", stream, at };
  return at > by ? { fault: "miss", stream, at } : undefined;
}

/** How many characters or calls were handed over, over all prompts, at the end of the piece that told a loop. */
function foundAt(detector: RepetitionDetector, stream: LabelledStream): number | undefined {
  let handed = 0;
  for (const piece of "chunks" in stream ? stream.chunks() : stream.calls()) {
    if (isNewPrompt(piece)) {
      detector.reset(); // J3
      continue;
    }
    const mark = `call ${handed}`;
    handed += sizeOf(piece);
    if (hand(detector, piece, mark)) return handed;
  }
  return undefined;
}

type Handed = Exclude<TextPiece | CallPiece, { readonly newPrompt: true }>;

const sizeOf = (piece: Handed): number => (typeof piece === "string" ? piece.length : "toolCall" in piece ? 0 : 1);

function hand(detector: RepetitionDetector, piece: Handed, mark: string) {
  if (typeof piece === "string") return detector.said(piece); // J2
  // J4: that it happened is all that matters, so no two of them are the same.
  if ("toolCall" in piece) return detector.did({ name: mark }, { name: mark });
  const { name, args, result, shown = result } = piece;
  return detector.did({ name, args }, { name, response: { output: shown } }, result);
}
