/** Plain text that may still be growing: what comes is added to what stands there. */
import { LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { createGrowthReader, type Growing } from "../../core/port/streamed-text.js";

/** Text nodes are copied when they grow, and laid out whole: after so many characters the next one is begun. */
const PIECE = 4_000;

@customElement("growing-text")
class GrowingText extends LitElement {
  @property({ attribute: false }) block: Growing = { text: "" };
  readonly #reader = createGrowthReader();

  /** Part of the tree it stands in, as a Turn is. */
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
