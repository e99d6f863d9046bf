/** The blank page, before the first message: what this is, and three ways to begin. Nobody is stopped by it (U6). */
import { LitElement, css, html, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons, scroller } from "./theme.js";

@customElement("welcome-view")
export class WelcomeView extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    css`
      :host {
        display: grid;
        min-block-size: 0;
      }
      .scroller {
        display: grid;
      }
      .page {
        max-inline-size: 36rem;
        margin: auto;
        padding: 2rem 1.5rem;
        display: grid;
        gap: 1.1rem;
        justify-items: start;
      }
      svg {
        inline-size: 8.5rem;
        block-size: auto;
        overflow: visible;
        fill: none;
        stroke-linecap: round;
        margin-block-end: 0.4rem;
      }
      .under {
        stroke: var(--line-strong);
        stroke-width: 1.5;
        opacity: 0.42;
      }
      .over {
        stroke: var(--ink);
        stroke-width: 2;
      }
      .pen {
        stroke: var(--accent);
        stroke-width: 2;
      }
      h2 {
        font: 500 clamp(1.7rem, 1.2rem + 2vw, 2.35rem) / 1.15 var(--font-title);
        letter-spacing: -0.01em;
        text-wrap: balance;
      }
      .lead {
        color: var(--ink-soft);
        font-size: 1.0625rem;
        text-wrap: pretty;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      button {
        border-color: var(--line);
        background: var(--paper-raised);
        border-radius: 999px;
        padding: 0.35rem 0.95rem;
        font-size: 0.9375rem;
      }
      button:hover {
        border-color: var(--line-strong);
      }
      .hints {
        display: grid;
        gap: 0.3rem;
        border-block-start: 1px solid var(--line);
        padding-block-start: 1rem;
        inline-size: 100%;
      }
    `,
  ];

  override render() {
    const { title, lead, examples, folder, key } = texts.welcome;
    const example = (text: string) =>
      html`<li><button @click=${() => tell(this, "message-sent", { text })}>${text}</button></li>`;
    return html`<div class="scroller">
      <div class="page">
        ${drawing}
        <h2>${title}</h2>
        <p class="lead">${lead}</p>
        <ul>
          ${examples.map(example)}
        </ul>
        <div class="hints">
          <p class="quiet">${folder}</p>
          <p class="quiet">${key}</p>
        </div>
      </div>
    </div>`;
  }
}

/** An older writing, across the page, under the newer one. */
const drawing = svg`<svg viewBox="0 0 136 60" aria-hidden="true">
  <g class="under">
    <path d="M10 2c3 6-3 10 0 16s-3 10 0 16-3 10 0 16"></path>
    <path d="M34 2c-3 7 3 10 0 17s3 9 0 15 3 9 0 16"></path>
    <path d="M58 2c3 5-3 11 0 17s-2 9 0 15-3 10 0 16"></path>
    <path d="M82 2c-3 6 3 10 0 16s3 10 0 16 3 10 0 16"></path>
    <path d="M106 2c3 7-3 9 0 16s-3 10 0 16-2 10 0 16"></path>
  </g>
  <g class="over">
    <path d="M2 12c7-4 10 4 17 0s10 4 17 0 10 4 17 0 10 4 17 0 10 4 17 0 10 4 17 0 10 3 16 0"></path>
    <path d="M2 28c7-4 10 4 17 0s10 4 17 0 10 4 17 0 10 4 17 0 10 4 17 0 9 3 14 0"></path>
  </g>
  <path class="pen" d="M2 44c7-4 10 4 17 0s10 4 17 0 10 4 17 0"></path>
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    "welcome-view": WelcomeView;
  }
}
