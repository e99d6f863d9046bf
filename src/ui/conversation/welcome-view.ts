/** The blank page before the first message: an introduction and three ways to begin, none of them required (U6). */
import { LitElement, css, html, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";

@customElement("welcome-view")
class WelcomeView extends LitElement {
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
        grid-template-columns: minmax(0, 1fr);
        justify-items: start;
      }
      .title {
        position: relative;
        isolation: isolate;
        inline-size: 100%;
        padding-block: 2.6rem 1.4rem;
      }
      svg {
        position: absolute;
        z-index: -1;
        inset: 0;
        inline-size: 100%;
        block-size: 100%;
        fill: var(--ink);
        opacity: 0.085;
        font: italic 28px var(--font-title);
        user-select: none;
      }
      h2 {
        font: 500 clamp(1.9rem, 1.3rem + 2vw, 2.6rem) / 1.15 var(--font-title);
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
        <div class="title">
          ${older}
          <h2>${title}</h2>
        </div>
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

/** An older text, upside down as scribes turned a page before they used it again, still visible under the new one. */
const older = svg`<svg viewBox="0 0 560 130" aria-hidden="true">
  <g transform="rotate(180 280 65)">
    <text x="8" y="30" textLength="544">quod scriptum erat manet sub novis verbis</text>
    <text x="8" y="70" textLength="544">nec deletur manus prior, sed legentibus</text>
    <text x="8" y="110" textLength="544">iterum apparet, linea post lineam, usque ad</text>
  </g>
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    "welcome-view": WelcomeView;
  }
}
