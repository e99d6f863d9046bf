/** A count that grows with a text is at every moment the count of the text so far. */
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { StreamingCount } from "../../../../src/core/tokens/streaming-count.js";
import type { Tokenizer } from "../../../../src/core/tokens/tokenizer.js";
import { traps } from "../../../support/generated-text.js";
import { sharedTokenizer } from "../../../support/open-tokenizer.js";

vi.setConfig({ testTimeout: 60_000 });
const tokenizer = sharedTokenizer();

test("after each delta the total is that of the text so far", () => {
  const delta = fc.oneof(fc.constantFrom(...traps), fc.string({ unit: "binary", maxLength: 40 }), fc.lorem());
  const property = fc.property(fc.array(delta, { maxLength: 40 }), (deltas) => {
    const streaming = new StreamingCount(tokenizer);
    let text = "";
    for (const delta of deltas) {
      streaming.push(delta);
      text += delta;
      expect(streaming.total).toBe(tokenizer.count(text));
    }
  });
  fc.assert(property, { numRuns: 400 });
});

test("cut anywhere, a long text has the same total", () => {
  const text = traps.join(" the ").repeat(20);
  for (const size of [1, 7, 20, 333, 9000]) {
    const streaming = new StreamingCount(tokenizer);
    for (let at = 0; at < text.length; at += size) streaming.push(text.slice(at, at + size));
    expect(streaming.total).toBe(tokenizer.count(text));
  }
});

/** Remembers how many characters were gone through. */
function watched(): { readonly tokenizer: Tokenizer; readonly seen: () => number } {
  let seen = 0;
  const watch = <Result>(text: string, count: (text: string) => Result) => {
    seen += text.length;
    return count(text);
  };
  const { count, countSettled, bytes } = tokenizer;
  return {
    tokenizer: { count: (text) => watch(text, count), countSettled: (text) => watch(text, countSettled), bytes },
    seen: () => seen,
  };
}

test("what has settled is not gone through again, in prose or where nothing ever settles", () => {
  for (const unit of ["the quick brown fox ", "今日はとても良い天気ですねえ", "a".repeat(20)]) {
    const { tokenizer, seen } = watched();
    const streaming = new StreamingCount(tokenizer);
    for (let step = 0; step < 5000; step++) streaming.push(unit);
    expect(streaming.total).toBe(sharedTokenizer().count(unit.repeat(5000)));
    expect(seen()).toBeLessThan(unit.length * 5000 * 5);
  }
});
