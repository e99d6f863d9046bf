/** Asks whether what the open folder brings along may be loaded (M4). Tells `trust-decided`; nobody has to answer. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons } from "./theme.js";

@customElement("trust-card")
export class TrustCard extends LitElement {
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
        background: var(--gold-wash);
        font-size: 0.9375rem;
        line-height: 1.45;
      }
      .words {
        flex: 1 1 16rem;
        overflow-wrap: anywhere;
      }
      .answers {
        display: flex;
        gap: 0.4rem;
      }
      h2 {
        font: 600 0.9375rem / 1.45 var(--font-text);
      }
    `,
  ];
  /** The folder's name. */
  @property({ attribute: false }) name = "";
  /** What it has to load. */
  @property({ attribute: false }) found: readonly string[] = [];

  override render() {
    const { title, why, yes, no } = texts.trust;
    const decide = (trusted: boolean) => () => tell(this, "trust-decided", { trusted });
    return html`<div role="group" aria-labelledby="title" aria-describedby="why">
      <div class="words">
        <h2 id="title">${title}</h2>
        <p id="why">${why(this.name, this.found)}</p>
      </div>
      <div class="answers">
        <button class="outlined" @click=${decide(true)}>${yes}</button>
        <button @click=${decide(false)}>${no}</button>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "trust-card": TrustCard;
  }
}
