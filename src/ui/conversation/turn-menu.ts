/** The menu of a Turn: a summary of everything up to it, or from it on (L2). Fires `menu-closed`. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { TurnRange } from "../../core/compression/compression-cut.js";
import { turnMenuTexts } from "../compression/compression-card-texts.js";
import { ask, tell } from "../base/events.js";
import { base, buttons } from "../base/theme.js";

@customElement("turn-menu")
class TurnMenu extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        position: absolute;
        inset-block-start: 100%;
        inset-inline-end: 0;
        z-index: 3;
      }
      [role="menu"] {
        inline-size: min(19rem, 80vw);
        padding: 0.3rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper-raised);
        box-shadow: var(--shadow);
      }
      [role="menuitem"] {
        display: block;
        inline-size: 100%;
        padding: 0.45rem 0.6rem;
        text-align: start;
        line-height: 1.4;
      }
      [role="menuitem"] b {
        display: block;
        font-weight: 600;
      }
      [role="menuitem"]:focus-visible {
        outline-offset: -2px;
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
    this.#items()[0]?.focus();
  }

  #item(label: string, how: string, range: TurnRange) {
    const choose = () => {
      void ask(this, (port) => port.compressions.compressTurns(range));
      tell(this, "menu-closed");
    };
    return html`<button role="menuitem" tabindex="-1" aria-label=${label} aria-description=${how} @click=${choose}>
      <b>${label}</b><span class="quiet">${how}</span>
    </button>`;
  }

  #items = () => [...this.renderRoot.querySelectorAll<HTMLElement>("[role=menuitem]")];

  #left = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null;
    if (!to || !this.renderRoot.contains(to)) tell(this, "menu-closed");
  };

  #keyed = (event: KeyboardEvent): void => {
    const items = this.#items();
    const at = items.indexOf((this.renderRoot as ShadowRoot).activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape") tell(this, "menu-closed");
    else if (to !== undefined) items[(to + items.length) % items.length]!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "turn-menu": TurnMenu;
  }
}
