/**
 * How an answer goes, step by step: one notation for the scripted Model and for the Gemini-wire server. Plain data, so
 * that a test in a page can hand it to a server outside. A script that does not say how it ends, ends with STOP.
 */
import type { ErrorName, ModelFailure } from "../../src/core/errors.js";
import type { WireError } from "./wire-errors.js";

export type Step =
  | { readonly does: "say"; readonly pieces: readonly string[]; readonly signature?: string }
  | { readonly does: "think"; readonly pieces: readonly string[]; readonly signature?: string }
  | {
      readonly does: "call";
      readonly name: string;
      readonly args: object;
      readonly id?: string;
      readonly signature?: string;
    }
  | {
      readonly does: "use";
      readonly prompt: number;
      readonly answer: number;
      readonly thoughts?: number;
      readonly cached?: number;
    }
  | { readonly does: "wait"; readonly for: number | string }
  | { readonly does: "finish"; readonly reason: string }
  | { readonly does: "end" }
  // on the wire only
  | { readonly does: "cut" }
  | { readonly does: "block"; readonly reason: string }
  | { readonly does: "raw"; readonly text: string }
  | { readonly does: "split"; readonly size: number }
  | { readonly does: "err"; readonly error: WireError }
  // by the scripted Model only
  | { readonly does: "fail"; readonly name: ErrorName; readonly message: string; readonly details?: ModelFailure };

export type Script = readonly Step[];

export const says = (...pieces: readonly string[]): Step => ({ does: "say", pieces });
export const thinks = (...pieces: readonly string[]): Step => ({ does: "think", pieces });
export const calls = (name: string, args: object = {}, id?: string): Step => ({
  does: "call",
  name,
  args,
  ...(id && { id }),
});
/** The step before it, signed: its last piece bears the thought signature. */
export const signed = (step: Step, signature: string): Step => ({ ...step, signature }) as Step;
export const uses = (usage: { prompt: number; answer: number; thoughts?: number; cached?: number }): Step => ({
  does: "use",
  ...usage,
});
/** A time in ms, or the name of a gate that the test releases. */
export const waits = (what: number | string): Step => ({ does: "wait", for: what });
/** As the server writes it: STOP, MAX_TOKENS, SAFETY … */
export const finishes = (reason: string): Step => ({ does: "finish", reason });
/** The answer ends here, and nobody says so. */
export const endsSilently = (): Step => ({ does: "end" });
/** The socket is destroyed. */
export const cutsSocket = (): Step => ({ does: "cut" });
/** The prompt is blocked: no candidate, only feedback. */
export const blocks = (reason: string): Step => ({ does: "block", reason });
/** These bytes, as they are. */
export const raw = (text: string): Step => ({ does: "raw", text });
/** From here on, events are written this many bytes at a time; 0 makes them whole again. */
export const splits = (size: number): Step => ({ does: "split", size });
/** As the first step an HTTP error; later, an error event inside the stream. */
export const errs = (error: WireError): Step => ({ does: "err", error });
export const fails = (name: ErrorName, message: string, details?: ModelFailure): Step => ({
  does: "fail",
  name,
  message,
  ...(details && { details }),
});

const endings: readonly Step["does"][] = ["finish", "end", "cut", "block", "err", "fail"];
export const withEnding = (script: Script): Script =>
  script.some(({ does }) => endings.includes(does)) ? script : [...script, finishes("STOP")];

/** Gates stay open once released, so it does not matter who comes first. */
export function createGates() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string) => {
    const known = gates.get(name) ?? promiseWithResolvers();
    gates.set(name, known);
    return known;
  };
  return { reached: (name: string) => gate(name).promise, release: (name: string) => gate(name).resolve() };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

function promiseWithResolvers(): PromiseWithResolvers<void> {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
