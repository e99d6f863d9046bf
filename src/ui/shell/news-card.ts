/** The card with the news of an update. Fires `news-dismissed`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";
import type { News } from "./whats-new.js";

@customElement("news-card")
class NewsCard extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    css`
      :host {
        display: block;
        flex: none;
      }
      section {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 0.35rem 1rem;
        max-block-size: 40dvh;
        padding: 0.75rem 1rem;
        background: var(--accent-wash);
        border-block-end: 1px solid var(--line);
        font-size: 0.9375rem;
        line-height: 1.5;
      }
      h2 {
        font: 500 1.125rem / 1.6 var(--font-title);
      }
      div,
      section > p {
        grid-column: 1 / -1;
      }
      ul {
        list-style: disc;
        padding-inline-start: 1.2rem;
      }
      li {
        margin-block-start: 0.25rem;
      }
    `,
  ];
  @property({ attribute: false }) news!: News;

  override render() {
    const t = texts.news;
    return html`<section class="scroller" aria-label=${t.title} tabindex="0">
      <h2>${t.title}</h2>
      <button class="icon" aria-label=${t.dismiss} title=${t.dismiss} @click=${() => tell(this, "news-dismissed")}>
        <app-icon name="close"></app-icon>
      </button>
      ${this.news.isOld ? html`<p>${t.small}</p>` : nothing}
      ${this.news.releases.map(
        ({ version, date, changes }) =>
          html`<div>
            <p class="quiet">${t.version(version, date)}</p>
            <ul>
              ${changes.map((change) => html`<li>${change}</li>`)}
            </ul>
          </div>`,
      )}
      ${this.news.releases.length === 0 ? html`<p>${t.none}</p>` : nothing}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "news-card": NewsCard;
  }
}
