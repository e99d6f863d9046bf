/**
 * The bar above the composer that asks whether to compress, where the user wants to be asked (C1), and shows the progress of a compression,
 * with a way to cancel it (U4, C13). Tells `advice-answered` and `what-if-asked`.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { CompressionPhase } from "../../core/compression/compression.js";
import { barTexts } from "./compression-card-texts.js";
import { ask, tell } from "../base/events.js";
import { base, buttons } from "../base/theme.js";

const PHASES: readonly CompressionPhase[] = ["reading", "summarising", "verifying", "measuring"];

@customElement("compression-bar")
class CompressionBar extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
      }
      [role="group"] {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0.4rem 0.7rem;
        padding: 0.6rem 0.7rem 0.6rem 0.9rem;
        margin-block-end: 0.6rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper-raised);
        font-size: 0.9375rem;
        line-height: 1.45;
      }
      .words {
        flex: 1 1 16rem;
        overflow-wrap: anywhere;
      }
      h2 {
        font: 600 0.9375rem / 1.45 var(--font-text);
      }
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.15rem 0.9rem;
        color: var(--ink-faint);
        font-size: var(--small);
      }
      .past {
        color: var(--ink-soft);
      }
      .past::before {
        content: "✓ ";
      }
      [aria-current] {
        color: var(--accent);
        font-weight: 600;
      }
    `,
  ];
  @property({ attribute: false }) advised?: { readonly used: number; readonly limit: number };
  @property({ attribute: false }) phase?: CompressionPhase;

  override render() {
    if (this.phase) return this.#progress(this.phase);
    return this.advised ? this.#question(this.advised) : nothing;
  }

  #question({ used, limit }: { readonly used: number; readonly limit: number }) {
    const t = barTexts;
    const tellAnswer = (answer: "now" | "later") => () => tell(this, "advice-answered", { answer });
    return html`<div role="group" aria-labelledby="title" aria-describedby="why">
      <div class="words">
        <h2 id="title">${t.ask}</h2>
        <p id="why">${t.why(used, limit)}</p>
      </div>
      <div class="buttons">
        <button class="outlined" @click=${tellAnswer("now")}>${t.now}</button>
        <button @click=${tellAnswer("later")}>${t.later}</button>
        <button @click=${() => tell(this, "what-if-asked")}>${t.what}</button>
      </div>
    </div>`;
  }

  #progress(phase: CompressionPhase) {
    const t = barTexts;
    const now = PHASES.indexOf(phase);
    return html`<div role="group" aria-labelledby="title">
      <div class="words">
        <h2 id="title">${t.working}</h2>
        <ol>
          ${PHASES.map(
            (each, at) =>
              html`<li class=${at < now ? "past" : ""} aria-current=${at === now ? "step" : nothing}>
                ${t.phases[each]}
              </li>`,
          )}
        </ol>
      </div>
      <div class="buttons">
        <button class="outlined" @click=${() => ask(this, (port) => port.compressions.cancel())}>${t.cancel}</button>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "compression-bar": CompressionBar;
  }
}
