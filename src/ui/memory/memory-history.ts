/** The versions of a Memory file, each with its author and diff, and a way to restore it. Tells `version-restored`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { MemoryVersion } from "../../core/memory/memory-file.js";
import "../diff/diff-view.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base, buttons } from "../base/theme.js";

const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
/** The number of versions that are listed, the newest first. */
const SHOWN = 100;

@customElement("memory-history")
class MemoryHistory extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: grid;
        gap: 0.6rem;
        grid-template-columns: minmax(0, 1fr);
      }
      ol {
        max-block-size: min(16rem, 34dvh);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      li + li {
        border-block-start: 1px solid var(--line);
      }
      li button {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.6rem;
        inline-size: 100%;
        border-radius: 0;
        text-align: start;
        font-size: 0.9375rem;
      }
      [aria-pressed="true"] {
        background: var(--accent-wash);
      }
      .quiet {
        font-variant-numeric: tabular-nums;
      }
      .tools [aria-pressed] {
        border-color: var(--line);
      }
      .end {
        margin-inline-start: auto;
      }
      diff-view {
        --diff-height: min(22rem, 44dvh);
      }
    `,
  ];
  @property({ attribute: false }) path = "";
  /** The oldest first. */
  @property({ attribute: false }) versions: readonly MemoryVersion[] = [];
  @state() private chosen?: string;
  @state() private against: "before" | "now" = "before";

  override render() {
    const t = memoryTexts.memory;
    if (this.versions.length === 0) return html`<p class="quiet">${t.noVersions}</p>`;
    const chosen = this.chosen ?? this.versions.at(-1)!.id;
    const index = this.versions.findIndex(({ id }) => id === chosen);
    const at = Math.max(0, index);
    return html`<ol aria-label=${t.versions}>
        ${this.versions
          .slice(-SHOWN)
          .toReversed()
          .map((version, index) => this.#row(version, index === 0, version === this.versions[at]))}
      </ol>
      ${this.#version(at)}`;
  }

  #row = ({ id, at, by, why, text }: MemoryVersion, isNow: boolean, isChosen: boolean) => {
    const t = memoryTexts.memory;
    const words = [
      ...(why ? [t.why[why] ?? why] : []),
      ...(text === undefined ? [t.gone] : []),
      ...(isNow ? [t.current] : []),
    ];
    return html`<li>
      <button aria-pressed=${isChosen} @click=${() => (this.chosen = id)}>
        <span>${t.by[by]}</span>
        <span class="quiet">${when.format(at)}${words.length > 0 ? ` · ${words.join(", ")}` : nothing}</span>
      </button>
    </li>`;
  };

  #version(at: number) {
    const t = memoryTexts.memory;
    const version = this.versions[at]!;
    const now = this.versions.at(-1)!;
    const isNow = version === now;
    const [from, to] =
      this.against === "before" || isNow ? [this.versions[at - 1]?.text, version.text] : [version.text, now.text];
    return html`<div class="tools buttons small">
        <span class="quiet" id="against">${t.compare}</span>
        ${(["before", "now"] as const).map(
          (each) =>
            html`<button
              aria-pressed=${each === this.against}
              aria-describedby="against"
              ?disabled=${isNow && each === "now"}
              @click=${() => (this.against = each)}
            >
              ${t.compareWith[each]}
            </button>`,
        )}
        <button class="outlined end" ?disabled=${isNow} @click=${() => tell(this, "version-restored", { version })}>
          ${t.restore}
        </button>
      </div>
      <diff-view .path=${this.path} .oldText=${from} .newText=${to ?? ""}></diff-view>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "memory-history": MemoryHistory;
  }
}
