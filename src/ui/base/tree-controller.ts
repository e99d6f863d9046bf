/**
 * The keyboard and focus of a tree: arrows, Home and End move, Right and Left open and close, Enter and Space choose.
 * Tab stops at one row only. The element draws the rows and keeps which of them are open.
 */
import { css, type ReactiveElement } from "lit";
import { repeat } from "lit/directives/repeat.js";

export interface TreeRow {
  /** Unique in the tree; the row's element carries it as `data-key`. */
  readonly key: string;
  readonly level: number;
  /** Undefined where the row has nothing to open. */
  readonly isOpen?: boolean | undefined;
}

interface Tree<Row extends TreeRow> {
  /** The rows on the screen, from top to bottom. */
  readonly rows: () => readonly Row[];
  readonly choose: (row: Row) => void;
  readonly open: (row: Row, isOpen: boolean) => void;
  /** Handles a key that only this tree knows; false if the key was not handled. */
  readonly press?: (key: string, row: Row) => boolean;
}

export class TreeController<Row extends TreeRow> {
  readonly #host: ReactiveElement;
  readonly #tree: Tree<Row>;
  #at = "";

  constructor(host: ReactiveElement, tree: Tree<Row>) {
    this.#host = host;
    this.#tree = tree;
  }

  /** The key of the row that was last moved to or chosen. */
  get at(): string {
    return this.#at;
  }

  items(item: (row: Row, tabindex: 0 | -1) => unknown) {
    const rows = this.#tree.rows();
    const focused = rows.some(({ key }) => key === this.#at) ? this.#at : rows[0]?.key;
    return repeat(
      rows,
      ({ key }) => key,
      (row) => item(row, row.key === focused ? 0 : -1),
    );
  }

  choose(row: Row): void {
    this.#moveTo(row.key);
    this.#tree.choose(row);
  }

  /** Puts the focus on a row, if it is on the screen, and on the first one otherwise. */
  async focus(key: string): Promise<void> {
    this.#moveTo(key);
    await this.#host.updateComplete;
    const item = this.#host.renderRoot.querySelector<HTMLElement>("[tabindex='0']");
    item?.focus();
    item?.scrollIntoView({ block: "nearest" });
  }

  readonly keyed = async (event: KeyboardEvent): Promise<void> => {
    const rows = this.#tree.rows();
    const at = rows.findIndex(({ key }) => key === (event.target as HTMLElement).dataset.key);
    const row = rows[at];
    if (!row) return;
    const { open, press } = this.#tree;
    let to: Row | undefined;
    if (event.key === "ArrowDown") to = rows[at + 1];
    else if (event.key === "ArrowUp") to = rows[at - 1];
    else if (event.key === "Home") to = rows[0];
    else if (event.key === "End") to = rows.at(-1);
    else if (event.key === "ArrowRight" && row.isOpen) to = rows[at + 1];
    else if (event.key === "ArrowRight" && row.isOpen === false) open(row, true);
    else if (event.key === "ArrowLeft" && row.isOpen) open(row, false);
    else if (event.key === "ArrowLeft") to = rows.slice(0, at).findLast(({ level }) => level < row.level);
    else if (event.key === "Enter" || event.key === " ") this.choose(row);
    else if (!press?.(event.key, row)) return;
    event.preventDefault();
    if (to) await this.focus(to.key);
  };

  #moveTo(key: string): void {
    this.#at = key;
    this.#host.requestUpdate();
  }
}

export const treeStyles = css`
  :host {
    display: block;
    margin-inline: -0.5rem;
  }
  [role="treeitem"] {
    display: flex;
    border-radius: var(--radius-small);
    cursor: pointer;
  }
  [role="treeitem"]:hover {
    background: var(--paper-hover);
  }
  [role="treeitem"]:focus-visible {
    outline-offset: -2px;
  }
  .fold {
    inline-size: 0.85rem;
    block-size: 0.85rem;
    flex: none;
    color: var(--ink-faint);
    transition: transform var(--quick);
  }
  [aria-expanded="true"] > .fold {
    transform: rotate(90deg);
  }
  .space {
    inline-size: 0.85rem;
    flex: none;
  }
`;
