/** The bar for a newer version, which the user starts (U7). Fires `update-accepted`, `update-postponed`. */
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { barStyles } from "../base/read-only-bar.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("update-bar")
class UpdateBar extends LitElement {
  static override styles = [base, buttons, barStyles];

  override render() {
    return html`<div class="bar">
      <app-icon name="refresh"></app-icon><span>${texts.bars.update}</span>
      <button class="outlined" @click=${() => tell(this, "update-accepted")}>${texts.bars.updateNow}</button>
      <button @click=${() => tell(this, "update-postponed")}>${texts.bars.later}</button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "update-bar": UpdateBar;
  }
}
