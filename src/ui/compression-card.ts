/**
 * A compression in the conversation (C12): sizes, who wrote the Snapshot, what is in it and what is not, each line with where it comes
 * from. Tells `compression-change-asked` and `source-asked`.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CompressionBlock, PlacedLine } from "../core/compression.js";
import { SECTIONS } from "../core/snapshot.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons } from "./theme.js";

@customElement("compression-card")
export class CompressionCard extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
        margin-block: 0.6rem;
      }
      [role="group"] {
        padding: 0.6rem 0.7rem 0.6rem 0.9rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font-size: 0.9375rem;
        line-height: 1.45;
        overflow-wrap: anywhere;
      }
      .undone {
        border-style: dashed;
      }
      .line {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0.4rem 0.7rem;
      }
      .line > div {
        flex: 1 1 16rem;
      }
      h3,
      h4 {
        font: 600 0.9375rem / 1.45 var(--font-text);
      }
      h4 {
        margin-block: 0.6rem 0.15rem;
        color: var(--ink-soft);
      }
      ul {
        margin: 0;
        padding-inline-start: 1.1rem;
      }
      li {
        white-space: pre-line;
      }
      .source {
        display: inline;
        min-block-size: 0;
        padding: 0 0.2rem;
        font-size: var(--small);
        color: var(--accent);
      }
    `,
  ];
  @property({ attribute: false }) block!: CompressionBlock;
  /** Whether nothing can be written here now. */
  @property({ type: Boolean }) locked = false;
  @state() private open = false;

  override render() {
    const t = texts.compression;
    const { undone = false, before, after, method, score } = this.block;
    const checked = score === undefined ? "" : ` · ${t.score(score)}`;
    return html`<div role="group" aria-label=${t.title} class=${undone ? "undone" : ""}>
      <div class="line">
        <div>
          <h3>${undone ? t.undoneTitle : t.title} · ${t.sizes(before, after)}</h3>
          <p class="quiet">${undone ? t.undone : `${t.method[method]}${checked}. ${t.kept}`}</p>
        </div>
        ${this.locked ? nothing : html`<button class="outlined" @click=${this.#change}>${undone ? t.redo : t.undo}</button>`}
        <button aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>${t.details}</button>
      </div>
      ${this.open ? this.#details() : nothing}
    </div>`;
  }

  #details() {
    const t = texts.compression;
    const { lines, leftOut } = this.block;
    const found = SECTIONS.map((section) => ({
      section,
      inside: lines.filter((line) => line.section === section),
    })).filter(({ inside }) => inside.length > 0);
    return html`${found.map(
      ({ section, inside }) =>
        html`<h4>${t.sections[section]}</h4>
          <ul>
            ${inside.map(this.#line)}
          </ul>`,
    )}${
      leftOut.length === 0
        ? nothing
        : html`<h4>${t.leftOut(leftOut.length)}</h4>
            <ul>
              ${leftOut.map(this.#line)}
            </ul>`
    }`;
  }

  #line = ({ text, from }: PlacedLine) => html`<li dir="auto">${text}${from.map((label) => this.#source(label))}</li>`;

  #source(label: number) {
    const record = this.block.sources[label];
    if (record === undefined) return nothing;
    return html`<button
      class="source"
      aria-label=${texts.compression.source(label)}
      @click=${() => tell(this, "source-asked", { record })}
    >
      #${label}
    </button>`;
  }

  #change = (): void => {
    const { record, undone } = this.block;
    tell(this, "compression-change-asked", { record, how: undone ? "redo" : "undo" });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "compression-card": CompressionCard;
  }
}
