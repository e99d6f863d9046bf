/** Colours for a finished block of code: loaded late, run when the page is idle, and made of DOM nodes, not of HTML. */
import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";

/** highlight.js takes about 2.5 ms a KB here; more than this would be felt as a stutter, so it stays plain. */
const LIMIT = 12_000;

type Language = () => Promise<{ default: LanguageFn }>;
const bash: Language = () => import("highlight.js/lib/languages/bash");
const cpp: Language = () => import("highlight.js/lib/languages/cpp");
const javascript: Language = () => import("highlight.js/lib/languages/javascript");
const typescript: Language = () => import("highlight.js/lib/languages/typescript");
const python: Language = () => import("highlight.js/lib/languages/python");
const xml: Language = () => import("highlight.js/lib/languages/xml");
const yaml: Language = () => import("highlight.js/lib/languages/yaml");
const markdown: Language = () => import("highlight.js/lib/languages/markdown");
const rust: Language = () => import("highlight.js/lib/languages/rust");

const languages: Readonly<Record<string, Language>> = {
  bash,
  sh: bash,
  shell: bash,
  zsh: bash,
  c: cpp,
  cpp,
  "c++": cpp,
  h: cpp,
  cs: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  html: xml,
  ini: () => import("highlight.js/lib/languages/ini"),
  toml: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  js: javascript,
  jsx: javascript,
  mjs: javascript,
  javascript,
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  markdown,
  md: markdown,
  php: () => import("highlight.js/lib/languages/php"),
  py: python,
  python,
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rs: rust,
  rust,
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  ts: typescript,
  tsx: typescript,
  typescript,
  xml,
  svg: xml,
  yaml,
  yml: yaml,
};

/** Gives a block its colours, if its language is known and it is not too long. */
export async function highlight(code: HTMLElement, language: string): Promise<void> {
  const text = code.textContent;
  const load = languages[language];
  // What goes on in another element (R3 of markdown-renderer.ts) is too long, whatever the rest of it is.
  if (!load || text.length > LIMIT || code.nextSibling || code.previousSibling) return;
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default);
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  // Meanwhile the block may have been made anew; then its colours are for another text.
  if (code.textContent === text) code.replaceChildren((emitter as unknown as NodeEmitter).fragment);
}

/** A piece of a line, and the class that colours it. */
export interface Piece {
  readonly text: string;
  readonly colour: string;
}

/** The same for part of a file, line by line; nothing if its language is not known. Must be short: see LIMIT. */
export async function highlightLines(text: string, name: string): Promise<readonly (readonly Piece[])[] | undefined> {
  const language = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const load = languages[language];
  if (!load || text.length > LIMIT) return undefined;
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default);
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  const lines: Piece[][] = [[]];
  const walker = document.createTreeWalker((emitter as unknown as NodeEmitter).fragment, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const colour = node.parentElement?.className ?? "";
    for (const [index, piece] of node.nodeValue!.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece) lines.at(-1)!.push({ text: piece, colour });
    }
  }
  return lines;
}

/** What highlight.js calls instead of building its HTML string. */
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
  closeAllNodes(): void {
    this.#open.length = 1;
  }
  finalize(): void {
    this.closeAllNodes();
  }
  toHTML(): string {
    return "";
  }
}

hljs.configure({ __emitter: NodeEmitter } as unknown as Parameters<typeof hljs.configure>[0]);
