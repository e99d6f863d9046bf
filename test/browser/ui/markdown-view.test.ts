/** Markdown as it arrives (U3), safe by construction (P1). */
import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import "../../../src/ui/markdown/markdown-view.js";
import type { MarkdownView } from "../../../src/ui/markdown/markdown-view.js";
import { withDelta, type Growing } from "../../../src/core/port/streamed-text.js";
import { safeAddress } from "../../../src/ui/markdown/markdown-elements.js";
import { endlessBlocks, inPieces, mixedMarkdown } from "../../support/streamed-text.js";

afterEach(() => document.body.replaceChildren());

async function show(text: string, done = true): Promise<MarkdownView> {
  const view = document.createElement("markdown-view");
  Object.assign(view, { block: { text }, done });
  document.body.append(view);
  await view.updateComplete;
  return view;
}
async function grow(view: MarkdownView, text: string, done = false): Promise<void> {
  Object.assign(view, { block: { text }, done });
  await view.updateComplete;
}
/** As the fold does it: every delta in the chain, some of them drawn at once. */
async function stream(text: string, pieces: number, atOnce = 7): Promise<MarkdownView> {
  const view = await show("", false);
  let block: Growing = view.block;
  for (const [at, delta] of inPieces(text, pieces).entries()) {
    block = withDelta(block, delta);
    if (at % atOnce !== 0) continue;
    view.block = block;
    await view.updateComplete;
  }
  Object.assign(view, { block, done: true });
  await view.updateComplete;
  return view;
}
const all = (view: MarkdownView) => view.renderRoot.querySelector("div")!;
/** The first leaf: there is but one in what is short. */
const root = (view: MarkdownView) => all(view).firstElementChild!;

/** What was made, in short: `p(a strong(b))`. Attributes that every block has are left out. */
function made(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return "";
  const inner = [...node.childNodes].map(made).join("");
  const href = node.getAttribute("href");
  return `${node.localName}${href ? `<${href}>` : ""}(${inner})`;
}
const outline = async (text: string) => [...root(await show(text)).childNodes].map(made).join(" ");

describe("what is made of it", () => {
  test.each([
    ["a **b** *c* ~~d~~ `e`", "p(a strong(b) em(c) s(d) code(e))"],
    ["# One\n\n### Three\n\n# One again", "h3(One) h4(Three) h3(One again)"],
    ["- a\n- b\n  1. c\n", "ul(li(a)li(bol(li(c))))"],
    ["> a", "blockquote(p(a))"],
    ["| a | b |\n| - | - |\n| c | d |\n", "div(table(thead(tr(th(a)th(b)))tbody(tr(td(c)td(d)))))"],
    ["[a](https://example.org/x)", "p(a<https://example.org/x>(a))"],
    ["see https://example.org/x now", "p(see a<https://example.org/x>(https://example.org/x) now)"],
    ["list[0] is first", "p(list[0] is first)"],
    ["<script>alert(1)</script>", "p(<script>alert(1)</script>)"],
  ])("%j", async (text, shape) => expect((await outline(text)).replaceAll(/\s+(?=\))|(?<=\()\s+/g, "")).toBe(shape));

  test("blocks find their own direction", async () => {
    const view = await show("שלום\n\nhello");
    expect([...root(view).children].map((block) => getComputedStyle(block).direction)).toEqual(["rtl", "ltr"]);
  });
});

test("a link to a Session stays in this tab, and only an id can be such a link", async () => {
  const address = "#/session/01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const view = await show(`[Herons](${address})`);
  const link = view.renderRoot.querySelector("a")!;
  expect(link.getAttribute("href")).toBe(address);
  expect(link.hasAttribute("target")).toBe(false);
  expect(safeAddress("#/session/../x")).toBeUndefined();
});

