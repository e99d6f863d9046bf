/**
 * The next request, drawn: a bar of the whole window with threshold and limit, and below it a tile for each block, in proportion. Tells
 * `block-chosen`. The tiles are hidden from screen readers, which have the list.
 */
import { LitElement, css, html, nothing, svg } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ContextMap, MapBlock } from "../../core/measure/context-map.js";
import { tell } from "../base/events.js";
import { colourOf, percent, shortNameOf, tilesOf } from "./map-blocks.js";
import { mapColours } from "./map-styles.js";
import { mapTexts as t } from "./map-texts.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";
import { whenResized } from "../base/when-resized.js";
import { treemap, type Rect } from "./treemap.js";

/** Pixels that a tile needs for its name. */
const NAMED = { width: 56, height: 20 };
/** The width of a letter of a name, about (px). */
const LETTER = 6.4;

@customElement("map-drawing")
class MapDrawing extends LitElement {
  static override styles = [
    base,
    mapColours,
    css`
      :host {
        display: block;
      }
      svg {
        display: block;
        inline-size: 100%;
        overflow: hidden;
      }
      .window {
        block-size: 2.1rem;
        overflow: visible;
      }
      .free {
        fill: var(--paper-sunken);
        stroke: var(--line-strong);
      }
      .used {
        fill: var(--accent);
      }
      .typed {
        fill: url(#typed);
      }
      .threshold {
        stroke: var(--rubric);
        stroke-width: 2;
        stroke-dasharray: 3 2;
      }
      .limit {
        stroke: var(--ink);
        stroke-width: 2;
      }
      .window text {
        font: 0.6875rem var(--font-text);
        fill: var(--ink-soft);
      }
      .map {
        margin-block-start: 0.5rem;
        block-size: 15rem;
        border-radius: var(--radius-small);
        cursor: pointer;
      }
      .tile {
        fill: var(--fill);
        stroke: var(--paper-raised);
        stroke-width: 1.5;
      }
      /* Only for changes that the user made: each step of moving tiles is drawn anew, and a Turn changes the map all the time. */
      :host([moving]) .tile {
        transition:
          x var(--calm),
          y var(--calm),
          width var(--calm),
          height var(--calm);
      }
      :is(.folded, .pinned, .chosen, .map text) {
        pointer-events: none;
      }
      .folded {
        fill: url(#hatch);
      }
      :is(.pinned, .chosen) {
        fill: none;
        stroke: var(--gold);
        stroke-width: 2.5;
      }
      g.tiles:hover .tile:not(:hover) {
        opacity: 0.75;
      }
      .chosen {
        stroke: var(--ink);
      }
      .map text {
        font: 0.71875rem var(--font-text);
        fill: var(--ink);
      }
    `,
  ];

  @property({ attribute: false }) map!: ContextMap;
  @property({ attribute: false }) chosen = "";
  /** Whether the user has changed the map, and the tiles move to their new places. */
  @property({ type: Boolean, reflect: true }) moving = false;
  @state() private width = 320;

  constructor() {
    super();
    whenResized(this, (width) => (this.width = Math.round(width) || this.width));
  }

  override render() {
    return html`${this.#window()}${this.#tiles()}`;
  }

  /** The bar, to the scale of the limit, or of the tokens used where they are more. */
  #window() {
    const { tokens, limit, threshold, draft = 0 } = this.map;
    const all = Math.max(limit, tokens + draft, 1);
    const at = (value: number) => (this.width * value) / all;
    const used = Math.max(tokens > 0 ? 2 : 0, at(tokens));
    const name = t.bar(tokens, limit, threshold);
    const label = (x: number, text: string) => {
      const isLate = x > this.width / 2;
      return svg`<text x=${isLate ? x - 4 : x + 4} y="31" text-anchor=${isLate ? "end" : "start"}>${text}</text>`;
    };
    return svg`<svg class="window" viewBox="0 0 ${this.width} 34" role="img" aria-label=${name}>
      <defs>
        <pattern id="typed" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.5" height="5" fill="var(--accent)"></rect>
        </pattern>
      </defs>
      <rect class="free" x="0.5" y="3.5" width=${this.width - 1} height="13" rx="4"></rect>
      <rect class="used" x="0" y="3" width=${used} height="14" rx="4"></rect>
      ${draft > 0 ? svg`<rect class="typed" x=${used} y="3" width=${Math.max(2, at(draft))} height="14"></rect>` : nothing}
      ${
        threshold === undefined
          ? nothing
          : svg`<line class="threshold" x1=${at(threshold)} x2=${at(threshold)} y1="0" y2="21"></line>
              ${label(at(threshold), `${t.threshold} · ${texts.compact(threshold)}`)}`
      }
      <line class="limit" x1=${at(limit) - 1} x2=${at(limit) - 1} y1="0" y2="21"></line>
      ${threshold !== undefined && threshold >= 0.4 * limit && threshold <= limit ? nothing : label(at(limit), texts.compact(limit))}
    </svg>`;
  }

  #tiles() {
    const tiles = tilesOf(this.map.blocks);
    const height = 240;
    const sizes = tiles.map(({ tokens }) => tokens);
    const rects = treemap(sizes, this.width, height);
    return svg`<svg class="map" viewBox="0 0 ${this.width} ${height}" preserveAspectRatio="none" aria-hidden="true" @click=${this.#clicked}>
      <defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="7" fill="var(--line-strong)" opacity="0.55"></rect>
        </pattern>
      </defs>
      <g class="tiles">${tiles.map((tile, nth) => this.#tile(tile, rects[nth]!))}</g>
    </svg>`;
  }

  #tile(block: MapBlock, rect: Rect) {
    const { x, y, width, height } = rect;
    const shape = (classes: string, inset = 0) =>
      svg`<rect class=${classes} x=${x + inset} y=${y + inset} width=${Math.max(0, width - 2 * inset)} height=${Math.max(0, height - 2 * inset)} rx="3"></rect>`;
    const name = shortNameOf(block);
    const isNamed = width >= NAMED.width && height >= NAMED.height;
    const letters = Math.floor((width - 12) / LETTER);
    return svg`<g data-id=${block.id}>
      <rect class="tile ${colourOf(block)}" x=${x} y=${y} width=${width} height=${height} rx="3">
        <title>${`${name}: ${t.tokens(block.tokens)}, ${percent(block.tokens, this.map.limit)}`}</title>
      </rect>
      ${block.folded ? shape("folded", 1) : nothing}${block.pinned ? shape("pinned", 2) : nothing}
      ${block.id === this.chosen ? shape("chosen", 1.5) : nothing}
      ${
        isNamed
          ? svg`<text x=${x + 6} y=${y + 15}>${name.length > letters ? `${name.slice(0, letters - 1)}…` : name}</text>
              ${height >= 38 ? svg`<text x=${x + 6} y=${y + 30}>${texts.compact(block.tokens)}</text>` : nothing}`
          : nothing
      }
    </g>`;
  }

  #clicked = ({ target }: Event): void => {
    const id = (target as Element).closest<SVGGElement>("[data-id]")?.dataset.id;
    if (id !== undefined) tell(this, "block-chosen", { id });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "map-drawing": MapDrawing;
  }
}
