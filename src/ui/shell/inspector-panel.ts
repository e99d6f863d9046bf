/** The inspector: the background of the conversation under five tabs, context, memory, files, skills, activity. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { FolderPort } from "../../core/port/folder-port.js";
import type { ContextPort } from "../../core/port/context-port.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { MemoryFolderPicker, MemoryPort } from "../../core/port/memory-port.js";
import "../activity/activity-panel.js";
import "../context/context-panel.js";
import { tell, type InspectorTab } from "../base/events.js";
import "../files/files-panel.js";
import type { FilePlace } from "../files/files-panel.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";
import { isStorageReadOnly, meterOf, type ViewState } from "../state/view-state.js";

const tabs = Object.keys(texts.inspector.tabs) as InspectorTab[];

@customElement("inspector-panel")
class InspectorPanel extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    css`
      :host {
        display: flex;
        flex-direction: column;
        block-size: 100%;
        min-block-size: 0;
      }
      [role="tablist"] {
        display: flex;
        flex: none;
        block-size: 3.25rem;
        padding-inline: 0.5rem;
        border-block-end: 1px solid var(--line);
        overflow-x: auto;
        scrollbar-width: none;
      }
      [role="tab"] {
        position: relative;
        flex: auto;
        min-inline-size: 0;
        min-block-size: 0;
        padding-inline: 0.45rem;
        border-radius: 0;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      /* As wide as the tab will be when chosen: the others keep their places. */
      [role="tab"]::before {
        content: attr(data-label);
        display: block;
        block-size: 0;
        overflow: hidden;
        visibility: hidden;
        font-weight: 600;
      }
      [role="tab"]:hover {
        background: none;
        color: var(--ink);
      }
      [role="tab"]:focus-visible {
        outline-offset: -4px;
        border-radius: var(--radius-small);
      }
      [aria-selected="true"] {
        color: var(--ink);
        font-weight: 600;
      }
      [aria-selected="true"]::after {
        content: "";
        position: absolute;
        inset-inline: 0.45rem;
        inset-block-end: -1px;
        block-size: 2px;
        background: var(--accent);
      }
      [role="tabpanel"] {
        flex: 1;
        min-block-size: 0;
        padding: 1.1rem;
      }
      [role="tabpanel"]:focus-visible {
        outline-offset: -3px;
      }
      .empty {
        color: var(--ink-soft);
        text-wrap: pretty;
      }
    `,
  ];

  @property({ attribute: false }) state!: ViewState;
  @property({ attribute: false }) tab: InspectorTab = "context";
  @property({ attribute: false }) place?: FilePlace;
  @property({ attribute: false }) context?: ContextPort;
  @property({ attribute: false }) folder?: FolderPort;
  @property({ attribute: false }) memories!: MemoryPort;
  @property({ attribute: false }) memoryPicker?: MemoryFolderPicker;
  @property({ attribute: false }) memoryPlace?: FilePlace;
  /** The text in the composer. */
  @property({ attribute: false }) draft = "";

  override render() {
    return html`<div role="tablist" aria-label=${texts.inspector.title} @keydown=${this.#keyed}>
        ${tabs.map(
          (tab) =>
            html`<button
              role="tab"
              id=${tab}
              data-label=${texts.inspector.tabs[tab]}
              aria-selected=${tab === this.tab}
              aria-controls="panel"
              tabindex=${tab === this.tab ? 0 : -1}
              @click=${() => this.#choose(tab)}
            >
              ${texts.inspector.tabs[tab]}
            </button>`,
        )}
      </div>
      <div id="panel" class="scroller" role="tabpanel" tabindex="0" aria-labelledby=${this.tab}>${this.#panel()}</div>`;
  }

  #panel() {
    switch (this.tab) {
      case "context":
        return html`<context-panel
          .sessionId=${this.state.open?.summary.id ?? ""}
          .meter=${meterOf(this.state)}
          .locked=${this.state.running !== undefined || isStorageReadOnly(this.state)}
          .draft=${this.draft}
          .context=${this.context}
        ></context-panel>`;
      case "files":
        return html`<files-panel
          .workspace=${this.state.workspace}
          .place=${this.place}
          .folder=${this.folder}
          .changes=${newestOf(this.state, "tool-finished", "edit-undone", "files-changed")}
        ></files-panel>`;
      case "memory":
        void import("../memory/memory-panel.js");
        return html`<memory-panel
          .memories=${this.memories}
          .picker=${this.memoryPicker}
          .place=${this.memoryPlace}
          .changes=${newestOf(this.state, "memory-written", "memory-changed", "files-changed", "trust-changed")}
        ></memory-panel>`;
      case "activity":
        return html`<activity-panel .activity=${this.state.activity}></activity-panel>`;
      default:
        return html`<p class="empty">${texts.inspector.skills}</p>`;
    }
  }

  #choose(tab: InspectorTab): void {
    this.tab = tab;
    tell(this, "inspector-tab-chosen", { tab });
  }

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    const at = tabs.indexOf(this.tab);
    const ahead = this.matches(":dir(rtl)") ? -1 : 1;
    const to = { ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(tabs[(to + tabs.length) % tabs.length]!);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  };
}

/** A number that changes whenever an event of these types has come. */
const newestOf = ({ activity }: ViewState, ...types: readonly AgentEvent["type"][]): number =>
  activity.findLast(({ event }) => types.includes(event.type))?.id ?? 0;

declare global {
  interface HTMLElementTagNameMap {
    "inspector-panel": InspectorPanel;
  }
}