describe("what is refused", () => {
  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "file:///etc",
    "vbscript:x",
    "/relative",
    "blob:x",
  ])("a link to %j stays text", async (address) => {
    expect(safeAddress(address)).toBeUndefined();
    const view = await show(`[click](${address}) ![x](${address})`);
    expect(view.renderRoot.querySelectorAll("[href], [src]")).toHaveLength(0);
    expect(root(view).textContent).toContain("click");
  });

  test("pictures from elsewhere are named, not loaded", async () => {
    const view = await show("![A heron](https://example.org/heron.jpg)");
    expect(view.renderRoot.querySelector("img")).toBeNull();
    const link = view.renderRoot.querySelector<HTMLAnchorElement>("a.picture")!;
    expect(link.textContent).toBe("Picture not loaded: A heron");
    expect(link.href).toBe("https://example.org/heron.jpg");
  });

  test("links open elsewhere and tell nothing of here", async () => {
    const link = (await show("[a](https://example.org)")).renderRoot.querySelector("a")!;
    expect([link.target, link.rel]).toEqual(["_blank", "noopener noreferrer"]);
  });
});

describe("as it arrives", () => {
  test("what was made stays the same node while the text grows", async () => {
    const view = await show("First paragraph.\n\nSec", false);
    const [first, second] = root(view).children;
    await grow(view, "First paragraph.\n\nSecond one, **bold**");
    expect(root(view).children[0]).toBe(first);
    expect(root(view).children[1]).toBe(second);
    expect(second!.textContent).toBe("Second one, bold");
  });

  test("another text altogether is drawn anew", async () => {
    const view = await show("One thing.", false);
    await grow(view, "Another thing, and longer.", true);
    expect(root(view).textContent).toBe("Another thing, and longer.");
  });

  test("an answer that goes on after its end is drawn whole", async () => {
    const view = await show("It was cut", true);
    await grow(view, "It was cut off, and goes on.", true);
    expect(root(view).textContent).toBe("It was cut off, and goes on.");
  });

  // Letters that mean something to Markdown, more often than not.
  const piece = fc.oneof(
    fc.constantFrom(
      "#",
      "*",
      "**",
      "_",
      "`",
      "```",
      "```js\n",
      "\n",
      "\n\n",
      "- ",
      "1. ",
      "> ",
      "|",
      "| - |\n",
      "[",
      "](",
      ")",
      "![",
      "$",
      "~~",
      "  ",
    ),
    fc.constantFrom("javascript:alert(1)", "https://example.org", "<b onclick=x>", "<br>", "word ", "שלום"),
    fc.string({ maxLength: 5 }),
  );
  const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  test("in whatever pieces it comes, the same is made of it, and nothing that runs or loads", () =>
    fc.assert(
      fc.asyncProperty(markdown, fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }), async (text, steps) => {
        const whole = await show(text);
        const growing = await show("", false);
        let at = 0;
        for (const step of steps) await grow(growing, text.slice(0, (at += step)));
        await grow(growing, text, true);
        expect(made(all(growing))).toBe(made(all(whole)));
        expect(whole.renderRoot.querySelectorAll("script, img, iframe, [onclick], [src]")).toHaveLength(0);
        for (const link of whole.renderRoot.querySelectorAll("a[href]")) {
          expect(link.getAttribute("href")).toMatch(/^(https?|mailto):/);
        }
        document.body.replaceChildren();
      }),
      { numRuns: 200 },
    ));

  test("nesting without end is survived", async () => {
    const view = await show(`${">".repeat(200)} deep\n\n${"- ".repeat(100)}list\n\nafter`);
    expect(all(view).textContent).toContain("after");
  });
});

