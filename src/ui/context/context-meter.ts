/** The meter of the Model's window: a ring with the threshold, and a figure. A click tells `context-map-asked`. */
import { LitElement, css, html, nothing, svg } from "lit";
import { customElement, property } from "lit/decorators.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";
import type { ContextMeter as Meter } from "../../core/measure/ledger.js";

/** The share of the window from which the ring has a colour, where there is no threshold. */
const WARN = 0.75;
const RADIUS = 7;
const AROUND = 2 * Math.PI * RADIUS;

@customElement("context-meter")
class ContextMeterElement extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: inline-block;
        position: relative;
      }
      div {
        display: flex;
        align-items: center;
        gap: 0.4rem;
        font-size: var(--small);
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      svg {
        inline-size: 1.125rem;
        block-size: 1.125rem;
        transform: rotate(-90deg);
      }
      circle {
        fill: none;
        stroke-width: 2.5;
        stroke: var(--line);
      }
      circle + circle {
        stroke: var(--ink-soft);
        stroke-linecap: round;
      }
      line {
        stroke: var(--rubric);
        stroke-width: 2;
      }
      /* Over the meter, not around it: screen readers hear a button's contents only as its name. */
      button {
        position: absolute;
        inset: -0.25rem -0.4rem;
        inline-size: auto;
        min-block-size: 0;
        min-inline-size: 0;
        padding: 0;
        opacity: 1;
      }
      button:hover {
        background: color-mix(in srgb, var(--ink) 7%, transparent);
      }
      .warn circle + circle {
        stroke: var(--rubric);
      }
    `,
  ];
  @property({ attribute: false }) meter!: Meter;

  override render() {
    const { tokens, limit, source, compressAt: threshold } = this.meter;
    const share = limit > 0 ? Math.min(1, tokens / limit) : 0;
    const warnAt = threshold !== undefined && limit > 0 ? threshold / limit : WARN;
    const value = texts.context.value(percentOf(this.meter), texts.context.source[source]);
    return html`<div
        role="meter"
        aria-label=${texts.context.title}
        aria-valuemin="0"
        aria-valuenow=${tokens}
        aria-valuemax=${limit}
        aria-valuetext=${value}
        class=${share >= warnAt ? "warn" : ""}
      >
        ${svg`<svg viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r=${RADIUS}></circle>
        <circle cx="9" cy="9" r=${RADIUS} stroke-dasharray=${AROUND} stroke-dashoffset=${AROUND * (1 - share)}></circle>
        ${threshold === undefined || threshold >= limit ? nothing : tick(threshold / limit)}
      </svg>`}
        <span aria-hidden="true">${percentOf(this.meter)}</span>
      </div>
      <button
        aria-label=${texts.context.map}
        title=${[texts.context.full(tokens, limit), texts.context.source[source], ...(threshold === undefined ? [] : [texts.context.threshold(threshold)])].join(" · ")}
        @click=${() => tell(this, "context-map-asked")}
      ></button>`;
  }
}

/** A line across the ring, at this share of it. */
function tick(part: number) {
  const [x, y] = [Math.cos(2 * Math.PI * part), Math.sin(2 * Math.PI * part)];
  const [inner, outer] = [RADIUS - 2.5, RADIUS + 2];
  return svg`<line x1=${9 + inner * x} y1=${9 + inner * y} x2=${9 + outer * x} y2=${9 + outer * y}></line>`;
}

/** The share of the window that is used; any use at all is more than "0%". */
export function percentOf({ tokens, limit }: Meter): string {
  const percent = limit > 0 ? (100 * tokens) / limit : 0;
  if (percent > 0 && percent < 1) return "<1%";
  return `${Math.round(percent)}%`;
}

declare global {
  interface HTMLElementTagNameMap {
    "context-meter": ContextMeterElement;
  }
}
