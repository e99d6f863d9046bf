/** A note that Memories were changed outside the app (M11) or imports failed (M3). Tells `file-asked`, `memory-news-dismissed`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base, buttons } from "../base/theme.js";
import type { MemoryNews } from "../state/view-state.js";

@customElement("memory-note")
class MemoryNote extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
        padding-block-end: 0.5rem;
      }
      div {
        display: flex;
        align-items: center;
        gap: 0.2rem 0.5rem;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      .words {
        flex: 1;
        flex-wrap: wrap;
      }
      span {
        overflow-wrap: anywhere;
      }
      app-icon {
        flex: none;
        inline-size: 1rem;
        block-size: 1rem;
      }
    `,
  ];
  @property({ attribute: false }) news!: MemoryNews;

  override render() {
    const t = memoryTexts.news;
    const { outside = [], problems } = this.news;
    const place = problems ?? { path: outside[0] ?? "" };
    return html`<div class="small" role="status">
      <app-icon name="info"></app-icon>
      <div class="words">
        ${outside.length > 0 ? html`<span dir="auto">${t.outside(outside.map(revealed))}</span>` : nothing}
        ${problems ? html`<span>${t.problems(problems.count)}</span>` : nothing}
      </div>
      <button class="outlined" @click=${() => this.#show(place)}>${t.show}</button>
      <button @click=${() => tell(this, "memory-news-dismissed")}>${t.dismiss}</button>
    </div>`;
  }

  #show({ path, line }: { readonly path: string; readonly line?: number }): void {
    tell(this, "file-asked", { path, as: "memory", ...(line !== undefined && { line }) });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "memory-note": MemoryNote;
  }
}
