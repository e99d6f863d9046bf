/** The progress of a copy of a folder, with a way to stop it. Tells `copy-stopped`. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("copy-progress")
class CopyProgressElement extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        position: fixed;
        /* Below the header: at the bottom it would cover the composer. */
        inset-block-start: 3.75rem;
        inset-inline: 0;
        margin-inline: auto;
        inline-size: fit-content;
        max-inline-size: calc(100vw - 2rem);
        display: flex;
        align-items: center;
        gap: 0.75rem;
        padding: 0.5rem 0.6rem 0.5rem 1rem;
        background: var(--paper-raised, var(--paper));
        border: 1px solid var(--line);
        border-radius: var(--radius);
        box-shadow: var(--shadow);
        z-index: 10;
      }
    `,
  ];

  @property() words = "";

  override render() {
    return html`<span role="status">${this.words}</span>
      <button class="outlined" @click=${() => tell(this, "copy-stopped")}>${texts.copies.stop}</button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "copy-progress": CopyProgressElement;
  }
}
