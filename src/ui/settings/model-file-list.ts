/** The model files on this device (G2). Fires `model-file-asked`, `model-file-forgotten`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import "./copy-bar.js";
import { tell } from "../base/events.js";
import { settingRowStyles } from "./settings-styles.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("model-file-list")
class ModelFileList extends LitElement {
  static override styles = [
    base,
    buttons,
    settingRowStyles,
    css`
      li {
        display: flex;
        align-items: center;
        gap: 0.75rem;
      }
      li > span {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      .pick {
        justify-self: start;
      }
    `,
  ];
  /** All models; those from files are shown. */
  @property({ attribute: false }) models: readonly ModelChoice[] = [];
  @property({ attribute: false }) status?: ModelStatus;

  override render() {
    const t = texts.modelFiles;
    const files = this.models.filter((model) => model.file === "kept");
    return html`<div class="field" role="group" aria-labelledby="label">
      <span class="label" id="label">${t.title}</span>
      ${
        files.length > 0
          ? html`<ul>
              ${files.map(this.#file)}
            </ul>`
          : nothing
      }
      ${this.status?.kind === "copying" ? html`<copy-bar .status=${this.status}></copy-bar>` : nothing}
      <button class="outlined pick" @click=${() => tell(this, "model-file-asked", { choose: false })}>${t.pick}</button>
      <p class="quiet">${t.hint}</p>
    </div>`;
  }

  #file = (model: ModelChoice) =>
    html`<li>
      <span>${model.label} <span class="quiet">${model.description}</span></span>
      <button
        aria-label=${texts.modelFiles.forgetOf(model.label)}
        @click=${() => tell(this, "model-file-forgotten", { name: model.name })}
      >
        ${texts.modelFiles.forget}
      </button>
    </li>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "model-file-list": ModelFileList;
  }
}
