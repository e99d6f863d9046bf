/** The window in figures. The map of who takes how much of it will stand here too. */
import { LitElement, css, html, nothing, svg } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { FrameView } from "../core/agent-port.js";
import type { ContextMeter } from "../core/events.js";
import { percentOf } from "./context-meter.js";
import "./frame-view.js";
import { texts } from "./texts.js";
import { base } from "./theme.js";

@customElement("context-panel")
export class ContextPanel extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 0.9rem;
      }
      .figure {
        font: 500 2rem / 1 var(--font-title);
        font-variant-numeric: lining-nums tabular-nums;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 0.6rem;
        border-radius: 999px;
      }
      .all {
        fill: var(--line);
      }
      .used {
        fill: var(--accent);
      }
      dl {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 0.35rem 1rem;
        margin: 0;
        font-size: 0.9375rem;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];
  @property({ attribute: false }) meter?: ContextMeter;
  @property({ attribute: false }) frame?: () => Promise<FrameView>;

  override render() {
    return html`${this.#figures()} ${this.frame ? html`<frame-view .read=${this.frame}></frame-view>` : nothing}`;
  }

  #figures() {
    const { meter } = this;
    const t = texts.context;
    if (!meter) return html`<p class="quiet">${t.none}</p>`;
    const share = meter.limit > 0 ? Math.min(100, (100 * meter.tokens) / meter.limit) : 0;
    return html`
      <p class="quiet">${t.lead}</p>
      <p class="figure">${percentOf(meter)}</p>
      ${svg`<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="all" width="100" height="1"></rect><rect class="used" width=${share} height="1"></rect>
      </svg>`}
      <dl>
        <dt>${t.used}</dt>
        <dd>${texts.number(meter.tokens)}</dd>
        <dt>${t.free}</dt>
        <dd>${texts.number(Math.max(0, meter.limit - meter.tokens))}</dd>
      </dl>
      <p class="quiet">${t.full(meter.tokens, meter.limit)} · ${t.source[meter.source]}</p>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "context-panel": ContextPanel;
  }
}
