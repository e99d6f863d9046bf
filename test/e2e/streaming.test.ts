/**
 * A long answer in the built app (U3): what a piece costs does not grow with what came before. Counts, and ratios of the
 * main thread's own time with room to spare; the full measure is test/bench/streaming.bench.ts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStreamPage, type StreamPage } from "../support/stream-page.js";
import { endlessBlocks, inPieces, mixedMarkdown } from "../support/streamed-text.js";
import type { Spent, Traced } from "../support/trace.js";

const PIECES = 2_000;
const PARTS = 4;

let app: StreamPage;
beforeAll(async () => {
  app = await openStreamPage();
});
afterAll(() => app.close());

function stream(text: string): Promise<Traced> {
  const pieces = inPieces(text, PIECES);
  const size = PIECES / PARTS;
  return app.stream(Array.from({ length: PARTS }, (_, at) => pieces.slice(at * size, (at + 1) * size)));
}
const elements = () =>
  app.page.evaluate(() => {
    const chat = document.querySelector("app-shell")!.shadowRoot!.querySelector("chat-view")!;
    const turns = chat.shadowRoot!.querySelector("conversation-view")!.shadowRoot!.querySelector(".turns")!;
    const view = turns.lastElementChild!.querySelector("markdown-view")!;
    return {
      words: view.textContent.replaceAll(/\s+/g, " "),
      mostChildren: Math.max(...[...view.querySelectorAll("*")].map((each) => each.childElementCount)),
      longestText: Math.max(
        ...[...view.querySelectorAll("*")].map((each) =>
          Math.max(0, ...[...each.childNodes].map((node) => (node.nodeType === 3 ? (node as Text).length : 0))),
        ),
      ),
    };
  });

/** Per frame, since how many frames there are is the machine's doing. Two quarters against two: one alone may be unlucky. */
const perFrame = (spent: readonly Spent[], kind: "layout" | "script"): number =>
  spent.reduce((sum, each) => sum + each[kind], 0) / spent.reduce((sum, each) => sum + each.layouts, 0);

test("100 KB of all sorts of blocks in 2,000 pieces cost at the end what they cost at the beginning", async () => {
  const text = mixedMarkdown(100_000);
  const { spent } = await stream(text);
  const script = spent.slice(0, PARTS).map((each) => each.script);
  // Before, the last quarter took as much again for each MB; three times is beyond any noise seen.
  expect(script[3]! / script[0]!).toBeLessThan(3);
  // A frame lays out what it shows once, and once more where the end is followed: never once a piece.
  for (const each of spent.slice(0, PARTS)) expect(each.layouts).toBeLessThan(PIECES / PARTS);
  const { words, mostChildren } = await elements();
  expect(mostChildren).toBeLessThanOrEqual(51);
  expect(words).toContain("export const");
});

test.each(Object.keys(endlessBlocks))("a %s without end is laid out a bounded piece at a time", async (kind) => {
  const text = endlessBlocks[kind]!(100_000);
  const { spent } = await stream(text);
  const { mostChildren, longestText } = await elements();
  expect(mostChildren).toBeLessThanOrEqual(51);
  expect(longestText).toBeLessThan(25_000);
  const [first, last] = [spent.slice(0, 2), spent.slice(2, PARTS)].map((half) => perFrame(half, "layout"));
  expect(last! / first!).toBeLessThan(4);
});
