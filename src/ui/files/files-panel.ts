/**
 * The files of the Workspace as a tree, and those that are open. These, and the lines chosen in them, are the editor context (X7). Tells
 * `folder-regain-asked`.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { FileView, FolderPort, WorkspaceView } from "../../core/port/folder-port.js";
import { failureOf } from "../../core/errors.js";
import "../base/app-icon.js";
import { ask, tell, type UiEvent } from "../base/events.js";
import "./file-tree.js";
import type { FileViewer } from "./file-viewer.js";
import { filesStyles } from "./files-styles.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";
import type { ViewedFile } from "../../core/context/editor-context.js";
import { viewerTexts } from "./viewer-texts.js";

export interface FilePlace {
  readonly path: string;
  readonly line?: number;
}

/** X7: the newest ten open files. */
const MOST_OPEN = 10;
/** Milliseconds after which a choice of lines counts: dragging over lines makes many choices in a second. */
const SETTLED = 300;
/** Milliseconds between two readings of the shown file at least: a build changes files ten times a second. */
const OFTEN = 100;

interface OpenFile {
  readonly file: FileView;
  readonly selection?: string;
  readonly line?: number;
}

@customElement("files-panel")
class FilesPanel extends LitElement {
  static override styles = [base, buttons, filesStyles];

  @property({ attribute: false }) workspace?: WorkspaceView;
  @property({ attribute: false }) folder!: FolderPort;
  /** A place to show, from a link; another object with the same place shows it again. */
  @property({ attribute: false }) place?: FilePlace;
  /** A counter of changes: another number means that files may have changed. */
  @property({ attribute: false }) changes = 0;
  /** The newest first. */
  @state() private open: readonly OpenFile[] = [];
  @state() private active?: string;
  /** The shown file as it is on disk now, if that differs. */
  @state() private outside?: FileView | "gone";
  @state() private failure = "";
  @query("file-viewer") private readonly viewer?: FileViewer;
  #telling?: ReturnType<typeof setTimeout>;
  #checking?: ReturnType<typeof setTimeout>;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("focus", this.#check);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("focus", this.#check);
    clearTimeout(this.#checking);
    this.#checking = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("workspace") && changed.get("workspace")?.id !== this.workspace?.id) this.#forget();
    if (changed.has("place") && this.place) void this.#show(this.place);
    if (changed.has("changes") && this.hasUpdated) this.#checking ??= setTimeout(this.#check, OFTEN);
    this.classList.toggle("viewing", this.active !== undefined);
  }

  override render() {
    const { workspace, active } = this;
    const t = texts.inspector;
    if (!workspace)
      return html`<p>${t.noFolder}</p>
        <p class="quiet">${t.noFolderHow}</p>`;
    if (workspace.locked) return this.#locked(workspace);
    const shown = this.open.find(({ file }) => file.path === active);
    return html`
      ${this.failure ? html`<p class="wrong" role="alert">${this.failure}</p>` : nothing}
      ${shown ? this.#file(shown.file) : this.#openFiles()}
      <file-tree
        ?hidden=${shown !== undefined}
        .root=${workspace.id}
        .name=${workspace.name}
        .folder=${this.folder}
        .changes=${this.changes}
        @file-chosen=${this.#chosen}
      ></file-tree>
    `;
  }

  #locked = (workspace: WorkspaceView) =>
    html`<p>${texts.inspector.locked(workspace.name)}</p>
      <button class="outlined" @click=${() => tell(this, "folder-regain-asked", { workspace })}>
        ${texts.header.unlock(workspace.name)}
      </button>`;

