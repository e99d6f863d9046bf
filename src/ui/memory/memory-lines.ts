/** The lines of a Memory file with author, date, pin, lost files and contradictions. Tells `memory-saved`, `memory-failed`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { MarkedLine, MemoryFileView, MemoryPort } from "../../core/port/memory-port.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base, buttons } from "../base/theme.js";

const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });

@customElement("memory-lines")
class MemoryLines extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 0.5rem;
        padding-block: 0.3rem;
        border-block-start: 1px solid var(--line);
      }
      li.heading,
      li.code {
        border: 0;
      }
      .text {
        overflow-wrap: anywhere;
        font-size: 0.9375rem;
      }
      .heading .text {
        font-weight: 600;
      }
      .code .text {
        font: 0.8125rem / 1.5 var(--font-code);
        white-space: pre-wrap;
      }
      .marks {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.7rem;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      .marks a {
        color: inherit;
      }
      .stale {
        color: var(--gold);
      }
      button.icon {
        inline-size: 1.75rem;
        block-size: 1.75rem;
        grid-row: 1 / span 2;
        grid-column: 2;
      }
      button.icon app-icon {
        inline-size: 0.95rem;
        block-size: 0.95rem;
      }
      [aria-pressed="true"] {
        color: var(--accent);
        background: var(--accent-wash);
      }
    `,
  ];
  @property({ attribute: false }) file!: MemoryFileView;
  @property({ attribute: false }) memories!: MemoryPort;

  override render() {
    const lines = this.file.lines.filter(({ kind }) => kind !== "blank");
    return html`<ul aria-label=${memoryTexts.memory.lines}>
      ${lines.map((line) => this.#line(line))}
    </ul>`;
  }

  #line(line: MarkedLine) {
    const t = memoryTexts.memory;
    const { text, kind, by, at, session, used, gone = [], beside = [], isPinned = false } = line;
    const source = by && at !== undefined ? t.marks.said(t.by[by], when.format(at)) : undefined;
    const isFact = kind === "item" || kind === "text";
    return html`<li class=${kind}>
      <span class="text" dir="auto">${revealed(text)}</span>
      <span class="marks">
        ${
          source === undefined || !isFact
            ? nothing
            : session
              ? html`<a href="#/session/${session}" title=${t.marks.session}>${source}</a>`
              : html`<span>${source}</span>`
        }
        ${
          used && isFact
            ? html`<a href="#/session/${used.session}" title=${t.marks.usedHow(exactly.format(used.at))}
                >${t.marks.used(when.format(used.at))}</a
              >`
            : nothing
        }
        ${isPinned ? html`<span>${t.marks.pinned}</span>` : nothing}
        ${gone.map((path) => html`<span class="stale">${t.marks.stale(path)}</span>`)}
        ${beside.map(({ likeness, line: other, path }) =>
          likeness === "against"
            ? html`<span class="wrong" dir="auto">${t.marks.conflict(revealed(other), path)}</span>`
            : html`<span dir="auto">${t.marks.duplicate(revealed(other), path)}</span>`,
        )}
      </span>
      ${
        isFact
          ? html`<button
              class="icon"
              aria-pressed=${isPinned}
              aria-label=${isPinned ? t.unpinHow(text) : t.pinHow(text)}
              title=${isPinned ? t.unpin : t.pin}
              @click=${() => this.#pin(text, !isPinned)}
            >
              <app-icon name="pin"></app-icon>
            </button>`
          : nothing
      }
    </li>`;
  }

  async #pin(line: string, isPinned: boolean): Promise<void> {
    try {
      await this.memories.pin(this.file.path, line, isPinned);
      tell(this, "memory-saved", { path: this.file.path });
    } catch (error) {
      tell(this, "memory-failed", { error });
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "memory-lines": MemoryLines;
  }
}
