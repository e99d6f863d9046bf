/** Memory files as a tree, by tier. Arrows move and fold, Enter chooses; tells `memory-chosen`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { TIERS, VIRTUAL_HOME, isVirtual } from "../core/memory-file.js";
import type { MemoryFileRow } from "../core/memory-port.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { memoryTexts } from "./memory-texts.js";
import { base } from "./theme.js";

type Group = MemoryFileRow["tier"];
const GROUPS: readonly Group[] = [...TIERS, "other"];

type Row =
  | { readonly key: string; readonly group: Group }
  | { readonly key: string; readonly file: MemoryFileRow; readonly group: Group };

@customElement("memory-tree")
export class MemoryTree extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        margin-inline: -0.5rem;
      }
      [role="treeitem"] {
        display: flex;
        align-items: baseline;
        gap: 0.45rem;
        padding: 0.25rem 0.5rem;
        border-radius: var(--radius-small);
        min-block-size: 1.75rem;
        font-size: 0.9375rem;
        cursor: pointer;
      }
      [role="treeitem"]:hover {
        background: var(--paper-hover);
      }
      [role="treeitem"]:focus-visible {
        outline-offset: -2px;
      }
      [aria-level="1"] {
        font-size: var(--small);
        font-weight: 600;
        color: var(--ink-soft);
      }
      [aria-level="2"] {
        padding-inline-start: 1.6rem;
      }
      app-icon {
        inline-size: 0.85rem;
        block-size: 0.85rem;
        align-self: center;
        color: var(--ink-faint);
        transition: transform var(--quick);
      }
      [aria-expanded="true"] > app-icon {
        transform: rotate(90deg);
      }
      .name {
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
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
  /** The one that is open. */
  @property({ attribute: false }) chosen?: string;
  @state() private folded: ReadonlySet<Group> = new Set();
  @state() private at = "";

  override render() {
    const rows = this.#rows();
    const focused = rows.some(({ key }) => key === this.at) ? this.at : rows[0]?.key;
    return html`<div role="tree" aria-label=${memoryTexts.memory.tree} @keydown=${this.#keyed}>
      ${repeat(
        rows,
        ({ key }) => key,
        (row) => this.#item(row, row.key === focused),
      )}
    </div>`;
  }

  #rows = (): readonly Row[] =>
    GROUPS.flatMap((group): readonly Row[] => {
      const files = this.files.filter(({ tier }) => tier === group);
      if (files.length === 0) return [];
      const inside = files.map((file) => ({ key: file.path, file, group }));
      return [{ key: `tier:${group}`, group }, ...(this.folded.has(group) ? [] : inside)];
    });

  #item(row: Row, focused: boolean) {
    const t = memoryTexts.memory;
    const shared = (level: number) => ({ level, tabindex: focused ? 0 : -1 });
    if (!("file" in row)) {
      const { level, tabindex } = shared(1);
      return html`<div
        role="treeitem"
        aria-level=${level}
        aria-expanded=${!this.folded.has(row.group)}
        tabindex=${tabindex}
        data-key=${row.key}
        @click=${() => this.#choose(row)}
      >
        <app-icon name="chevron-right"></app-icon>
        <span>${row.group === "other" ? t.others : t.tiers[row.group]}</span>
      </div>`;
    }
    const { level, tabindex } = shared(2);
    const { path, status, tokens, exact = false, why } = row.file;
    const words = status === "kept" ? "" : t.status[status];
    const cost = tokens === undefined ? words : t.tokens(tokens, exact);
    return html`<div
      role="treeitem"
      class=${status}
      aria-level=${level}
      aria-selected=${path === this.chosen}
      tabindex=${tabindex}
      data-key=${row.key}
      title=${why ? `${path}: ${why}` : path}
      @click=${() => this.#choose(row)}
    >
      <span class="name">${shortName(path)}</span>
      <span class="state"
        >${cost}${tokens !== undefined && words ? html`<span class="unseen">, ${words}</span>` : nothing}</span
      >
    </div>`;
  }

  #choose(row: Row): void {
    this.at = row.key;
    if ("file" in row) tell(this, "memory-chosen", { path: row.file.path });
    else this.#fold(row.group, !this.folded.has(row.group));
  }

  #fold(group: Group, isFolded: boolean): void {
    const next = new Set(this.folded);
    if (isFolded) next.add(group);
    else next.delete(group);
    this.folded = next;
  }

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    const rows = this.#rows();
    const at = rows.findIndex(({ key }) => key === (event.target as HTMLElement).dataset.key);
    const row = rows[at];
    if (!row) return;
    const isTier = !("file" in row);
    let to: Row | undefined;
    if (event.key === "ArrowDown") to = rows[at + 1];
    else if (event.key === "ArrowUp") to = rows[at - 1];
    else if (event.key === "Home") to = rows[0];
    else if (event.key === "End") to = rows.at(-1);
    else if (event.key === "ArrowRight" && isTier) {
      if (this.folded.has(row.group)) this.#fold(row.group, false);
      else to = rows[at + 1];
    } else if (event.key === "ArrowLeft") {
      if (isTier) this.#fold(row.group, true);
      else to = rows.slice(0, at).findLast((each) => !("file" in each));
    } else if (event.key === "Enter" || event.key === " ") this.#choose(row);
    else return;
    event.preventDefault();
    if (!to) return;
    this.at = to.key;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };
}

/** `~/.gemini/tmp/<id>/memory/GEMINI.md` says nothing that its tier doesn't. */
const shortName = (path: string): string =>
  isVirtual(path) ? path.replace(/^~\/\.gemini\/tmp\/[^/]+\/memory\//, "").replace(VIRTUAL_HOME, "~/.gemini/") : path;

declare global {
  interface HTMLElementTagNameMap {
    "memory-tree": MemoryTree;
  }
}
