/** The context map (U2): the blocks of the next request, drawn to scale and listed, each with what can be done to it. Tells `context-change-failed`. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ContextPort } from "../../core/port/context-port.js";
import type { ContextMap } from "../../core/measure/context-map.js";
import { failureOf } from "../../core/errors.js";
import "./map-block-details.js";
import "./map-block-tree.js";
import type { BlockTree } from "./map-block-tree.js";
import { percentOf } from "./context-meter.js";
import { tell, type UiEvent } from "../base/events.js";
import "./system-prompt-view.js";
import { findBlock, legendOf, percent } from "./map-blocks.js";
import "./map-drawing.js";
import { mapColours } from "./map-styles.js";
import { mapTexts as t } from "./map-texts.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";
import { whenResized } from "../base/when-resized.js";
import type { ContextMeter } from "../../core/measure/ledger.js";

/** Milliseconds from one reading to the next while a Turn runs. */
const PACE = 1_000;
/** Properties that change the map. */
const READ_ANEW = ["sessionId", "meter", "context", "draft"] as const;

@customElement("context-panel")
class ContextPanel extends LitElement {
  static override styles = [
    base,
    buttons,
    mapColours,
    css`
      :host,
      .part {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.9rem;
      }
      .part {
        gap: 0.5rem;
      }
      .top {
        display: flex;
        align-items: baseline;
        gap: 0.75rem;
      }
      .figure {
        font: 500 2rem / 1 var(--font-title);
        font-variant-numeric: lining-nums tabular-nums;
      }
      .legend {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr));
        gap: 0.2rem 0.9rem;
        font-size: var(--small);
      }
      .legend li {
        display: flex;
        align-items: center;
        gap: 0.4rem;
      }
      .legend b {
        margin-inline-start: auto;
        font-weight: 400;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .free {
        --fill: var(--paper-sunken);
      }
      .draft {
        --fill: var(--accent-wash);
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 0.5rem;
      }
      h3 {
        font: 600 0.9375rem/1.4 var(--font-text);
      }
      .sort {
        display: flex;
      }
      .sort button {
        font-size: var(--small);
        color: var(--ink-soft);
      }
      .sort [aria-pressed="true"] {
        color: var(--ink);
        background: var(--paper-hover);
      }
    `,
  ];

  /** The Session; empty on the page where one begins. */
  @property({ attribute: false }) sessionId = "";
  @property({ attribute: false }) meter?: ContextMeter;
  /** Whether nothing can be changed now: a Turn runs, or another tab writes. */
  @property({ type: Boolean }) locked = false;
  /** The text in the composer. */
  @property({ attribute: false }) draft = "";
  @property({ attribute: false }) context?: ContextPort;
  @state() private map?: ContextMap;
  @state() private opened: ReadonlySet<string> = new Set();
  @state() private chosen = "";
  @state() private bySize = false;
  @state() private announced = "";
  @state() private failure = "";
  /** Whether the user has just changed the map. */
  @state() private changed = false;
  @query("block-tree") private readonly tree?: BlockTree;
  #isReading = false;
  #isStale = false;
  #readAt = -Infinity;
  #later?: ReturnType<typeof setTimeout>;

  constructor() {
    super();
    // A hidden pane reads nothing. It gets a size, and reads, once it is shown.
    whenResized(this, () => this.#isStale && void this.#read());
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#later);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("sessionId")) {
      this.map = undefined;
      this.opened = new Set();
      this.chosen = "";
      this.announced = "";
    }
    if (READ_ANEW.some((key) => changed.has(key))) {
      this.changed = false;
      this.#readSoon();
    } else if (changed.has("locked") && this.#later !== undefined) void this.#read();
  }

  /** Reads at most once a second while a Turn runs: it changes the context many times a second, and drawing takes a frame or two. */
  #readSoon(): void {
    const wait = this.locked && this.map ? this.#readAt + PACE - performance.now() : 0;
    if (wait <= 0) void this.#read();
    else this.#later ??= setTimeout(() => void this.#read(), wait);
  }

