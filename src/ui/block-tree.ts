/**
 * The blocks of the next request as a tree. Arrows move and open, Enter chooses, P pins, F folds, Delete takes out. Tells
 * `block-chosen`, `block-opened` and `context-change-asked`.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { MapBlock } from "../core/context-map.js";
import "./app-icon.js";
import { changeFor } from "./block-changes.js";
import { tell } from "./events.js";
import { inOrder, nameOf, percent, spokenName } from "./map-blocks.js";
import { mapColours } from "./map-styles.js";
import { texts } from "./texts.js";
import { base, scroller } from "./theme.js";

interface Row {
  readonly block: MapBlock;
  readonly level: number;
}

@customElement("block-tree")
export class BlockTree extends LitElement {
  static override styles = [
    base,
    scroller,
    mapColours,
    css`
      :host {
        display: block;
        margin-inline: -0.5rem;
      }
      [role="tree"] {
        max-block-size: 24rem;
      }
      [role="treeitem"] {
        display: flex;
        align-items: center;
        gap: 0.45rem;
        min-block-size: 1.85rem;
        padding-inline: 0.4rem 0.5rem;
        border-radius: var(--radius-small);
        font-size: var(--small);
        cursor: pointer;
      }
      [role="treeitem"]:hover {
        background: var(--paper-hover);
      }
      [aria-selected="true"] {
        background: var(--accent-wash);
      }
      [role="treeitem"]:focus-visible {
        outline-offset: -2px;
      }
      .name {
        flex: 1;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .figure {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .share {
        inline-size: 2.9rem;
        text-align: end;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .open {
        inline-size: 0.85rem;
        block-size: 0.85rem;
        flex: none;
        color: var(--ink-faint);
        transition: transform var(--quick);
      }
      [aria-expanded="true"] > .open {
        transform: rotate(90deg);
      }
      .space {
        inline-size: 0.85rem;
        flex: none;
      }
      .mark {
        inline-size: 0.9rem;
        block-size: 0.9rem;
        flex: none;
        color: var(--gold);
      }
      /* Words of the conversation stand on the page once: who looks for them there is led to the conversation, not here. */
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
  @state() private at = "";

  /** Puts the focus on a block, if it is on the screen. */
  async focusBlock(id: string): Promise<void> {
    this.at = id;
    await this.updateComplete;
    const item = this.renderRoot.querySelector<HTMLElement>("[tabindex='0']");
    item?.focus();
    item?.scrollIntoView({ block: "nearest" });
  }

  override render() {
    const rows = this.#rows(this.blocks, 0);
    const focused = rows.some(({ block }) => block.id === this.at) ? this.at : rows[0]?.block.id;
    return html`<div role="tree" class="scroller" aria-label=${this.label} @keydown=${this.#keyed}>
      ${repeat(
        rows,
        ({ block }) => block.id,
        (row) => this.#item(row, row.block.id === focused),
      )}
    </div>`;
  }

  #item({ block, level }: Row, focused: boolean) {
    const { id, kind, tokens, pinned, folded, removed } = block;
    const canOpen = opens(block);
    return html`<div
      role="treeitem"
      aria-level=${level + 1}
      aria-expanded=${canOpen ? this.opened.has(id) : nothing}
      aria-selected=${id === this.chosen}
      tabindex=${focused ? 0 : -1}
      data-id=${id}
      class=${removed ? "removed" : ""}
      aria-label=${spokenName(block, this.limit)}
      @click=${() => this.#clicked(block)}
    >
      ${Array.from({ length: level }, () => html`<i class="space"></i>`)}
      ${
        canOpen
          ? html`<app-icon
              class="open"
              name="chevron-right"
              @click=${(event: Event) => this.#toggle(event, block)}
            ></app-icon>`
          : html`<i class="space"></i>`
      }
      <i class="swatch ${kind}"></i>
      <span class="name" aria-hidden="true" data-words=${nameOf(block)}></span>
      ${folded ? html`<app-icon class="mark" name="chevron-down"></app-icon>` : nothing}
      ${pinned ? html`<app-icon class="mark" name="pin"></app-icon>` : nothing}
      <span class="figure" aria-hidden="true" data-words=${texts.number(tokens)}></span>
      <span class="share" aria-hidden="true" data-words=${removed ? "" : percent(tokens, this.limit)}></span>
    </div>`;
  }

  #rows(blocks: readonly MapBlock[], level: number): Row[] {
    return inOrder(blocks, this.bySize).flatMap((block) => [
      { block, level },
      ...(this.opened.has(block.id) ? this.#rows(block.blocks ?? [], level + 1) : []),
    ]);
  }

  #clicked(block: MapBlock): void {
    this.at = block.id;
    tell(this, "block-chosen", { id: block.id });
  }

  #toggle(event: Event, { id }: MapBlock): void {
    event.stopPropagation();
    tell(this, "block-opened", { id, open: !this.opened.has(id) });
  }

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.#rows(this.blocks, 0);
    const at = rows.findIndex(({ block }) => block.id === (event.target as HTMLElement).dataset.id);
    const row = rows[at];
    if (!row) return;
    const { block } = row;
    const isOpen = this.opened.has(block.id);
    let to: Row | undefined;
    if (event.key === "ArrowDown") to = rows[at + 1];
    else if (event.key === "ArrowUp") to = rows[at - 1];
    else if (event.key === "Home") to = rows[0];
    else if (event.key === "End") to = rows.at(-1);
    else if (event.key === "ArrowRight" && opens(block)) {
      if (isOpen) to = rows[at + 1];
      else tell(this, "block-opened", { id: block.id, open: true });
    } else if (event.key === "ArrowLeft") {
      if (isOpen) tell(this, "block-opened", { id: block.id, open: false });
      else to = rows.slice(0, at).findLast(({ level }) => level < row.level);
    } else if (event.key === "Enter" || event.key === " ") this.#clicked(block);
    else if (!this.#changed(event.key, block)) return;
    event.preventDefault();
    if (to) await this.focusBlock(to.block.id);
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
