/** Memory files as a tree, by tier. Arrows move and fold, Enter chooses; tells `memory-chosen`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { TIERS, VIRTUAL_HOME, isVirtual } from "../../core/memory/memory-file.js";
import type { MemoryFileRow } from "../../core/port/memory-port.js";
import "../base/app-icon.js";
import { TreeController, treeStyles, type TreeRow } from "../base/tree-controller.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base } from "../base/theme.js";

type Group = MemoryFileRow["tier"];
const GROUPS: readonly Group[] = [...TIERS, "other"];

/** A tier, or a file of one. */
interface Row extends TreeRow {
  readonly group: Group;
  readonly file?: MemoryFileRow;
}

@customElement("memory-tree")
class MemoryTree extends LitElement {
  static override styles = [
    base,
    treeStyles,
    css`
      [role="treeitem"] {
        align-items: baseline;
        gap: 0.45rem;
        padding: 0.25rem 0.5rem;
        min-block-size: 1.75rem;
        font-size: 0.9375rem;
      }
      [aria-level="1"] {
        font-size: var(--small);
        font-weight: 600;
        color: var(--ink-soft);
      }
      [aria-level="2"] {
        padding-inline-start: 1.6rem;
      }
      .fold {
        align-self: center;
      }
      .name {
        direction: ltr;
      }
      .state {
        flex: none;
        margin-inline-start: auto;
        font-size: var(--small);
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .missing .name,
      .skipped .name {
        color: var(--ink-faint);
        font-style: italic;
      }
    `,
  ];
  @property({ attribute: false }) files: readonly MemoryFileRow[] = [];
  /** The path of the file that is open. */
  @property({ attribute: false }) chosen?: string;
  @state() private folded: ReadonlySet<Group> = new Set();
  readonly #tree = new TreeController<Row>(this, {
    rows: () => this.#rows(),
    choose: ({ group, file, isOpen }) => {
      if (file) tell(this, "memory-chosen", { path: file.path });
      else this.#fold(group, isOpen === true);
    },
    open: ({ group }, isOpen) => this.#fold(group, !isOpen),
  });

  override render() {
    return html`<div role="tree" aria-label=${memoryTexts.memory.tree} @keydown=${this.#tree.keyed}>
      ${this.#tree.items((row, tabindex) =>
        row.file ? this.#fileItem(row, row.file, tabindex) : this.#tierItem(row, tabindex),
      )}
    </div>`;
  }

  #rows(): readonly Row[] {
    return GROUPS.flatMap((group): readonly Row[] => {
      const files = this.files.filter(({ tier }) => tier === group);
      if (files.length === 0) return [];
      const isOpen = !this.folded.has(group);
      const tier = { key: `tier:${group}`, level: 1, isOpen, group };
      return isOpen ? [tier, ...files.map((file) => ({ key: file.path, level: 2, group, file }))] : [tier];
    });
  }

  #tierItem(row: Row, tabindex: 0 | -1) {
    const { others, tiers } = memoryTexts.memory;
    return html`<div
      role="treeitem"
      aria-level=${row.level}
      aria-expanded=${row.isOpen ?? nothing}
      tabindex=${tabindex}
      data-key=${row.key}
      @click=${() => this.#tree.choose(row)}
    >
      <app-icon class="fold" name="chevron-right"></app-icon>
      <span>${row.group === "other" ? others : tiers[row.group]}</span>
    </div>`;
  }

  #fileItem(row: Row, { path, status, tokens, exact = false, why }: MemoryFileRow, tabindex: 0 | -1) {
    const t = memoryTexts.memory;
    const words = status === "kept" ? "" : t.status[status];
    const cost = tokens === undefined ? words : t.tokens(tokens, exact);
    return html`<div
      role="treeitem"
      class=${status}
      aria-level=${row.level}
      aria-selected=${path === this.chosen}
      tabindex=${tabindex}
      data-key=${row.key}
      title=${why ? `${path}: ${why}` : path}
      @click=${() => this.#tree.choose(row)}
    >
      <span class="name ellipsis">${shortName(path)}</span>
      <span class="state"
        >${cost}${tokens !== undefined && words ? html`<span class="unseen">, ${words}</span>` : nothing}</span
      >
    </div>`;
  }

  #fold(group: Group, isFolded: boolean): void {
    const next = new Set(this.folded);
    if (isFolded) next.add(group);
    else next.delete(group);
    this.folded = next;
  }
}

/** The path without the folder of its tier: `~/.gemini/tmp/<id>/memory/` says nothing that the tier doesn't. */
const shortName = (path: string): string =>
  isVirtual(path) ? path.replace(/^~\/\.gemini\/tmp\/[^/]+\/memory\//, "").replace(VIRTUAL_HOME, "~/.gemini/") : path;

declare global {
  interface HTMLElementTagNameMap {
    "memory-tree": MemoryTree;
  }
}
