/** One block of the context map: its text, and what can be done to it. Tells `context-change-asked` and `record-asked`. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { BlockText, ContextPort } from "../../core/port/context-port.js";
import type { MapBlock } from "../../core/measure/context-map.js";
import { failureOf } from "../../core/errors.js";
import "../base/app-icon.js";
import { changeFor } from "./map-block-changes.js";
import { tell } from "../base/events.js";
import { blockName, percent } from "./map-blocks.js";
import { mapColours } from "./map-styles.js";
import { mapTexts as t } from "./map-texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("block-details")
class BlockDetails extends LitElement {
  static override styles = [
    base,
    buttons,
    mapColours,
    css`
      section {
        display: grid;
        gap: 0.6rem;
        padding: 0.75rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper);
      }
      h3 {
        display: flex;
        align-items: center;
        gap: 0.45rem;
        font: 600 0.9375rem/1.4 var(--font-text);
        overflow-wrap: anywhere;
      }
      pre {
        margin: 0;
        max-block-size: 14rem;
        overflow: auto;
        font: 0.8125rem/1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .buttons button {
        font-size: var(--small);
      }
    `,
  ];

  @property({ attribute: false }) block!: MapBlock;
  @property({ attribute: false }) limit = 0;
  @property({ type: Boolean }) locked = false;
  @property({ attribute: false }) context!: ContextPort;
  @state() private text?: BlockText;
  @state() private failure = "";

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("block") && changed.get("block")?.id !== this.block.id) void this.#load();
  }

  async #load(): Promise<void> {
    this.text = undefined;
    this.failure = "";
    const { id, record, part, kind } = this.block;
    if (record === undefined) return;
    try {
      const text = await this.context.blockText({ record, ...(part !== undefined && kind !== "turn" && { part }) });
      if (this.block.id === id) this.text = text;
    } catch (error) {
      if (this.block.id === id) this.failure = failureOf(error).message;
    }
  }

  override render() {
    const { block } = this;
    const { kind, tokens, folded } = block;
    return html`<section aria-label=${t.details}>
      <h3 dir="auto"><i class="swatch ${kind}"></i><span>${blockName(block)}</span></h3>
      <p class="quiet">
        ${t.tokens(tokens)}, ${t.percent(percent(tokens, this.limit))}${folded ? html` · ${t.foldedHint}` : nothing}
      </p>
      ${kind === "system" || kind === "overhead" ? html`<p class="quiet">${t[kind]}</p>` : nothing}
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      ${this.text ? this.#words(this.text) : nothing}
      <div class="buttons">
        ${this.#button("pin", block.pinned ? t.unpin : t.pin, t.hints.pin)}
        ${this.#button("fold", block.folded ? t.unfold : t.fold, t.hints.fold)}
        ${this.#button("remove", block.removed ? t.putBack : t.remove, t.hints.remove)}
        ${
          block.record !== undefined && kind !== "environment"
            ? html`<button class="outlined" @click=${this.#show}>${t.show}</button>`
            : nothing
        }
      </div>
    </section>`;
  }

  #words({ text, more }: BlockText) {
    return html`<pre tabindex="0" role="region" aria-label=${blockName(this.block)} dir="auto">
${text}${more > 0 ? `\n${t.more(more)}` : ""}</pre>`;
  }

  #button(what: "pin" | "fold" | "remove", label: string, hint: string) {
    const change = changeFor(this.block, what);
    if (!change) return nothing;
    return html`<button
      class="outlined"
      title=${hint}
      ?disabled=${this.locked}
      @click=${() => tell(this, "context-change-asked", change)}
    >
      ${label}
    </button>`;
  }

  #show = (): void => {
    const { record = "" } = this.block;
    tell(this, "record-asked", { record, ...(this.text?.turn !== undefined && { turn: this.text.turn }) });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "block-details": BlockDetails;
  }
}
