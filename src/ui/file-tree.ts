/** A tree of files, one level read at a time. Arrows move and open, Enter chooses; tells `file-chosen`. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { FolderEntry as Entry } from "../core/agent-port.js";
import { escapePath } from "../core/at-path.js";
import { failureOf } from "../core/errors.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base } from "./theme.js";

/** A build changes files ten times a second; folders are read again no oftener than this (ms). */
const OFTEN = 200;

interface Row {
  readonly entry: Entry;
  readonly level: number;
}

@customElement("file-tree")
export class FileTree extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        margin-inline: -0.5rem;
      }
      [role="treeitem"] {
        position: relative;
        display: flex;
        align-items: center;
        gap: 0.4rem;
        padding-block: 0.2rem;
        padding-inline: 0.4rem 0.5rem;
        border-radius: var(--radius-small);
        font-size: 0.9375rem;
        cursor: pointer;
        min-block-size: 1.75rem;
      }
      [role="treeitem"]:hover {
        background: var(--paper-hover);
      }
      [role="treeitem"]:focus-visible {
        outline-offset: -2px;
      }
      app-icon {
        inline-size: 1rem;
        block-size: 1rem;
        color: var(--ink-faint);
      }
      .fold {
        inline-size: 0.85rem;
        block-size: 0.85rem;
        transition: transform var(--quick);
      }
      [aria-expanded="true"] > .fold {
        transform: rotate(90deg);
      }
      span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .ignored {
        color: var(--ink-faint);
        font-style: italic;
      }
      .space {
        inline-size: 0.85rem;
        flex: none;
      }
      p {
        padding-inline: 0.5rem;
      }
      .wrong {
        color: var(--rubric);
      }
    `,
  ];

  /** Another root is another tree. */
  @property({ attribute: false }) root = "";
  @property({ attribute: false }) name = "";
  /** Another number: what is in the folders may have changed. */
  @property({ attribute: false }) changes = 0;
  @property({ attribute: false }) list!: (path: string) => Promise<readonly Entry[]>;
  /** What is in the folders that were opened, by path. */
  @state() private known: ReadonlyMap<string, readonly Entry[]> = new Map();
  @state() private open: ReadonlySet<string> = new Set();
  @state() private at = "";
  @state() private failure = "";
  #checking?: ReturnType<typeof setTimeout>;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#checking);
    this.#checking = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("changes") && this.hasUpdated) this.#checking ??= setTimeout(this.#check, OFTEN);
    if (!changed.has("root")) return;
    this.known = new Map();
    this.open = new Set();
    void this.#load("");
  }

  override render() {
    const rows = this.#rows("", 0);
    const top = this.known.get("");
    const focused = rows.some(({ entry }) => entry.path === this.at) ? this.at : rows[0]?.entry.path;
    return html`
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      ${top ? nothing : this.failure ? nothing : html`<p class="quiet">${texts.inspector.loading}</p>`}
      ${top?.length === 0 ? html`<p class="quiet">${texts.inspector.emptyFolder}</p>` : nothing}
      ${
        rows.length === 0
          ? nothing
          : html`<div role="tree" aria-label=${texts.inspector.files(this.name)} @keydown=${this.#keyed}>
              ${repeat(
                rows,
                ({ entry }) => entry.path,
                (row) => this.#item(row, row.entry.path === focused),
              )}
            </div>`
      }
    `;
  }

  #item({ entry, level }: Row, focused: boolean) {
    const folder = entry.kind === "folder";
    const open = this.open.has(entry.path);
    return html`<div
      role="treeitem"
      aria-level=${level + 1}
      aria-expanded=${folder ? open : nothing}
      aria-selected=${entry.path === this.at}
      tabindex=${focused ? 0 : -1}
      data-path=${entry.path}
      class=${entry.ignored ? "ignored" : ""}
      draggable="true"
      @dragstart=${(event: DragEvent) =>
        event.dataTransfer?.setData("text/plain", texts.viewer.mention(escapePath(entry.path)))}
      @click=${() => this.#choose(entry)}
    >
      ${indent(level)}${folder ? html`<app-icon class="fold" name="chevron-right"></app-icon>` : html`<i class="space"></i>`}
      <app-icon name=${folder ? (open ? "folder-open" : "folder") : "file-text"}></app-icon>
      <span dir="auto"
        >${entry.name}${entry.ignored ? html`<span class="unseen"> (${texts.viewer.ignored})</span>` : nothing}</span
      >
    </div>`;
  }

  #rows(path: string, level: number): Row[] {
    return (this.known.get(path) ?? []).flatMap((entry) => [
      { entry, level },
      ...(this.open.has(entry.path) ? this.#rows(entry.path, level + 1) : []),
    ]);
  }

  #choose(entry: Entry): void {
    this.at = entry.path;
    if (entry.kind === "file") tell(this, "file-chosen", { path: entry.path });
    else this.#fold(entry.path, !this.open.has(entry.path));
  }

  #fold(path: string, open: boolean): void {
    const next = new Set(this.open);
    if (open) next.add(path);
    else next.delete(path);
    this.open = next;
    if (open && !this.known.has(path)) void this.#load(path);
  }

  async #load(path: string): Promise<void> {
    const { root } = this;
    this.failure = "";
    try {
      const entries = await this.list(path);
      if (root === this.root) this.known = new Map(this.known).set(path, entries);
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  }

  /** Reads the folders again that are on the screen; one that is gone stays as it was, until its parent says so. */
  #check = async (): Promise<void> => {
    this.#checking = undefined;
    const { root } = this;
    const isShown = (path: string) => path === "" || this.open.has(path);
    const paths = [...this.known.keys()].filter(isShown);
    const read = await Promise.allSettled(paths.map((path) => this.list(path)));
    if (root !== this.root) return;
    // What is folded may be another by now: it is read when it is opened again.
    const known = new Map([...this.known].filter(([path]) => isShown(path)));
    for (const [at, path] of paths.entries()) {
      const listed = read[at]!;
      if (listed.status === "fulfilled" && known.has(path)) known.set(path, listed.value);
    }
    this.known = known;
  };

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    const rows = this.#rows("", 0);
    const path = (event.target as HTMLElement).dataset.path;
    const at = rows.findIndex(({ entry }) => entry.path === path);
    const row = rows[at];
    if (!row) return;
    const { entry } = row;
    const isOpen = this.open.has(entry.path);
    let to: Row | undefined;
    if (event.key === "ArrowDown") to = rows[at + 1];
    else if (event.key === "ArrowUp") to = rows[at - 1];
    else if (event.key === "Home") to = rows[0];
    else if (event.key === "End") to = rows.at(-1);
    else if (event.key === "ArrowRight" && entry.kind === "folder") {
      if (isOpen) to = rows[at + 1];
      else this.#fold(entry.path, true);
    } else if (event.key === "ArrowLeft") {
      if (isOpen) this.#fold(entry.path, false);
      else to = rows.slice(0, at).findLast(({ level }) => level < row.level);
    } else if (event.key === "Enter" || event.key === " ") this.#choose(entry);
    else return;
    event.preventDefault();
    if (!to) return;
    this.at = to.entry.path;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };
}

const indent = (level: number) => Array.from({ length: level }, () => html`<i class="space"></i>`);

declare global {
  interface HTMLElementTagNameMap {
    "file-tree": FileTree;
  }
}
