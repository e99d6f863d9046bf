/** Colours for finished code, as DOM nodes and never as HTML. Loaded late, and run when the page is idle. */
import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";

/** Characters that are coloured at most: highlight.js takes about 2.5 ms a KB, and longer code would make the page stutter. */
const LIMIT = 12_000;

type LoadLanguage = () => Promise<{ default: LanguageFn }>;

/** The grammars, each under the names that fences and the ends of file names give its language. */
const GRAMMARS: readonly (readonly [names: string, load: LoadLanguage])[] = [
  ["bash sh shell zsh", () => import("highlight.js/lib/languages/bash")],
  ["c cpp c++ h", () => import("highlight.js/lib/languages/cpp")],
  ["cs", () => import("highlight.js/lib/languages/csharp")],
  ["css", () => import("highlight.js/lib/languages/css")],
  ["diff", () => import("highlight.js/lib/languages/diff")],
  ["go", () => import("highlight.js/lib/languages/go")],
  ["html xml svg", () => import("highlight.js/lib/languages/xml")],
  ["ini toml", () => import("highlight.js/lib/languages/ini")],
  ["java", () => import("highlight.js/lib/languages/java")],
  ["js jsx mjs javascript", () => import("highlight.js/lib/languages/javascript")],
  ["json", () => import("highlight.js/lib/languages/json")],
  ["kotlin", () => import("highlight.js/lib/languages/kotlin")],
  ["lua", () => import("highlight.js/lib/languages/lua")],
  ["markdown md", () => import("highlight.js/lib/languages/markdown")],
  ["php", () => import("highlight.js/lib/languages/php")],
  ["py python", () => import("highlight.js/lib/languages/python")],
  ["ruby", () => import("highlight.js/lib/languages/ruby")],
  ["rs rust", () => import("highlight.js/lib/languages/rust")],
  ["sql", () => import("highlight.js/lib/languages/sql")],
  ["swift", () => import("highlight.js/lib/languages/swift")],
  ["ts tsx typescript", () => import("highlight.js/lib/languages/typescript")],
  ["yaml yml", () => import("highlight.js/lib/languages/yaml")],
];
const grammars = new Map(GRAMMARS.flatMap(([names, load]) => names.split(" ").map((name) => [name, load] as const)));

/** Colours a block of code in place, if its language is known and it is not too long. */
export async function highlight(code: HTMLElement, language: string): Promise<void> {
  const text = code.textContent;
  // Code that goes on in another element (R3 of markdown-renderer.ts) is too long as a whole.
  if (code.nextSibling || code.previousSibling) return;
  const coloured = await colour(text, language);
  // The block may have got another text while the grammar was loading.
  if (coloured && code.textContent === text) code.replaceChildren(coloured);
}

/** A piece of a line, and the class that colours it. */
export interface Piece {
  readonly text: string;
  readonly colour: string;
}

/** Part of a file, coloured line by line; undefined if the language is not known or the part is longer than LIMIT. */
export async function highlightLines(text: string, path: string): Promise<readonly (readonly Piece[])[] | undefined> {
  const coloured = await colour(text, path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  if (!coloured) return undefined;
  const lines: Piece[][] = [[]];
  const walker = document.createTreeWalker(coloured, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const colour = node.parentElement?.className ?? "";
    for (const [index, piece] of node.nodeValue!.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece) lines.at(-1)!.push({ text: piece, colour });
    }
  }
  return lines;
}

async function colour(text: string, language: string): Promise<DocumentFragment | undefined> {
  const load = grammars.get(language);
  if (!load || text.length > LIMIT) return undefined;
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default);
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  return (emitter as unknown as NodeEmitter).fragment;
}

/** The emitter that highlight.js writes to: it makes nodes where the usual one makes a string of HTML. */
class NodeEmitter {
  readonly fragment = document.createDocumentFragment();
  #open: Node[] = [this.fragment];

  addText(text: string): void {
    if (text) this.#open.at(-1)!.appendChild(document.createTextNode(text));
  }
  startScope(scope: string): void {
    const span = document.createElement("span");
    span.className = `hl-${scope.split(".")[0]}`;
    this.#open.at(-1)!.appendChild(span);
    this.#open.push(span);
  }
  endScope(): void {
    if (this.#open.length > 1) this.#open.pop();
  }
  openNode(scope: string): void {
    this.startScope(scope);
  }
  closeNode(): void {
    this.endScope();
  }
  __addSublanguage(emitter: NodeEmitter): void {
    this.#open.at(-1)!.appendChild(emitter.fragment);
  }
  finalize(): void {
    this.#open.length = 1;
  }
  toHTML(): string {
    return "";
  }
}

hljs.configure({ __emitter: NodeEmitter } as unknown as Parameters<typeof hljs.configure>[0]);
