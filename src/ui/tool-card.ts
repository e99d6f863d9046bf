/** A Tool call in a Turn: one line that says what was asked and how it went, and opens to what came of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ToolBlock } from "../core/turns.js";
import { texts } from "./texts.js";
import { base } from "./theme.js";

@customElement("tool-card")
export class ToolCard extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        margin-block: 0.35rem;
        font-size: 0.9375rem;
      }
      summary,
      .line {
        display: flex;
        align-items: baseline;
        gap: 0.5rem;
        min-block-size: 1.75rem;
        color: var(--ink-soft);
      }
      summary {
        cursor: pointer;
      }
      code {
        font: 0.875rem/1.5 var(--font-code);
      }
      .title {
        flex: 1;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--ink);
      }
      .state {
        font-size: var(--small);
        color: var(--ink-faint);
        white-space: nowrap;
      }
      .failed .state {
        color: var(--rubric);
      }
      pre {
        max-block-size: 20rem;
        overflow: auto;
        margin: 0.25rem 0 0.75rem;
        padding: 0.75rem;
        border-radius: 8px;
        background: var(--paper-sunken);
        font: 0.8125rem/1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];
  @property({ attribute: false }) call!: ToolBlock;

  override render() {
    const { state, output } = this.call;
    if (!output) return html`<div class="line ${state}">${this.#line()}</div>`;
    return html`<details class=${state}>
      <summary>${this.#line()}</summary>
      <pre tabindex="0" role="region" aria-label=${texts.tools.output} dir="auto">${output}</pre>
    </details>`;
  }

  #line() {
    const { name, title, state, progress, output } = this.call;
    const lines = output ? ` · ${texts.tools.lines(output.split("\n").length)}` : "";
    return html`<code>${name}</code>${title ? html`<span class="title">${title}</span>` : nothing}<span class="state"
        >${progress ?? texts.tools.state[state]}${lines}</span
      >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "tool-card": ToolCard;
  }
}
