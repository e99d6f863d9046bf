/** The header: the Session's title, the folder, the model, and the buttons for everything else. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import type { WorkspaceView } from "../../core/port/folder-port.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import "./model-picker.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("app-header")
export class AppHeader extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 0.25rem;
        min-block-size: 3.25rem;
        padding-inline: 0.6rem;
        border-block-end: 1px solid var(--line);
      }
      h1 {
        flex: 1;
        min-inline-size: 3rem;
        font: 500 1.125rem / 1.3 var(--font-title);
        padding-inline: 0.5rem;
      }
      .folder {
        display: flex;
        align-items: center;
        min-inline-size: 0;
        font-size: 0.9375rem;
      }
      .folder button {
        display: inline-flex;
        align-items: center;
        gap: 0.45rem;
        white-space: nowrap;
      }
      .folder app-icon {
        color: var(--ink-soft);
        --icon: 1rem;
      }
      .folder span:not(.label) {
        max-inline-size: 11rem;
        color: var(--ink-soft);
        padding-inline: 0.2rem 0.6rem;
      }
      @media (min-width: 760.01px) {
        .narrow {
          display: none !important;
        }
      }
      /* With both panes beside it there is no room for words and a title. */
      @media (max-width: 1400px) {
        .folder .label {
          position: absolute;
          inline-size: 1px;
          block-size: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
      @media (max-width: 1100px) {
        .folder span:not(.label) {
          display: none;
        }
      }
      @media (max-width: 760px) {
        :host {
          gap: 0;
          padding-inline: 0.25rem;
        }
        .wide {
          display: none !important;
        }
      }
    `,
  ];

  @property({ attribute: false }) sessionTitle = "";
  @property({ attribute: false }) workspace?: WorkspaceView;
  @property({ attribute: false }) models: readonly ModelChoice[] = [];
  @property({ type: Boolean }) sessionsShown = false;
  @property({ type: Boolean }) inspectorShown = false;
  @query("#open-folder") private readonly folderButton!: HTMLButtonElement;

  focusFolderButton(): void {
    this.folderButton.focus();
  }

  override render() {
    const { header } = texts;
    const inspector = this.inspectorShown ? header.hideInspector : header.showInspector;
    return html`
      <button
        class="icon narrow"
        aria-label=${header.showSessions}
        aria-expanded=${this.sessionsShown}
        @click=${() => tell(this, "sessions-toggled")}
      >
        <app-icon name="menu"></app-icon>
      </button>
      <h1 class="clipped" dir="auto">${this.sessionTitle || texts.appName}</h1>
      <div class="folder wide">
        ${this.#folder()}
        <button id="open-folder" title=${header.openFolder} @click=${() => tell(this, "folder-asked")}>
          <app-icon name="folder-open"></app-icon><span class="label">${header.openFolder}</span>
        </button>
      </div>
      <model-picker .models=${this.models}></model-picker>
      <button
        class="icon"
        aria-label=${header.palette}
        title=${header.paletteKeys}
        aria-keyshortcuts="Control+K Meta+K"
        @click=${() => tell(this, "palette-asked")}
      >
        <app-icon name="command"></app-icon>
      </button>
      <button
        class="icon wide"
        aria-label=${header.settings}
        title=${header.settings}
        @click=${() => tell(this, "settings-asked")}
      >
        <app-icon name="settings"></app-icon>
      </button>
      <button
        class="icon"
        aria-label=${inspector}
        title=${inspector}
        aria-expanded=${this.inspectorShown}
        @click=${() => tell(this, "inspector-toggled")}
      >
        <app-icon name="panel"></app-icon>
      </button>
    `;
  }

  #folder() {
    const { workspace } = this;
    if (!workspace) return nothing;
    const name = workspace.readOnly ? `${workspace.name} · ${texts.header.readOnly}` : workspace.name;
    if (!workspace.locked) return html`<span class="clipped" title=${name}>${name}</span>`;
    return html`<button class="outlined" @click=${() => tell(this, "folder-regain-asked", { workspace })}>
      <app-icon name="lock"></app-icon>${texts.header.unlock(workspace.name)}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "app-header": AppHeader;
  }
}
