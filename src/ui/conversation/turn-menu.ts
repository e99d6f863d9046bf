/** The menu of a Turn: a summary of everything up to it, or from it on (L2). Fires `menu-closed`. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { TurnRange } from "../../core/compression/compression-cut.js";
import { turnMenuTexts } from "../compression/compression-card-texts.js";
import { ask, tell } from "../base/events.js";
import { isFocusLeaving, itemsOf, menuStyles, moveInMenu } from "./menu.js";
import { base, buttons } from "../base/theme.js";

@customElement("turn-menu")
class TurnMenu extends LitElement {
  static override styles = [
    base,
    buttons,
    menuStyles,
    css`
      :host {
        position: absolute;
        inset-block-start: 100%;
        inset-inline-end: 0;
        z-index: 3;
      }
      [role="menu"] {
        inline-size: min(19rem, 80vw);
        border-radius: var(--radius);
      }
      [role="menuitem"],
      b {
        display: block;
      }
    `,
  ];
  @property({ attribute: false }) turnId = "";

  override render() {
    const t = turnMenuTexts;
    return html`<div role="menu" aria-label=${t.title} @keydown=${this.#keyed} @focusout=${this.#left}>
      ${this.#item(t.upTo, t.upToHow, { upTo: this.turnId })} ${this.#item(t.from, t.fromHow, { from: this.turnId })}
    </div>`;
  }

  override firstUpdated(): void {
    itemsOf(this.renderRoot)[0]?.focus();
  }

  #item(label: string, how: string, range: TurnRange) {
    const choose = () => {
      void ask(this, (port) => port.compressions.compressTurns(range));
      this.#close();
    };
    return html`<button role="menuitem" tabindex="-1" aria-label=${label} aria-description=${how} @click=${choose}>
      <b>${label}</b><span class="quiet">${how}</span>
    </button>`;
  }

  #close = () => tell(this, "menu-closed");
  #keyed = (event: KeyboardEvent): void => moveInMenu(event, this.renderRoot, this.#close);
  #left = (event: FocusEvent): void => {
    if (isFocusLeaving(event, this.renderRoot)) this.#close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "turn-menu": TurnMenu;
  }
}