  /** Reads the map, one reading at a time; a change meanwhile is read after it. */
  async #read(): Promise<void> {
    clearTimeout(this.#later);
    this.#later = undefined;
    const { sessionId, context } = this;
    if (!context || sessionId === "") return;
    if (this.#isReading || (this.hasUpdated && !this.checkVisibility())) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    try {
      const map = await context.map({ opened: [...this.opened], draft: this.draft });
      if (sessionId === this.sessionId) {
        this.map = map;
        this.failure = "";
      }
    } catch (error) {
      if (sessionId === this.sessionId) this.failure = `${t.failed} ${failureOf(error).message}`;
    } finally {
      this.#isReading = false;
      this.#readAt = performance.now();
    }
    if (this.#isStale) await this.#read();
  }

  override render() {
    return html`${this.#figures()} ${this.map ? this.#drawn(this.map) : nothing}
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      <div class="unseen" aria-live="polite">${this.announced}</div>
      <system-prompt-view .context=${this.context}></system-prompt-view>`;
  }

  #figures() {
    const meter = this.map ?? this.meter;
    if (!meter) return html`<p class="quiet">${texts.context.none}</p>`;
    return html`<div class="top">
      <p class="figure">${percentOf(meter)}</p>
      <p class="quiet">${texts.context.full(meter.tokens, meter.limit)} · ${texts.context.source[meter.source]}</p>
    </div>`;
  }

  #drawn(map: ContextMap) {
    const free = Math.max(0, map.limit - map.tokens);
    const row = (kind: string, name: string, tokens: number) =>
      html`<li>
        <i class="swatch ${kind}"></i>${name}<b title=${percent(tokens, map.limit)}>${texts.compact(tokens)}</b>
      </li>`;
    return html`<div class="part" @block-chosen=${this.#choose}>
        <map-drawing .map=${map} .chosen=${this.chosen} .moving=${this.changed}></map-drawing>
        <ul class="legend" aria-label=${t.legend}>
          ${legendOf(map).map(({ kind, tokens }) => row(kind, t.kinds[kind], tokens))}
          ${map.draft ? row("draft", t.draft, map.draft) : nothing} ${row("free", t.free, free)}
        </ul>
      </div>
      <div class="part" @block-chosen=${this.#choose} @block-opened=${this.#open} @context-change-asked=${this.#change}>
        <div class="head">
          <h3>${t.title}</h3>
          <div class="sort" role="group" aria-label=${t.sort}>
            <button aria-pressed=${!this.bySize} @click=${() => (this.bySize = false)}>${t.order}</button>
            <button aria-pressed=${this.bySize} @click=${() => (this.bySize = true)}>${t.size}</button>
          </div>
        </div>
        ${this.#tree(map, map.blocks, t.blocks)} ${this.#details(map)}
        ${
          map.removed.length > 0
            ? html`<h3>${t.removed}</h3>
                <p class="quiet">${t.removedLead}</p>
                ${this.#tree(map, map.removed, t.removed)}`
            : nothing
        }
        <p class="quiet">${t.keys}</p>
      </div>`;
  }

  #tree({ limit }: ContextMap, blocks: ContextMap["blocks"], label: string) {
    return html`<block-tree
      .blocks=${blocks}
      .label=${label}
      .limit=${limit}
      .bySize=${this.bySize}
      .opened=${this.opened}
      .chosen=${this.chosen}
      .locked=${this.locked}
    ></block-tree>`;
  }

  #details({ blocks, removed, limit }: ContextMap) {
    const block = this.chosen ? findBlock([...blocks, ...removed], this.chosen) : undefined;
    if (!block) return nothing;
    return html`<block-details
      .block=${block}
      .limit=${limit}
      .locked=${this.locked}
      .context=${this.context}
    ></block-details>`;
  }

  #choose = async ({ detail: { id }, target }: UiEvent<"block-chosen">): Promise<void> => {
    this.chosen = this.chosen === id ? "" : id;
    if ((target as Element).localName !== "map-drawing" || this.chosen === "") return;
    // The blocks around it are opened, so that it can be seen in the list too.
    this.opened = new Set([...this.opened, ...idsAround(this.map?.blocks ?? [], id)]);
    await this.updateComplete;
    await this.tree?.focusBlock(id);
  };

  #open = ({ detail: { id, open } }: UiEvent<"block-opened">): void => {
    const opened = new Set(this.opened);
    if (open) opened.add(id);
    else opened.delete(id);
    this.opened = opened;
    const block = this.map && findBlock(this.map.blocks, id);
    if (open && block && !block.blocks) void this.#read();
  };

  #change = async ({ detail }: UiEvent<"context-change-asked">): Promise<void> => {
    if (this.locked || !this.context) return;
    try {
      await this.context.change(detail);
    } catch (error) {
      return tell(this, "context-change-failed", { error });
    }
    this.changed = true;
    await this.#read();
    if (this.map) this.announced = t.now(this.map.tokens);
  };
}

/** The ids of the blocks around a block, from the outermost. */
function idsAround(blocks: ContextMap["blocks"], id: string): readonly string[] {
  for (const block of blocks) {
    if (block.id === id) return [];
    if (block.blocks && findBlock(block.blocks, id)) return [block.id, ...idsAround(block.blocks, id)];
  }
  return [];
}

declare global {
  interface HTMLElementTagNameMap {
    "context-panel": ContextPanel;
  }
}
