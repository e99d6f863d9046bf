/** The files of the Workspace: a tree that reads a folder when it is opened, and a file to look at. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { FileView, WorkspaceView } from "../core/agent-port.js";
import { failureOf } from "../core/errors.js";
import type { Entry } from "../core/workspace.js";
import "./app-icon.js";
import "./file-tree.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons } from "./theme.js";

export interface FilePlace {
  readonly path: string;
  readonly line?: number;
}

@customElement("files-panel")
export class FilesPanel extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: grid;
        gap: 0.75rem;
      }
      .back {
        justify-self: start;
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
        margin-inline-start: -0.6rem;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      h3 {
        font: 600 0.9375rem / 1.4 var(--font-text);
        overflow-wrap: anywhere;
      }
      pre {
        margin: 0;
        padding: 0.75rem;
        background: var(--paper-sunken);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font: 0.8125rem / 1.55 var(--font-code);
        overflow: auto;
        scrollbar-width: thin;
        tab-size: 4;
      }
      .wrong {
        color: var(--rubric);
      }
    `,
  ];

  @property({ attribute: false }) workspace?: WorkspaceView;
  @property({ attribute: false }) list!: (path: string) => Promise<readonly Entry[]>;
  @property({ attribute: false }) read!: (path: string) => Promise<FileView>;
  /** A place that a link named; the same one again is another object, and is shown again. */
  @property({ attribute: false }) place?: FilePlace;
  @state() private file?: FileView;
  @state() private failure = "";

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("place") && this.place) void this.#show(this.place);
  }

  override render() {
    const { workspace, file } = this;
    const t = texts.inspector;
    if (!workspace)
      return html`<p>${t.noFolder}</p>
        <p class="quiet">${t.noFolderHow}</p>`;
    if (workspace.locked) return this.#locked(workspace);
    return html`
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      ${file ? this.#file(file) : nothing}
      <file-tree
        ?hidden=${file !== undefined}
        .root=${workspace.id}
        .name=${workspace.name}
        .list=${this.list}
        @file-chosen=${this.#chosen}
      ></file-tree>
    `;
  }

  #locked = (workspace: WorkspaceView) =>
    html`<p>${texts.inspector.locked(workspace.name)}</p>
      <button class="outlined" @click=${() => tell(this, "folder-regain-asked", { workspace })}>
        ${texts.header.unlock(workspace.name)}
      </button>`;

  #file = (file: FileView) =>
    html`<button class="back" @click=${() => (this.file = undefined)}>
        <app-icon name="undo"></app-icon>${texts.inspector.closeFile}
      </button>
      <h3>${file.path}</h3>
      <p class="quiet">${texts.inspector.bytes(file.size)}${file.notice ? ` · ${file.notice}` : nothing}</p>
      ${
        file.text === undefined
          ? nothing
          : html`<pre tabindex="0" role="group" aria-label=${texts.inspector.fileText}>${file.text}</pre>`
      }`;

  #chosen = (event: CustomEvent<{ path: string }>): Promise<void> => this.#show(event.detail);

  async #show({ path, line }: FilePlace): Promise<void> {
    this.failure = "";
    try {
      this.file = await this.read(path);
    } catch (error) {
      this.failure = failureOf(error).message;
      return;
    }
    await this.updateComplete;
    if (line !== undefined) this.#scrollTo(line);
  }

  /** Lines are of one height: they do not wrap. */
  #scrollTo(line: number): void {
    const pre = this.renderRoot.querySelector("pre");
    const text = this.file?.text;
    if (!pre || !text) return;
    const height = pre.scrollHeight / text.split("\n").length;
    const scroller = this.parentElement ?? pre;
    scroller.scrollTop = Math.max(0, pre.offsetTop + height * (line - 4));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "files-panel": FilesPanel;
  }
}
