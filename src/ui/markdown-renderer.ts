/**
 * Markdown as it arrives, made into DOM nodes: what has been written is never written again, so a delta costs what the
 * delta costs (U3). Safe by construction (P1): elements are created, never parsed from a string; only web and mail
 * addresses become links; pictures from elsewhere are named, not loaded.
 */
import * as smd from "streaming-markdown";
import { texts } from "./texts.js";

export interface MarkdownWriter {
  write(delta: string): void;
  /** Must be called once, after the last delta. */
  end(): void;
}

/** `fenceClosed` is told of each finished block of code. */
export function createMarkdownWriter(root: Node, fenceClosed: (code: HTMLElement, language: string) => void) {
  const renderer = createRenderer(root, fenceClosed);
  const parser = smd.parser(renderer);
  return {
    write: (delta) => smd.parser_write(parser, delta),
    end() {
      smd.parser_end(parser);
      renderer.close();
    },
  } satisfies MarkdownWriter;
}

/** An open element: where children go, and what to do once it is complete. */
interface Open {
  readonly node: Node;
  readonly type: smd.Token;
  readonly closed?: () => void;
  attribute?: (name: smd.Attr, value: string) => void;
}

function createRenderer(root: Node, fenceClosed: (code: HTMLElement, language: string) => void) {
  const open: Open[] = [{ node: root, type: smd.Token.Document }];
  // Headings of an answer stand below the page's own two, and never skip a level, whatever the Model wrote.
  let level = 2;
  const top = () => open.at(-1)!;

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
      const parent = top().node;
      const made = rank > 0 ? block(`h${level}`) : make[type]!(parent);
      const opened = made instanceof Node ? { node: made, type } : { ...made, type };
      open.push(opened);
      if (!isWithin(opened.node, parent)) parent.appendChild(outermost(opened.node));
    },
    end_token() {
      // The root stays, whatever the parser thinks.
      if (open.length > 1) open.pop()!.closed?.();
    },
    add_text(_: undefined, text: string) {
      top().node.appendChild(document.createTextNode(text));
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

const element = (name: string): HTMLElement => document.createElement(name);

/** Each block finds its own direction. */
function block(name: string): HTMLElement {
  const made = element(name);
  made.dir = "auto";
  return made;
}

const isWithin = (node: Node, parent: Node): boolean => parent !== node && parent.contains(node);
function outermost(node: Node): Node {
  while (node.parentNode) node = node.parentNode;
  return node;
}

/** A Session of ours, by its id: such a link stays in this tab. */
const SESSION = /^#\/session\/[0-9A-HJKMNP-TV-Z]{26}$/;

/** Addresses that a link may lead to. Anything else, `javascript:` above all, is left as text. */
export function safeAddress(address: string): string | undefined {
  if (SESSION.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}

function leadTo(anchor: HTMLElement, address: string): void {
  anchor.setAttribute("href", address);
  if (address.startsWith("#")) return;
  anchor.setAttribute("target", "_blank");
  anchor.setAttribute("rel", "noopener noreferrer");
}

function link(): Open {
  const anchor = element("a");
  let told = "";
  return {
    node: anchor,
    type: smd.Token.Link,
    attribute(_, value) {
      told = value;
      const address = safeAddress(value);
      if (address) leadTo(anchor, address);
    },
    closed() {
      if (anchor.hasAttribute("href")) return;
      // Brackets that were no link after all ("list[0]"), or one that leads nowhere we go: shown as it was written.
      anchor.replaceWith("[", ...anchor.childNodes, told ? `](${told})` : "]");
    },
  };
}

/** A picture is a link to it: looking at an answer must not tell anyone that it was looked at. */
function image(): Open {
  const anchor = element("a");
  anchor.className = "picture";
  return {
    node: anchor,
    type: smd.Token.Image,
    attribute(_, value) {
      const address = safeAddress(value);
      if (address) leadTo(anchor, address);
    },
    closed() {
      anchor.textContent = texts.code.remoteImage(anchor.textContent.trim());
    },
  };
}

function code(fenceClosed: (code: HTMLElement, language: string) => void): Open {
  const figure = element("figure");
  const caption = element("figcaption");
  const name = element("span");
  const copy = element("button");
  const pre = element("pre");
  const body = element("code");
  let language = "";
  name.textContent = texts.code.plain;
  copy.setAttribute("type", "button");
  copy.className = "copy";
  copy.textContent = texts.code.copy;
  pre.tabIndex = 0; // what scrolls must be reachable by keyboard
  pre.dir = "ltr";
  caption.append(name, copy);
  pre.append(body);
  figure.append(caption, pre);
  return {
    node: body,
    type: smd.Token.Code_Fence,
    attribute(_, value) {
      language = value.trim().split(/[\s{,:]/)[0] ?? "";
      name.textContent = language || texts.code.plain;
    },
    closed: () => fenceClosed(body, language.toLowerCase()),
  };
}

function checkbox(): Open {
  const box = element("span");
  box.className = "box";
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", "to do");
  box.textContent = "☐ ";
  return {
    node: box,
    type: smd.Token.Checkbox,
    attribute() {
      box.setAttribute("aria-label", "done");
      box.textContent = "☑ ";
    },
  };
}

function table(): Open {
  const frame = element("div");
  frame.className = "table";
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Table");
  const made = element("table");
  frame.append(made);
  return { node: made, type: smd.Token.Table };
}

/** The first row is the head, the others are the body. */
function row(parent: Node): Node {
  const made = element("tr");
  const count = parent.childNodes.length;
  const group = count < 2 ? element(count === 0 ? "thead" : "tbody") : parent.childNodes[1]!;
  group.appendChild(made);
  if (count < 2) parent.appendChild(group);
  return made;
}

/** Formulas are left as they were written. */
function math(sign: string): Open {
  const span = element("span");
  span.className = "math";
  span.dir = "ltr";
  span.append(sign);
  return { node: span, type: smd.Token.Equation_Inline, closed: () => span.append(sign) };
}
