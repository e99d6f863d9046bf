/** The elements of rendered Markdown. None is ever parsed from a string (P1). */
import * as smd from "streaming-markdown";
import { texts } from "../base/texts.js";

/** An element that is being written. */
export interface Open {
  /** The node that children go into. */
  node: Node;
  /** Characters written straight into the node. */
  length?: number;
  readonly type: smd.Token;
  /** Runs once the element is complete. */
  readonly closed?: () => void;
  attribute?: (name: smd.Attr, value: string) => void;
}

export const element = (name: string): HTMLElement => document.createElement(name);

/** An element that takes its direction of writing from its own text. */
export function block(name: string): HTMLElement {
  const made = element(name);
  made.dir = "auto";
  return made;
}

/** Addresses of files and Sessions, which open on this page. */
const isOfTheApp = (address: string): boolean => /^#\/(?:file\/\S+|session\/[0-9A-HJKMNP-TV-Z]{26})$/.test(address);

/** The address that a link may lead to; undefined for all others, `javascript:` above all, which stay text. */
export function safeAddress(address: string): string | undefined {
  if (isOfTheApp(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}

function leadTo(anchor: HTMLElement, address: string): void {
  anchor.setAttribute("href", address);
  if (isOfTheApp(address)) return;
  anchor.setAttribute("target", "_blank");
  anchor.setAttribute("rel", "noopener noreferrer");
}

export function link(): Open {
  const anchor = element("a");
  let written = "";
  return {
    node: anchor,
    type: smd.Token.Link,
    attribute(_, value) {
      written = value;
      const address = safeAddress(value);
      if (address) leadTo(anchor, address);
    },
    closed() {
      if (anchor.hasAttribute("href")) return;
      // Brackets that are no link ("list[0]"), or a link with an unsafe address, are shown as they were written.
      anchor.replaceWith("[", ...anchor.childNodes, written ? `](${written})` : "]");
    },
  };
}

/** A picture is shown as a link to it: loading it would tell its server that the answer is being read. */
export function image(): Open {
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

export function code(fenceClosed: (code: HTMLElement, language: string) => void): Open {
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
  pre.tabIndex = 0; // so that it can be scrolled by keyboard
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

export function checkbox(): Open {
  const box = element("span");
  box.className = "box";
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", texts.code.toDo);
  box.textContent = "☐ ";
  return {
    node: box,
    type: smd.Token.Checkbox,
    attribute() {
      box.setAttribute("aria-label", texts.code.done);
      box.textContent = "☑ ";
    },
  };
}

export function table(): Open {
  const frame = element("div");
  frame.className = "table";
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", texts.code.table);
  const made = element("table");
  frame.append(made);
  return { node: made, type: smd.Token.Table };
}

/** A row of a table: the first one in its head, the others in its body. */
export function row(parent: Node): Node {
  const { tHead, tBodies } = parent as HTMLTableElement;
  const group = tHead ? tBodies[0] : undefined;
  return (group ?? parent.appendChild(element(tHead ? "tbody" : "thead"))).appendChild(element("tr"));
}

/** A formula, left as it was written. */
export function math(sign: string): Open {
  const span = element("span");
  span.className = "math";
  span.dir = "ltr";
  span.append(sign);
  return { node: span, type: smd.Token.Equation_Inline, closed: () => span.append(sign) };
}

export function leaf(): HTMLElement {
  const made = element("div");
  made.className = "leaf";
  return made;
}

/** An empty element of the same kind, for what follows (R2, R3 of markdown-renderer.ts). */
export function emptyLike(node: HTMLElement): HTMLElement {
  if (node instanceof HTMLTableElement) return tableLike(node);
  const next = node.cloneNode(false) as HTMLElement;
  if (!next.matches(".leaf")) next.classList.add("more");
  if (node instanceof HTMLOListElement) next.setAttribute("start", `${node.start + node.children.length}`);
  return next;
}

/** A table with the same head, and with columns as wide as the first table has them now. */
function tableLike(node: HTMLTableElement): HTMLElement {
  const frame = node.parentElement!.cloneNode(false) as HTMLElement;
  const next = node.cloneNode(false) as HTMLElement;
  frame.classList.add("more");
  frame.append(next);
  const whole = node.offsetWidth;
  if (node.tHead && whole > 0) {
    const columns = element("colgroup");
    for (const cell of node.tHead.rows[0]!.cells) {
      const column = element("col");
      column.style.inlineSize = `${(100 * cell.offsetWidth) / whole}%`;
      columns.append(column);
    }
    next.append(columns);
    // A table as wide as its frame stays so when the window changes its size.
    next.style.inlineSize = Math.abs(whole - node.parentElement!.clientWidth) <= 1 ? "100%" : `${whole}px`;
    next.style.tableLayout = "fixed";
  }
  if (node.tHead) next.append(node.tHead.cloneNode(true));
  return next;
}
