/**
 * Markdown that may still be growing. `text` is all of it so far: what was written before is not looked at again, only
 * its length and its last letters, to notice when it is another text altogether.
 */
import { LitElement, html, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-renderer.js";
import { texts } from "./texts.js";
import { whenIdle } from "./when-idle.js";

/** Letters compared to tell growth from replacement. */
const TAIL = 32;
/** How long "Copied" is shown (ms). */
const COPIED_FOR = 1600;

@customElement("markdown-view")
export class MarkdownView extends LitElement {
  @property({ attribute: false }) text = "";
  /** Whether no more of it will come. */
  @property({ type: Boolean }) done = false;

  #writer?: MarkdownWriter;
  #written = 0;
  #tail = "";
  #ended = false;

  /** Part of the tree it stands in, as a Turn is. */
  protected override createRenderRoot(): this {
    return this;
  }

  override render() {
    return html`<div @click=${this.#clicked}></div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("text") && !changed.has("done")) return;
    if (this.#ended || !this.#grew()) this.#restart();
    this.#writer!.write(this.text.slice(this.#written));
    this.#written = this.text.length;
    this.#tail = this.text.slice(-TAIL);
    if (this.done) this.#end();
  }

  #grew(): boolean {
    const { length } = this.#tail;
    return (
      this.#writer !== undefined &&
      this.text.length >= this.#written &&
      this.text.slice(this.#written - length, this.#written) === this.#tail
    );
  }

  #restart(): void {
    const root = this.renderRoot.querySelector("div")!;
    root.replaceChildren();
    this.#writer = createMarkdownWriter(root, this.#fenceClosed);
    this.#written = 0;
    this.#ended = false;
  }

  #end(): void {
    this.#writer!.end();
    this.#ended = true;
  }

  #fenceClosed = (code: HTMLElement, language: string): void => {
    if (!language) return;
    whenIdle(() => void import("./highlight.js").then(({ highlight }) => highlight(code, language)));
  };

  #clicked = async (event: Event): Promise<void> => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button.copy");
    const code = button?.closest("figure")?.querySelector("code");
    if (!button || !code) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // No leave to write to the clipboard: the code is selected, and the user's own Ctrl+C does the rest.
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
