/** A tree of files, one level read at a time. Arrows move and open, Enter chooses; tells `file-chosen`. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { FolderEntry as Entry, FolderPort } from "../../core/port/folder-port.js";
import { escapePath } from "../../core/files/at-path.js";
import { failureOf } from "../../core/errors.js";
import "../base/app-icon.js";
import { TreeController, treeStyles, type TreeRow } from "../base/tree-controller.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";
import { viewerTexts } from "./viewer-texts.js";

/** Milliseconds between two readings of the folders at least: a build changes files ten times a second. */
const OFTEN = 200;

interface Row extends TreeRow {
  readonly entry: Entry;
}

@customElement("file-tree")
class FileTree extends LitElement {
  static override styles = [
    base,
    treeStyles,
    css`
      [role="treeitem"] {
        position: relative;
        align-items: center;
        gap: 0.4rem;
        padding-block: 0.2rem;
        padding-inline: 0.4rem 0.5rem;
        font-size: 0.9375rem;
        min-block-size: 1.75rem;
      }
      .kind {
        inline-size: 1rem;
        block-size: 1rem;
        color: var(--ink-faint);
      }
      .ignored {
        color: var(--ink-faint);
        font-style: italic;
      }
      p {
        padding-inline: 0.5rem;
      }
    `,
  ];

  /** The id of the Workspace: another one is another tree. */
  @property({ attribute: false }) root = "";
  @property({ attribute: false }) name = "";
  /** A counter of changes: another number means that folders may have changed. */
  @property({ attribute: false }) changes = 0;
  @property({ attribute: false }) folder!: FolderPort;
  /** The entries of the folders that were opened, by path. */
  @state() private known: ReadonlyMap<string, readonly Entry[]> = new Map();
  @state() private open: ReadonlySet<string> = new Set();
  @state() private failure = "";
  #checking?: ReturnType<typeof setTimeout>;
  readonly #tree = new TreeController<Row>(this, {
    rows: () => this.#rows("", 0),
    choose: ({ entry: { kind, path } }) => {
      if (kind === "file") tell(this, "file-chosen", { path });
      else this.#fold(path, !this.open.has(path));
    },
    open: ({ entry }, isOpen) => this.#fold(entry.path, isOpen),
  });

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
    const top = this.known.get("");
    return html`
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      ${top || this.failure ? nothing : html`<p class="quiet">${texts.inspector.loading}</p>`}
      ${top?.length === 0 ? html`<p class="quiet">${texts.inspector.emptyFolder}</p>` : nothing}
      ${
        top?.length
          ? html`<div role="tree" aria-label=${texts.inspector.files(this.name)} @keydown=${this.#tree.keyed}>
              ${this.#tree.items(this.#item)}
            </div>`
          : nothing
      }
    `;
  }

  #item = (row: Row, tabindex: 0 | -1) => {
    const { entry, level, isOpen } = row;
    const isFolder = isOpen !== undefined;
    return html`<div
      role="treeitem"
      aria-level=${level + 1}
      aria-expanded=${isOpen ?? nothing}
      aria-selected=${entry.path === this.#tree.at}
      tabindex=${tabindex}
      data-key=${entry.path}
      class=${entry.ignored ? "ignored" : ""}
      draggable="true"
      @dragstart=${(event: DragEvent) =>
        event.dataTransfer?.setData("text/plain", viewerTexts.mention(escapePath(entry.path)))}
      @click=${() => this.#tree.choose(row)}
    >
      ${indent(level)}${isFolder ? html`<app-icon class="fold" name="chevron-right"></app-icon>` : html`<i class="space"></i>`}
      <app-icon class="kind" name=${isFolder ? (isOpen ? "folder-open" : "folder") : "file-text"}></app-icon>
      <span class="ellipsis" dir="auto"
        >${entry.name}${entry.ignored ? html`<span class="unseen"> (${viewerTexts.ignored})</span>` : nothing}</span
      >
    </div>`;
  };

  #rows(path: string, level: number): Row[] {
    return (this.known.get(path) ?? []).flatMap((entry) => {
      const isOpen = entry.kind === "folder" ? this.open.has(entry.path) : undefined;
      const row = { key: entry.path, level, isOpen, entry };
      return isOpen ? [row, ...this.#rows(entry.path, level + 1)] : [row];
    });
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
      const entries = await this.folder.list(path);
      if (root === this.root) this.known = new Map(this.known).set(path, entries);
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  }

  /** Reads the folders on the screen again. A folder that cannot be read stays as it was until its parent lists it no more. */
  #check = async (): Promise<void> => {
    this.#checking = undefined;
    const { root } = this;
    const isShown = (path: string) => path === "" || this.open.has(path);
    const paths = [...this.known.keys()].filter(isShown);
    const read = await Promise.allSettled(paths.map((path) => this.folder.list(path)));
    if (root !== this.root) return;
    // Folders that are closed are read when they are opened again.
    const known = new Map([...this.known].filter(([path]) => isShown(path)));
    for (const [at, path] of paths.entries()) {
      const listed = read[at]!;
      if (listed.status === "fulfilled" && known.has(path)) known.set(path, listed.value);
    }
    this.known = known;
  };
}

const indent = (level: number) => Array.from({ length: level }, () => html`<i class="space"></i>`);

declare global {
  interface HTMLElementTagNameMap {
    "file-tree": FileTree;
  }
}
