/**
 * The blocks of the next request as a tree. Arrows move and open, Enter chooses, P pins, F folds, Delete removes. Tells `block-chosen`,
 * `block-opened` and `context-change-asked`.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { MapBlock } from "../../core/measure/context-map.js";
import "../base/app-icon.js";
import { TreeController, treeStyles, type TreeRow } from "../base/tree-controller.js";
import { changeFor } from "./map-block-changes.js";
import { tell } from "../base/events.js";
import { blocksInOrder, blockName, percent, accessibleName } from "./map-blocks.js";
import { mapColours } from "./map-styles.js";
import { texts } from "../base/texts.js";
import { base, scroller } from "../base/theme.js";

interface Row extends TreeRow {
  readonly block: MapBlock;
}

@customElement("block-tree")
export class BlockTree extends LitElement {
  static override styles = [
    base,
    scroller,
    mapColours,
    treeStyles,
    css`
      [role="tree"] {
        max-block-size: 24rem;
      }
      [role="treeitem"] {
        align-items: center;
        gap: 0.45rem;
        min-block-size: 1.85rem;
        padding-inline: 0.4rem 0.5rem;
        font-size: var(--small);
      }
      [aria-selected="true"] {
        background: var(--accent-wash);
      }
      .name {
        flex: 1;
      }
      .figure {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .share {
        inline-size: 2.9rem;
        text-align: end;
        color: var(--ink-soft);
      }
      .mark {
        inline-size: 0.9rem;
        block-size: 0.9rem;
        flex: none;
        color: var(--gold);
      }
      /* Text of the conversation is on the page once: the browser's search must find it there, and not here. */
      [data-words]::before {
        content: attr(data-words);
        unicode-bidi: plaintext;
      }
      .removed .name {
        text-decoration: line-through;
        color: var(--ink-soft);
      }
    `,
  ];

  @property({ attribute: false }) blocks: readonly MapBlock[] = [];
  @property({ attribute: false }) label = "";
  @property({ attribute: false }) limit = 0;
  @property({ type: Boolean }) bySize = false;
  @property({ attribute: false }) opened: ReadonlySet<string> = new Set();
  @property({ attribute: false }) chosen = "";
  /** Whether nothing can be changed now. */
  @property({ type: Boolean }) locked = false;
  readonly #tree = new TreeController<Row>(this, {
    rows: () => this.#rows(this.blocks, 0),
    choose: ({ key }) => tell(this, "block-chosen", { id: key }),
    open: ({ key }, isOpen) => tell(this, "block-opened", { id: key, open: isOpen }),
    press: (key, { block }) => this.#changed(key, block),
  });

  /** Puts the focus on a block, if it is on the screen. */
  focusBlock(id: string): Promise<void> {
    return this.#tree.focus(id);
  }

  override render() {
    return html`<div role="tree" class="scroller" aria-label=${this.label} @keydown=${this.#keyed}>
      ${this.#tree.items(this.#item)}
    </div>`;
  }

  #item = (row: Row, tabindex: 0 | -1) => {
    const { block, level, isOpen } = row;
    const { id, kind, tokens, pinned, folded, removed } = block;
    return html`<div
      role="treeitem"
      aria-level=${level + 1}
      aria-expanded=${isOpen ?? nothing}
      aria-selected=${id === this.chosen}
      tabindex=${tabindex}
      data-key=${id}
      class=${removed ? "removed" : ""}
      aria-label=${accessibleName(block, this.limit)}
      @click=${() => this.#tree.choose(row)}
    >
      ${Array.from({ length: level }, () => html`<i class="space"></i>`)}
      ${
        isOpen === undefined
          ? html`<i class="space"></i>`
          : html`<app-icon
              class="fold"
              name="chevron-right"
              @click=${(event: Event) => this.#toggle(event, row)}
            ></app-icon>`
      }
      <i class="swatch ${kind}"></i>
      <span class="name ellipsis" aria-hidden="true" data-words=${blockName(block)}></span>
      ${folded ? html`<app-icon class="mark" name="chevron-down"></app-icon>` : nothing}
      ${pinned ? html`<app-icon class="mark" name="pin"></app-icon>` : nothing}
      <span class="figure" aria-hidden="true" data-words=${texts.number(tokens)}></span>
      <span class="figure share" aria-hidden="true" data-words=${removed ? "" : percent(tokens, this.limit)}></span>
    </div>`;
  };

  #rows(blocks: readonly MapBlock[], level: number): Row[] {
    return blocksInOrder(blocks, this.bySize).flatMap((block) => {
      const isOpen = opens(block) ? this.opened.has(block.id) : undefined;
      const row = { key: block.id, level, isOpen, block };
      return isOpen ? [row, ...this.#rows(block.blocks ?? [], level + 1)] : [row];
    });
  }

  #toggle(event: Event, { key, isOpen }: Row): void {
    event.stopPropagation();
    tell(this, "block-opened", { id: key, open: !isOpen });
  }

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) await this.#tree.keyed(event);
  };

  #changed(key: string, block: MapBlock): boolean {
    const what = { p: "pin", f: "fold", delete: "remove" } as const;
    const change = changeFor(block, what[key.toLowerCase() as keyof typeof what]);
    if (change && !this.locked) tell(this, "context-change-asked", change);
    return change !== undefined;
  }
}

const opens = ({ kind, blocks }: MapBlock): boolean =>
  (blocks?.length ?? 0) > 0 || kind === "turns" || kind === "turn" || kind === "steps";

declare global {
  interface HTMLElementTagNameMap {
    "block-tree": BlockTree;
  }
}