describe("what is long", () => {
  test("R1: blocks stand in leaves, and none holds more than fifty", async () => {
    const view = await show(mixedMarkdown(60_000));
    const leaves = [...all(view).children];
    expect(leaves.length).toBeGreaterThan(2);
    for (const leaf of leaves) {
      expect(leaf.className).toBe("leaf");
      expect(leaf.childElementCount).toBeLessThanOrEqual(50);
    }
  });

  test("R2: a list goes on in another, and counts on", async () => {
    const items = Array.from({ length: 120 }, (_, at) => `${at + 4}. item ${at}`);
    const view = await show(items.join("\n"));
    const lists = [...view.querySelectorAll("ol")];
    expect(lists.map(({ start, childElementCount }) => [start, childElementCount])).toEqual([
      [4, 50],
      [54, 50],
      [104, 20],
    ]);
    expect([...view.querySelectorAll("li")].map((item) => item.textContent.trim()).join()).toBe(
      items.map((item) => item.replace(/^\d+\. /, "")).join(),
    );
  });

  test("R2: a table goes on in another with the same head and the same columns", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| ${at} | ${"wide ".repeat(at < 50 ? 4 : 1)}|`);
    const view = await stream(`| n | words |\n| - | - |\n${rows.join("\n")}\n\nafter`, 300);
    const tables = [...view.querySelectorAll("table")];
    expect(tables.map(({ tHead, tBodies }) => [tHead!.innerText.trim().split(/\s+/), tBodies[0]!.rows.length])).toEqual(
      [
        [["n", "words"], 50],
        [["n", "words"], 50],
        [["n", "words"], 20],
      ],
    );
    const widths = tables.map(({ tHead }) => Math.round(tHead!.rows[0]!.cells[0]!.getBoundingClientRect().width));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(2);
    expect([...view.querySelectorAll("td:first-child")].map((cell) => cell.textContent.trim())).toEqual(
      rows.map((_, at) => `${at}`),
    );
  });

  test("R3: code goes on at the end of a line, is one to copy, and stays plain", async () => {
    const text = endlessBlocks.code!(30_000);
    const view = await stream(`${text}\n\`\`\`\n`, 900);
    const pieces = [...view.querySelectorAll("pre > code")];
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces.slice(0, -1)) expect(piece.textContent).toMatch(/\n$/);
    expect(view.querySelector("pre")!.textContent.trim()).toBe(text.replace("```ts\n", "").trim());
    expect(view.querySelectorAll("figure")).toHaveLength(1);
  });

  test.each(["paragraph", "line"])("R3: a %s without end goes on after a word, and loses nothing", async (kind) => {
    const text = endlessBlocks[kind]!(60_000);
    const view = await stream(text, 900);
    const written = [...view.querySelectorAll("p, pre > code")];
    expect(written.length).toBeGreaterThan(1);
    for (const piece of written.slice(0, -1)) expect(piece.textContent).toMatch(/ $/);
    expect(written.map((piece) => piece.textContent).join("")).toBe(text.replace("```json\n", ""));
  });

  test("R3: lines of a paragraph go on in another, with every break between them", async () => {
    const lines = Array.from({ length: 900 }, (_, at) => `line ${at} of a very long poem`);
    const view = await show(lines.join("\n"));
    expect(view.querySelectorAll("p").length).toBeGreaterThan(1);
    expect((view as HTMLElement).innerText.trim().split(/\n+/)).toEqual(lines);
  });

  test("R4: text that comes in many pieces is one node", async () => {
    const view = await stream("word ".repeat(400), 400, 1);
    expect(root(view).firstElementChild!.childNodes).toHaveLength(1);
  });

  test("an address that is never closed is shown as it was written", async () => {
    const text = `see [this](https://example.org/${"x".repeat(30_000)}`;
    const view = await stream(text, 500);
    expect(all(view).textContent).toContain("x".repeat(29_000));
  });
});

describe("a block of code", () => {
  test("says its language, and gets its colours once it is closed", async () => {
    const view = await show("```js\nconst a = 1;\n", false);
    expect(view.renderRoot.querySelector("figcaption span")!.textContent).toBe("js");
    expect(view.renderRoot.querySelector(".hl-keyword")).toBeNull();
    await grow(view, "```js\nconst a = 1;\n```\nafter");
    await expect.poll(() => view.renderRoot.querySelector(".hl-keyword")?.textContent).toBe("const");
    expect(view.renderRoot.querySelector("code")!.textContent.trim()).toBe("const a = 1;");
  });

  test("in a language nobody knows stays plain", async () => {
    const view = await show("```klingon\nqapla'\n```\n\n```js\nconst a = 1;\n```\n");
    // By then whoever gives colours has looked at both.
    await expect.poll(() => view.renderRoot.querySelector(".hl-keyword")?.textContent).toBe("const");
    const plain = view.renderRoot.querySelector("code")!;
    expect(plain.textContent.trim()).toBe("qapla'");
    expect(plain.querySelector("[class]")).toBeNull();
  });

  test("can be copied", async () => {
    const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const view = await show("```\nlet it be\n```\n");
    const button = view.renderRoot.querySelector<HTMLButtonElement>("button.copy")!;
    button.click();
    await expect.poll(() => button.textContent).toBe("Copied");
    expect(written).toHaveBeenCalledWith(expect.stringContaining("let it be"));
    written.mockRestore();
  });
});
