/** The bar that says why nothing can be written here, or what was recovered, with the one thing to do about it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { StorageState } from "../../core/log/store.js";
import "./app-icon.js";
import { ask, tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons } from "./theme.js";
import type { Ownership } from "../../core/log/session-lock.js";

export const barStyles = css`
  :host {
    display: block;
  }
  .bar {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.4rem 0.8rem;
    padding: 0.5rem 1rem;
    background: var(--gold-wash);
    font-size: 0.9375rem;
    line-height: 1.45;
  }
  .bar.grave {
    background: var(--rubric-wash);
  }
  .bar app-icon {
    color: var(--gold);
  }
  .bar.grave app-icon {
    color: var(--rubric);
  }
  .bar > span {
    flex: 1 1 14rem;
  }
`;

@customElement("read-only-bar")
class ReadOnlyBar extends LitElement {
  static override styles = [base, buttons, barStyles];
  @property({ attribute: false }) storage!: StorageState;
  @property({ attribute: false }) owner?: Ownership;

  override render() {
    return html`${this.#storage()}${this.owner === "elsewhere" ? this.#elsewhere() : nothing}`;
  }

  #storage() {
    const { storage } = this;
    if (storage.kind === "read-only") {
      return html`<div class="bar grave" role="alert">
        <app-icon name="lock"></app-icon><span>${storage.failure.message}</span>
        <button class="outlined" @click=${() => tell(this, "export-asked")}>${texts.bars.export}</button>
      </div>`;
    }
    if (!storage.notice) return nothing;
    return html`<div class="bar">
      <app-icon name="info"></app-icon><span>${storage.notice}</span>
      <button class="outlined" @click=${() => tell(this, "notice-dismissed")}>${texts.bars.dismiss}</button>
    </div>`;
  }

  #elsewhere() {
    return html`<div class="bar">
      <app-icon name="lock"></app-icon><span>${texts.bars.elsewhere}</span>
      <button class="outlined" @click=${this.#takeOver}>${texts.bars.takeOver}</button>
    </div>`;
  }

  #takeOver = () => ask(this, (port) => port.sessions.takeOver(), texts.busy.takingOver);
}

declare global {
  interface HTMLElementTagNameMap {
    "read-only-bar": ReadOnlyBar;
  }
}