  #openFiles() {
    if (this.open.length === 0) return nothing;
    const t = viewerTexts;
    return html`<section>
      <h3>${t.open}</h3>
      <ul aria-label=${t.open}>
        ${this.open.map(
          ({ file: { path } }) =>
            html`<li>
              <button class="name ellipsis" dir="auto" @click=${() => this.#show({ path })}>${path}</button>
              <button class="icon" aria-label=${t.close(path)} title=${t.close(path)} @click=${() => this.#close(path)}>
                <app-icon name="close"></app-icon>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #file(file: FileView) {
    const t = viewerTexts;
    return html`<div class="head">
        <button class="back" @click=${this.#back}><app-icon name="undo"></app-icon>${t.back}</button>
        <button
          class="icon"
          aria-label=${t.close(file.path)}
          title=${t.close(file.path)}
          @click=${() => this.#close(file.path)}
        >
          <app-icon name="close"></app-icon>
        </button>
      </div>
      <div>
        <h3 dir="auto">${file.path}</h3>
        <p class="quiet">${texts.inspector.bytes(file.size)}${file.notice ? ` · ${file.notice}` : nothing}</p>
      </div>
      ${this.outside ? this.#notice(this.outside) : nothing}
      ${
        file.text === undefined
          ? nothing
          : html`<file-viewer .path=${file.path} .text=${file.text} @lines-chosen=${this.#linesChosen}></file-viewer>`
      }`;
  }

  #notice = (outside: FileView | "gone") =>
    html`<p class="notice small" role="status">
      <span>${outside === "gone" ? viewerTexts.gone : viewerTexts.changed}</span>
      ${
        outside === "gone"
          ? nothing
          : html`<button class="outlined" @click=${() => this.#keep(outside)}>${viewerTexts.reload}</button>`
      }
    </p>`;

  #chosen = (event: UiEvent<"file-chosen">): Promise<void> => this.#show(event.detail);

  async #show({ path, line }: FilePlace): Promise<void> {
    this.failure = "";
    try {
      const [file] = await Promise.all([this.folder.read(path), import("./file-viewer.js")]);
      this.#keep(file);
    } catch (error) {
      this.failure = failureOf(error).message;
      return;
    }
    this.active = path;
    this.#tell();
    await this.updateComplete;
    if (line !== undefined) this.viewer?.goTo(line);
  }

  /** Puts a file first among the open ones. */
  #keep(file: FileView): void {
    const others = this.open.filter((each) => each.file.path !== file.path);
    this.open = [{ file }, ...others].slice(0, MOST_OPEN);
    this.outside = undefined;
  }

  #close(path: string): void {
    this.open = this.open.filter(({ file }) => file.path !== path);
    if (this.active === path) this.#back();
    else this.#tell();
  }

  #back = (): void => {
    this.active = this.outside = undefined;
    this.#tell();
  };

  #forget(): void {
    if (this.open.length === 0) return;
    this.open = [];
    this.#back();
  }

  /** Reads the shown file again: another program may have changed it. */
  #check = async (): Promise<void> => {
    this.#checking = undefined;
    const { active } = this;
    const shown = this.open.find(({ file }) => file.path === active)?.file;
    if (!shown) return;
    let now: FileView | "gone";
    try {
      now = await this.folder.read(shown.path);
    } catch (error) {
      if (failureOf(error).name !== "NotFoundError") return; // the next check may succeed
      now = "gone";
    }
    if (this.active !== active) return;
    const isSame = now !== "gone" && now.text === shown.text && now.size === shown.size;
    this.outside = isSame ? undefined : now;
  };

  #linesChosen = ({ detail }: UiEvent<"lines-chosen">): void => {
    const line = detail.first === undefined ? undefined : detail.first + 1;
    this.open = this.open.map((each) =>
      each.file.path === this.active ? { file: each.file, line, selection: detail.text } : each,
    );
    this.#tell();
  };

  #tell(): void {
    clearTimeout(this.#telling);
    const viewing = () => ask(this, (port) => port.folder.viewing(this.open.map(this.#viewed)));
    this.#telling = setTimeout(viewing, SETTLED);
  }

  #viewed = ({ file: { path }, line, selection }: OpenFile): ViewedFile => ({
    path,
    active: path === this.active,
    ...(line !== undefined && { line }),
    ...(selection !== undefined && { selection: selection.slice(0, SELECTION_LIMIT) }),
  });
}

/** X7: characters of a selection. */
const SELECTION_LIMIT = 16_384;

declare global {
  interface HTMLElementTagNameMap {
    "files-panel": FilesPanel;
  }
}
