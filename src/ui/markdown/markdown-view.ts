/** Markdown that may still be growing: each update writes only what is new (U3). */
import { LitElement, html, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { createGrowthReader, type Growing } from "../../core/port/streamed-text.js";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-renderer.js";
import { texts } from "../base/texts.js";
import { whenIdle } from "../base/when-idle.js";

/** Milliseconds for which "Copied" is shown. */
const COPIED_FOR = 1600;

@customElement("markdown-view")
export class MarkdownView extends LitElement {
  @property({ attribute: false }) block: Growing = { text: "" };
  /** Whether the text is complete. */
  @property({ type: Boolean }) done = false;

  #writer?: MarkdownWriter;
  #ended = false;
  #reader = createGrowthReader();

  /** No shadow root: the text is part of the tree around it, so that a selection can span a conversation. */
  protected override createRenderRoot(): this {
    return this;
  }

  override render() {
    return html`<div @click=${this.#clicked}></div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("block") && !changed.has("done")) return;
    const { text, isOther } = this.#reader.read(this.block);
    if (this.#ended && !isOther && text === "") return;
    const isAnew = isOther || this.#ended;
    if (isAnew) this.#restart();
    this.#writer!.write(isAnew ? this.block.text : text);
    if (!this.done) return;
    this.#writer!.end();
    this.#ended = true;
  }

  #restart(): void {
    const root = this.renderRoot.querySelector("div")!;
    root.replaceChildren();
    this.#writer = createMarkdownWriter(root, this.#fenceClosed);
    this.#ended = false;
  }

  #fenceClosed = (code: HTMLElement, language: string): void => {
    if (!language) return;
    whenIdle(() => void import("./highlight.js").then(({ highlight }) => highlight(code, language)));
  };

  #clicked = async (event: Event): Promise<void> => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button.copy");
    const code = button?.closest("figure")?.querySelector("pre");
    if (!button || !code) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // The page may not write to the clipboard: the code is selected, for the user to press Ctrl+C.
      getSelection()?.selectAllChildren(code);
      return;
    }
    button.textContent = texts.code.copied;
    setTimeout(() => (button.textContent = texts.code.copy), COPIED_FOR);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "markdown-view": MarkdownView;
  }
}
