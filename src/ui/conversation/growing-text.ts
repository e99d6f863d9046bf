/** Plain text that may still be growing: new text is added to the text already there. */
import { LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { createGrowthReader, type Growing } from "../../core/port/streamed-text.js";

/** Characters of one text node: a text node is copied when it grows, and laid out whole. */
const PIECE = 4_000;

@customElement("growing-text")
class GrowingText extends LitElement {
  @property({ attribute: false }) block: Growing = { text: "" };
  readonly #reader = createGrowthReader();

  /** A part of the surrounding tree, as a Turn is. */
  protected override createRenderRoot(): this {
    return this;
  }

  override updated(): void {
    const { text, isOther } = this.#reader.read(this.block);
    if (isOther) this.replaceChildren();
    const last = this.lastChild;
    if (last instanceof Text && last.length < PIECE) last.appendData(text);
    else if (text) this.append(text);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "growing-text": GrowingText;
  }
}
