/** The user's settings file as text, to edit by hand. A faulty text is not saved; the error names the line. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { readText } from "../../core/settings/settings-files.js";
import { tell } from "../base/events.js";
import { settingRowStyles } from "./settings-styles.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields } from "../base/theme.js";

@customElement("settings-text")
class SettingsText extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    settingRowStyles,
    css`
      :host {
        flex: 1;
        display: flex;
        min-block-size: 0;
      }
      .field {
        flex: 1;
        grid-template-rows: auto 1fr auto auto;
        padding: 1rem 1.25rem;
        min-block-size: 0;
      }
      textarea {
        resize: none;
        min-block-size: 8rem;
        font: 0.875rem / 1.5 var(--font-code);
        tab-size: 2;
      }
      .row {
        justify-content: end;
      }
    `,
  ];
  /** The file's text. */
  @property({ attribute: false }) text = "";
  @state() private wrong = "";
  /** The file's text when the editing began. */
  #before = "";
  @query("textarea") private readonly field!: HTMLTextAreaElement;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#before = this.text;
  }

  override render() {
    const t = texts.settings;
    return html`<div class="field">
      <label for="text">${t.file}</label>
      <textarea
        id="text"
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="wrong hint"
        aria-invalid=${this.wrong ? "true" : "false"}
        .value=${this.#before}
        @input=${() => (this.wrong = this.wrong && this.#fault())}
      ></textarea>
      <div>
        <p class="quiet" id="hint">${t.fileHint}</p>
        <div id="wrong" aria-live="polite">${this.wrong ? html`<p class="wrong">${this.wrong}</p>` : nothing}</div>
      </div>
      <div class="row">
        <button @click=${() => tell(this, "settings-text-left")}>${t.cancel}</button>
        <button class="primary" @click=${this.#save}>${t.save}</button>
      </div>
    </div>`;
  }

  override firstUpdated(): void {
    this.field.focus();
    this.field.setSelectionRange(0, 0);
  }

  #fault = (): string => readText(this.field.value).fault ?? "";

  #save = (): void => {
    this.wrong = this.#fault();
    if (this.wrong) this.field.focus();
    else tell(this, "settings-text-saved", { text: this.field.value, expected: this.#before });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "settings-text": SettingsText;
  }
}
