/**
 * A long answer in the built app (U3): what a piece costs does not grow with what came before. Counts, and ratios of the
 * main thread's own time with room to spare; the full measure is test/bench/streaming.bench.ts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStreamPage, type StreamPage } from "../support/stream-page.js";
import { endlessBlocks, inPieces, mixedMarkdown } from "../support/streamed-text.js";
import type { Spent, Traced } from "../support/trace.js";

const PIECES = 2_000;
const QUARTERS = 4;

let app: StreamPage;
beforeAll(async () => {
  app = await openStreamPage();
});
afterAll(() => app.close());

function stream(text: string, parts: number): Promise<Traced> {
  const pieces = inPieces(text, PIECES);
  const size = PIECES / parts;
  return app.stream(Array.from({ length: parts }, (_, at) => pieces.slice(at * size, (at + 1) * size)));
}
const elements = () =>
  app.page.evaluate(() => {
    const chat = document.querySelector("app-shell")!.shadowRoot!.querySelector("chat-view")!;
    const turns = chat.shadowRoot!.querySelector("conversation-view")!.shadowRoot!.querySelector(".turns")!;
    const view = turns.lastElementChild!.querySelector("markdown-view")!;
    // Colours of code are many spans, but of no more code than gets them.
    const all = [...view.querySelectorAll("*:not(code)")];
    const texts = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
    let longestText = 0;
    while (texts.nextNode()) longestText = Math.max(longestText, (texts.currentNode as Text).length);
    return {
      words: view.textContent,
      mostChildren: Math.max(...all.map((each) => each.childElementCount)),
      longestText,
    };
  });

/**
 * How many times what one stretch cost another of as many pieces does: of all its frames, or of each of them, whichever is
 * less. How many frames there are is the machine's doing: with few of them each has more to do, with many all of them.
 */
function growth(one: Spent, other: Spent, kind: "script" | "layout"): number {
  const whole = other[kind] / one[kind];
  return Math.min(whole, (whole * one.layouts) / other.layouts);
}

test("100 KB of all sorts of blocks in 2,000 pieces cost at the end what they cost at the beginning", async () => {
  const text = mixedMarkdown(100_000);
  const { spent } = await stream(text, QUARTERS);
  // Before, the last quarter took as much again for each MB; three times is beyond any noise seen.
  expect(growth(spent[0]!, spent[3]!, "script")).toBeLessThan(3);
  // A frame lays out what it shows once, and once more where the end is followed: never once a piece.
  for (const each of spent.slice(0, QUARTERS)) expect(each.layouts).toBeLessThan(PIECES / QUARTERS);
  const { words, mostChildren } = await elements();
  expect(mostChildren).toBeLessThanOrEqual(51);
  expect(words).toContain("export const");
});

test.each(Object.keys(endlessBlocks))("a %s without end is laid out a bounded piece at a time", async (kind) => {
  const text = endlessBlocks[kind]!(100_000);
  const { spent } = await stream(text, 2);
  const { mostChildren, longestText } = await elements();
  expect(mostChildren).toBeLessThanOrEqual(51);
  // Two times what is enough, and as much again as is read at a time (R3).
  expect(longestText).toBeLessThanOrEqual(26_000);
  expect(growth(spent[0]!, spent[1]!, "layout")).toBeLessThan(4);
});
