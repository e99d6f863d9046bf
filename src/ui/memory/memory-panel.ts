/**
 * Memories (M10): the files as a tree by tier; and the chosen file as a text to edit, as lines with their marks, as the Model is sent it,
 * or with its history.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { failureOf } from "../../core/errors.js";
import { VIRTUAL_HOME, isVirtual } from "../../core/memory/memory-file.js";
import type { MemoryFolderPicker, MemoryFileRow, MemoryFileView, MemoryPort } from "../../core/port/memory-port.js";
import type { MemoryView } from "../../core/memory/memory.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import { choiceButtons } from "../base/choice-buttons.js";
import type { UiEvent } from "../base/events.js";
import "./memory-editor.js";
import type { MemoryEditor } from "./memory-editor.js";
import "./memory-history.js";
import "./memory-lines.js";
import { memoryTexts } from "./memory-texts.js";
import "./memory-transfer.js";
import "./memory-tree.js";
import { base, buttons, fields } from "../base/theme.js";

type View = keyof typeof memoryTexts.memory.views;
const VIEWS = Object.keys(memoryTexts.memory.views) as View[];
/** Milliseconds between two readings at least: several files may be written at once. */
const OFTEN = 100;

@customElement("memory-panel")
class MemoryPanel extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.7rem;
      }
      :host(.open) {
        min-block-size: 100%;
      }
      .list:not([hidden]) {
        display: grid;
        gap: 0.7rem;
        grid-template-columns: minmax(0, 1fr);
      }
      .back {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
        margin-inline: -0.6rem auto;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      form input {
        flex: 1 1 10rem;
        inline-size: auto;
      }
      h3 {
        font: 600 0.9375rem / 1.4 var(--font-code);
        overflow-wrap: anywhere;
      }
      pre {
        margin: 0;
        padding: 0.7rem 0.8rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper-sunken);
        font: 0.8125rem / 1.55 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        max-block-size: 60dvh;
        overflow: auto;
      }
      ul.problems :is(li, button) {
        overflow-wrap: anywhere;
        font-size: var(--small);
        text-align: start;
      }
      ul.problems button {
        min-block-size: 1.75rem;
        margin-inline: -0.5rem;
        padding: 0.1rem 0.5rem;
        color: inherit;
        text-decoration: underline;
      }
    `,
  ];
  @property({ attribute: false }) memories!: MemoryPort;
  @property({ attribute: false }) picker?: MemoryFolderPicker;
  /** A counter of changes: another number means that Memories may have changed. */
  @property({ attribute: false }) changes = 0;
  /** A file to show, from a link; another object with the same path shows it again. */
  @property({ attribute: false }) place?: { readonly path: string; readonly line?: number };
  @state() private files?: readonly MemoryFileRow[];
  @state() private sent?: MemoryView;
  @state() private file?: MemoryFileView;
  @state() private view: View = "edit";
  @state() private failure = "";
  @state() private announced = "";
  @state() private isCreating = false;
  @query("memory-editor") private readonly editor?: MemoryEditor;
  #looking?: ReturnType<typeof setTimeout>;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("focus", this.#look);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("focus", this.#look);
    clearTimeout(this.#looking);
    this.#looking = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("changes") || changed.has("memories"))
      this.#looking ??= setTimeout(this.#look, this.files ? OFTEN : 0);
    if (changed.has("place") && this.place) void this.#open(this.place.path, this.place.line);
    this.classList.toggle("open", this.file !== undefined);
  }

  override render() {
    const t = memoryTexts.memory;
    return html`
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      <span class="unseen" role="status">${this.announced}</span>
      ${this.files ? nothing : html`<p class="quiet">${t.loading}</p>`} ${this.file ? this.#shown(this.file) : nothing}
      <div class="list" ?hidden=${this.file !== undefined}>${this.files ? this.#list(this.files) : nothing}</div>
    `;
  }

  #list(files: readonly MemoryFileRow[]) {
    const t = memoryTexts.memory;
    const isBlank = files.every(({ status }) => status === "missing");
    return html`${isBlank ? html`<p class="quiet">${t.none}</p>` : nothing}
      <memory-tree
        .files=${files}
        @memory-chosen=${(event: UiEvent<"memory-chosen">) => this.#open(event.detail.path)}
      ></memory-tree>
      ${this.sent && this.sent.tokens > 0 ? html`<p class="quiet">${t.total(this.sent.tokens, this.sent.exact)}</p>` : nothing}
      ${this.#problems()}
      <div class="buttons small">
        <button class="outlined" aria-expanded=${this.isCreating} @click=${this.#create}>${t.create}</button>
        <button class="outlined" @click=${this.#refresh}>${t.refresh}</button>
        <memory-transfer
          .memories=${this.memories}
          .picker=${this.picker}
          @memory-failed=${this.#failed}
          @memory-saved=${this.#look}
        ></memory-transfer>
      </div>
      ${
        this.isCreating
          ? html`<form class="buttons small" @submit=${this.#created}>
              <input
                name="path"
                required
                autocomplete="off"
                spellcheck="false"
                aria-label=${t.createName}
                placeholder=${t.createExample}
              />
              <button class="primary">${t.createIt}</button>
              <button type="button" class="outlined" @click=${this.#create}>${t.cancel}</button>
            </form>`
          : nothing
      }`;
  }

  /** One warning for all problems; a failed import leads to its line (M3). */
  #problems() {
    const t = memoryTexts.memory;
    const { notices = [], problems = [] } = this.sent ?? {};
    const count = notices.length + problems.length;
    if (count === 0) return nothing;
    return html`<details>
      <summary>${t.problems} (${count})</summary>
      <ul class="problems">
        ${notices.map((notice) => html`<li dir="auto">${notice}</li>`)}
        ${problems.map(
          ({ path, line, said, why }) =>
            html`<li>
              <button dir="auto" title=${t.importShow} @click=${() => this.#open(path, line)}>
                ${revealed(t.importFailed(path, line, said, why))}
              </button>
            </li>`,
        )}
      </ul>
    </details>`;
  }

  #shown(file: MemoryFileView) {
    const t = memoryTexts.memory;
    return html`<div class="buttons">
        <button class="back" @click=${this.#back}><app-icon name="undo"></app-icon>${t.back}</button>
        <button class="outlined small" title=${t.undoHow} ?disabled=${!canUndo(file)} @click=${this.#undo}>
          ${t.undo}
        </button>
        ${
          isVirtual(file.path)
            ? html`<button class="outlined small" ?disabled=${file.text === undefined} @click=${this.#remove}>
                ${t.remove}
              </button>`
            : nothing
        }
      </div>
      <h3 dir="ltr">${file.path}</h3>
      <div class="choices buttons small" role="group" aria-label=${t.view}>
        ${choiceButtons(VIEWS, { labels: t.views, chosen: this.view, choose: (view) => (this.view = view) })}
      </div>
      <memory-editor
        ?hidden=${this.view !== "edit"}
        .memories=${this.memories}
        .path=${file.path}
        .text=${file.text}
        @memory-failed=${this.#failed}
        @memory-saved=${this.#saved}
      ></memory-editor>
      ${this.#view(file)}`;
  }

  #view(file: MemoryFileView) {
    switch (this.view) {
      case "edit":
        return nothing;
      case "lines":
        return html`<memory-lines
          .file=${file}
          .memories=${this.memories}
          @memory-failed=${this.#failed}
          @memory-saved=${this.#look}
        ></memory-lines>`;
      case "history":
        return html`<memory-history
          .path=${file.path}
          .versions=${file.versions}
          @version-restored=${this.#restored}
        ></memory-history>`;
      case "sent": {
        const text = this.sent?.text ?? "";
        const t = memoryTexts.memory;
        return text.includes(file.path)
          ? html`<pre tabindex="0" role="region" aria-label=${t.sentAll} dir="auto">${text}</pre>`
          : html`<p class="quiet">${t.sentNothing}</p>`;
      }
    }
  }

  /** Reads the list of files, the loaded Memories and the open file again. A text that is being typed stays. */
  #look = async (): Promise<void> => {
    this.#looking = undefined;
    const { memories, file } = this;
    try {
      const [files, sent] = await Promise.all([memories.files(), memories.loaded()]);
      this.files = files;
      this.sent = sent;
      const now = file && (await memories.open(file.path));
      if (now && this.file?.path === now.path) this.file = now;
    } catch (error) {
      this.failure = failureOf(error).message;
    }
  };

  /** Opens a file, at a line counted from 1 if one is given. */
  async #open(path: string, line?: number): Promise<void> {
    this.failure = "";
    try {
      this.file = await this.memories.open(path);
    } catch (error) {
      this.failure = failureOf(error).message;
      return;
    }
    if (line !== undefined) this.view = "edit";
    await this.updateComplete;
    if (line === undefined) this.renderRoot.querySelector<HTMLElement>(".back")?.focus();
    else await this.editor?.showLine(line);
  }

  #back = async (): Promise<void> => {
    this.file = undefined;
    this.view = "edit";
    this.announced = "";
    await this.updateComplete;
    const tree = this.renderRoot.querySelector("memory-tree");
    tree?.renderRoot.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };

  #undo = async (): Promise<void> => {
    const { file } = this;
    if (!file) return;
    if (this.editor?.isDirty) return void (this.failure = memoryTexts.memory.unsavedFirst);
    await this.#change(file, file.versions.at(-2)?.text, "undone", memoryTexts.memory.undone);
  };

  #remove = async (): Promise<void> => {
    if (this.file) await this.#change(this.file, undefined, undefined, memoryTexts.memory.removed);
  };

  #restored = async ({ detail: { version } }: UiEvent<"version-restored">): Promise<void> => {
    if (this.file) await this.#change(this.file, version.text, "restored", memoryTexts.memory.restored);
  };

  /** Saves a text, unless the file was changed meanwhile: a text that the user has not seen is never overwritten. */
  async #change(
    { path, text: expected }: MemoryFileView,
    text: string | undefined,
    why: string | undefined,
    announcement: string,
  ) {
    this.failure = "";
    try {
      const done = await this.memories.save(path, text, { expected, ...(why && { why }) });
      if (done.kind === "conflict") this.failure = memoryTexts.memory.conflict;
      else this.announced = announcement;
    } catch (error) {
      this.failure = failureOf(error).message;
    }
    await this.#look();
  }

  #saved = async (): Promise<void> => {
    this.failure = "";
    this.announced = memoryTexts.memory.saved;
    await this.#look();
  };

  #failed = ({ detail }: UiEvent<"memory-failed">): void => void (this.failure = failureOf(detail.error).message);

  #refresh = async (): Promise<void> => {
    try {
      await this.memories.reload();
    } catch (error) {
      this.failure = failureOf(error).message;
    }
    await this.#look();
  };

  #create = async (): Promise<void> => {
    this.isCreating = !this.isCreating;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("form input")?.focus();
  };

  #created = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = String(new FormData(event.target as HTMLFormElement).get("path")).trim();
    const name = typed.startsWith(VIRTUAL_HOME) ? typed : VIRTUAL_HOME + typed;
    this.isCreating = false;
    await this.#open(/\.[a-z]+$/i.test(name) ? name : `${name}.md`);
  };
}

/** Undoing the first version of a virtual file removes it; the text before the first version of a real file is not known. */
const canUndo = ({ path, versions }: MemoryFileView): boolean => versions.length > (isVirtual(path) ? 0 : 1);

declare global {
  interface HTMLElementTagNameMap {
    "memory-panel": MemoryPanel;
  }
}
