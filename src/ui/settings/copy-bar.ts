/** The progress of copying a model file, with a button to stop it (U4). Fires `model-copy-stopped`. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import { tell } from "../base/events.js";
import { barStyles } from "../base/read-only-bar.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("copy-bar")
class CopyBar extends LitElement {
  static override styles = [
    base,
    buttons,
    barStyles,
    css`
      progress {
        flex: 1 1 8rem;
        block-size: 0.4rem;
        appearance: none;
        border: 0;
        border-radius: 999px;
        overflow: hidden;
        background: var(--line-strong);
      }
      progress::-webkit-progress-bar {
        background: var(--line-strong);
      }
      progress::-webkit-progress-value {
        background: var(--accent);
      }
      progress::-moz-progress-bar {
        background: var(--accent);
      }
      .bar > span {
        flex: 0 1 auto;
      }
    `,
  ];
  @property({ attribute: false }) status!: ModelStatus;

  override render() {
    const { model, done = 0 } = this.status;
    const words = texts.modelFiles.copying(model.replace(/^file\//, ""));
    return html`<div class="bar">
      <span>${words}</span>
      <progress aria-label=${words} max="1" .value=${done}></progress>
      <button class="outlined" @click=${() => tell(this, "model-copy-stopped")}>${texts.modelFiles.stop}</button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "copy-bar": CopyBar;
  }
}
