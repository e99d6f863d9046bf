/** How a stream is made of what is written: cut into chunks as a model streams them, labelled, the same at each run. */
import { diceOf, type Dice } from "./dice.js";
import type { Call, CallKind, CallPiece, CallStream, TextKind, TextPiece, TextStream } from "./types.js";

/** Sizes of chunks: some characters (as local models stream), lines, bursts of some hundred (as Gemini streams), all. */
export type Cut = "characters" | "tokens" | "twenty" | "lines" | "bursts" | "whole";

/** A stream of a kind that must never be found (J5). */
export interface Fine {
  readonly name: string;
  readonly kind: TextKind;
  readonly why: string;
  readonly cut?: Cut;
  write(dice: Dice): string | readonly TextPiece[];
}

/** A chant of the given period, after something fine (J6). */
export interface Chant extends Omit<Fine, "write"> {
  readonly period: number;
  write(dice: Dice): { readonly before?: string | readonly TextPiece[]; readonly body: string };
}

export const fine = ({ name, kind, why, cut = "tokens", write }: Fine): TextStream => ({
  name,
  kind,
  why,
  loop: false,
  chunks: () => chunked(piecesOf(write(diceOf(name))), cut, diceOf(`${name}, cut`)),
});

export function chant({ name, kind, why, cut = "tokens", period, write }: Chant): TextStream {
  const pieces = () => {
    const { before = [], body } = write(diceOf(name));
    return { before: piecesOf(before), body };
  };
  const { before, body } = pieces();
  const from = charactersIn(before);
  // The rule needs 9 periods and a window of 50. A longest burst is 400, so that 500 more never make a chunk's end decide.
  const by = from + (cut === "whole" ? body.length : 15 * period + 500);
  return {
    name,
    kind,
    why,
    loop: true,
    from,
    by,
    chunks() {
      const again = pieces();
      return chunked([...again.before, again.body], cut, diceOf(`${name}, cut`));
    },
  };
}

/** A chant long enough that `by` lies within it. */
export const repeat = (unit: string) => unit.repeat(Math.ceil((18 * unit.length + 700) / unit.length));

/** Calls that must never be found (J5). */
export interface FineCalls {
  readonly name: string;
  readonly kind: CallKind;
  readonly why: string;
  write(dice: Dice): readonly CallPiece[];
}

/** Calls that go in a circle of `length` calls, after some that do not (J6). */
export interface CallCycle extends Omit<FineCalls, "write"> {
  readonly length: number;
  write(dice: Dice): { readonly before?: readonly CallPiece[]; readonly cycle: readonly CallPiece[] };
}

export const fineCalls = ({ name, kind, why, write }: FineCalls): CallStream => ({
  name,
  kind,
  why,
  loop: false,
  calls: () => write(diceOf(name)),
});

export function callCycle({ name, kind, why, length, write }: CallCycle): CallStream {
  const from = (write(diceOf(name)).before ?? []).filter((piece) => "name" in piece).length;
  return {
    name,
    kind,
    why,
    loop: true,
    from,
    by: from + 6 * length,
    calls() {
      const { before = [], cycle } = write(diceOf(name));
      return [...before, ...cycle];
    },
  };
}

export const call = (name: string, args: Readonly<Record<string, unknown>>, result: string): Call => ({
  name,
  args,
  result,
});

export const shell = (command: string, result: string) => call("run_shell_command", { command }, result);

/** So many rounds of a cycle of calls. */
export const around = (rounds: number, ...cycle: readonly Call[]) => Array.from({ length: rounds }, () => cycle).flat();

export const charactersIn = (pieces: Iterable<TextPiece>) => {
  let count = 0;
  for (const piece of pieces) if (typeof piece === "string") count += piece.length;
  return count;
};

const piecesOf = (written: string | readonly TextPiece[]) => (typeof written === "string" ? [written] : written);

/** Neighbouring strings are joined first, so that a border of what was written is none of what is streamed. */
function* chunked(pieces: readonly TextPiece[], cut: Cut, dice: Dice): Generator<TextPiece> {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    yield* cutText(text, cut, dice);
    text = "";
    yield piece;
  }
  yield* cutText(text, cut, dice);
}

function* cutText(text: string, cut: Cut, dice: Dice): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, start + sizeOf(text, start, cut, dice));
    yield text.slice(start, end);
    start = end;
  }
}

function sizeOf(text: string, start: number, cut: Cut, dice: Dice): number {
  switch (cut) {
    case "characters":
      return 1;
    case "tokens":
      return dice.between(1, 9);
    case "twenty":
      return 20;
    case "lines":
      return (text.indexOf("\n", start) + 1 || text.length) - start;
    case "bursts":
      return dice.between(60, 400);
    case "whole":
      return text.length;
  }
}
