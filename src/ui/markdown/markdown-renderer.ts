/**
 * Markdown made into DOM nodes while it arrives. Nodes that are written stay, so the cost of a delta depends on its own length alone (U3).
 * Safe by construction (P1): elements are created, never parsed from a string; only web and mail addresses become links; pictures from
 * other servers are named, not loaded.
 *
 * The browser lays out an element that changed with all its children, so no element may grow without end:
 * R1 Blocks stand in leaves of at most CHILDREN blocks.
 * R2 A list, a quotation, a table goes on in another like it after CHILDREN children; a table repeats its head, as in print.
 * R3 A block of text goes on in another like it after CHARACTERS characters: at the end of a line, or after a word where no line ends for
 *    as many again. Only the latter can be seen.
 * R4 Text that follows text goes into the same node.
 */
import * as smd from "streaming-markdown";
import { block, checkbox, code, element, emptyLike, image } from "./markdown-elements.js";
import { leaf, link, math, row, table, type Open } from "./markdown-elements.js";

export interface MarkdownWriter {
  write(delta: string): void;
  /** Must be called once, after the last delta. */
  end(): void;
}

/** R1, R2. Without leaves a layout at the end of 1 MB of small blocks took 9 ms. */
const CHILDREN = 50;
/** R3. Code that gets colours has to be in one element: as long as highlight.ts takes it. */
const CHARACTERS = 12_000;
/** Characters of an address at most: the parser is quadratic in the length of one that is never closed. */
const ADDRESS = 2_000;

/** A writer of Markdown into `root`. It calls `fenceClosed` with each finished block of code. */
export function createMarkdownWriter(root: Node, fenceClosed: (code: HTMLElement, language: string) => void) {
  const renderer = createRenderer(root, fenceClosed);
  const parser = smd.parser(renderer);
  return {
    write(delta) {
      for (let at = 0; at < delta.length; at += ADDRESS) {
        smd.parser_write(parser, delta.slice(at, at + ADDRESS));
        if (parser.pending.length > ADDRESS && (parser.token === smd.Token.Link || parser.token === smd.Token.Image)) {
          parser.text += parser.pending;
          parser.pending = "";
        }
      }
    },
    end() {
      smd.parser_end(parser);
      renderer.close();
    },
  } satisfies MarkdownWriter;
}

