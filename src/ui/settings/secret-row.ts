/** A field for a key, which goes into the vault (`key-stored`) and never comes back (P2). */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Secret } from "../../core/models/providers.js";
import { tell } from "../base/events.js";
import { settingRowStyles } from "./settings-styles.js";
import { base, buttons, fields } from "../base/theme.js";

@customElement("secret-row")
class SecretRow extends LitElement {
  static override styles = [base, buttons, fields, settingRowStyles];
  @property({ attribute: false }) secret!: Secret;
  @property({ attribute: false }) isStored = false;
  @query("input") private readonly input!: HTMLInputElement;

  override render() {
    const t = this.secret;
    return html`<form class="field" @submit=${this.#submitted}>
      <label for="control">${t.label}</label>
      <div class="row">
        <input
          id="control"
          type="text"
          class="secret"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby="hint"
        />
        <button class="outlined" type="submit">${t.save}</button>
        ${this.isStored ? html`<button type="button" @click=${() => this.#store("")}>${t.forget}</button>` : nothing}
      </div>
      <p class="quiet" id="hint">${this.isStored ? t.stored : t.hint}</p>
    </form>`;
  }

  #submitted = (event: Event): void => {
    event.preventDefault();
    const key = this.input.value.trim();
    if (!key) return;
    this.input.value = "";
    this.#store(key);
  };

  #store = (key: string): void => tell(this, "key-stored", { key, of: this.secret.name });
}

declare global {
  interface HTMLElementTagNameMap {
    "secret-row": SecretRow;
  }
}