function createRenderer(root: Node, fenceClosed: (code: HTMLElement, language: string) => void) {
  const open: Open[] = [{ node: root.appendChild(leaf()), type: smd.Token.Document }];
  // Headings of an answer come below the page's own two levels, and never skip one, whatever the Model wrote.
  let level = 2;
  const top = () => open.at(-1)!;

  /** Opens another element like this one right behind it, in a new leaf if this one was a leaf's child. */
  const goOn = (block: Open): void => {
    const page = open[0]!;
    const next = emptyLike(block.node as HTMLElement);
    const outer = (block.node as HTMLElement).closest(".table") ?? (block.node as HTMLElement);
    if (block !== page && outer.parentNode === page.node) {
      goOn(page);
      page.node.appendChild(outermost(next));
    } else outer.after(outermost(next));
    block.node = next;
    block.length = 0;
  };

  const make: Partial<Record<smd.Token, (parent: Node) => Open | Node>> = {
    [smd.Token.Paragraph]: () => block("p"),
    [smd.Token.Blockquote]: () => block("blockquote"),
    [smd.Token.List_Unordered]: () => block("ul"),
    [smd.Token.List_Item]: () => block("li"),
    [smd.Token.Line_Break]: () => element("br"),
    [smd.Token.Rule]: () => element("hr"),
    [smd.Token.Italic_Ast]: () => element("em"),
    [smd.Token.Italic_Und]: () => element("em"),
    [smd.Token.Strong_Ast]: () => element("strong"),
    [smd.Token.Strong_Und]: () => element("strong"),
    [smd.Token.Strike]: () => element("s"),
    [smd.Token.Code_Inline]: () => element("code"),
    [smd.Token.Equation_Inline]: () => math("$"),
    [smd.Token.Equation_Block]: () => math("$$"),
    [smd.Token.Raw_URL]: link,
    [smd.Token.Link]: link,
    [smd.Token.Image]: image,
    [smd.Token.Code_Block]: () => code(fenceClosed),
    [smd.Token.Code_Fence]: () => code(fenceClosed),
    [smd.Token.Checkbox]: checkbox,
    [smd.Token.Table]: table,
    [smd.Token.Table_Row]: row,
    [smd.Token.Table_Cell]: (parent) => block(parent.parentElement?.localName === "thead" ? "th" : "td"),
    [smd.Token.List_Ordered]() {
      const list = block("ol");
      return { node: list, type: smd.Token.List_Ordered, attribute: (_, value) => list.setAttribute("start", value) };
    },
  };

  const renderer = {
    data: undefined,
    add_token(_: undefined, type: smd.Token) {
      const rank = smd.heading_to_level(type);
      if (rank > 0) level = Math.min(level + 1, rank + 2, 6);
      const around = top();
      if (GOES_ON.has(around.type) && childrenOf(around.node) >= CHILDREN) goOn(around);
      if (type === smd.Token.Line_Break && around.type === smd.Token.Paragraph && (around.length ?? 0) > CHARACTERS) {
        goOn(around); // another paragraph breaks the line as well
        open.push({ node: document.createDocumentFragment(), type });
        return;
      }
      const parent = top().node;
      const made = rank > 0 ? block(`h${level}`) : make[type]!(parent);
      const opened = made instanceof Node ? { node: made, type } : { ...made, type };
      open.push(opened);
      if (!isWithin(opened.node, parent)) parent.appendChild(outermost(opened.node));
    },
    end_token() {
      // The root stays open, even if the parser ends more tokens than it began.
      if (open.length === 1) return;
      const ended = open.pop()!;
      ended.closed?.();
      top().length = (top().length ?? 0) + (ended.length ?? 0);
    },
    add_text(_: undefined, text: string) {
      const block = top();
      const length = (block.length ?? 0) + text.length;
      const cut = length > CHARACTERS && isText(block.type) ? placeToCut(text, length > 2 * CHARACTERS) : -1;
      if (cut < 0) return write(block, text);
      write(block, text.slice(0, cut));
      goOn(block);
      write(block, text.slice(cut));
    },
    set_attr(_: undefined, name: smd.Attr, value: string) {
      top().attribute?.(name, value);
    },
    close() {
      while (open.length > 1) open.pop()!.closed?.();
    },
  };
  return renderer;
}

/** Elements that go on in another like them (R1, R2). */
const GOES_ON = new Set<smd.Token>([
  smd.Token.Document,
  smd.Token.Blockquote,
  smd.Token.List_Unordered,
  smd.Token.List_Ordered,
  smd.Token.Table,
]);
const childrenOf = (node: Node): number =>
  (node instanceof HTMLTableElement ? node.tBodies[0] : node)?.childNodes.length ?? 0;
const isText = (type: smd.Token): boolean =>
  type === smd.Token.Paragraph || type === smd.Token.Code_Fence || type === smd.Token.Code_Block;

function write(block: Open, text: string): void {
  block.length = (block.length ?? 0) + text.length;
  const last = block.node.lastChild;
  if (last instanceof Text) last.appendData(text);
  else if (text) block.node.appendChild(document.createTextNode(text));
}

/** The place behind the last line that ends in the text, else, where it `must` be cut, behind the last word; -1 for none. */
function placeToCut(text: string, must: boolean): number {
  const line = text.lastIndexOf("\n") + 1;
  if (line > 0) return line;
  return must ? text.lastIndexOf(" ") + 1 || text.length : -1;
}

const isWithin = (node: Node, parent: Node): boolean => parent !== node && parent.contains(node);
function outermost(node: Node): Node {
  while (node.parentNode) node = node.parentNode;
  return node;
}
