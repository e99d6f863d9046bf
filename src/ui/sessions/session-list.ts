/** The Sessions of this profile: search by title, resume, pin, rename, trash and put back. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { SessionSummary } from "../../core/log/store.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { rowStyles } from "./session-row-styles.js";
import "./session-row.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields, scroller } from "../base/theme.js";
import type { ViewState } from "../state/view-state.js";
import { whenIdle } from "../base/when-idle.js";

/** Rows drawn with the first screen, which has no room for more; and rows drawn in each idle moment after. */
const FIRST_ROWS = 12;
const MORE_ROWS = 20;
/** Delay of the further rows (ms): the start is over by then. */
const LATER = 500;

@customElement("session-list")
class SessionList extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    scroller,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-block-size: 0;
        block-size: 100%;
      }
      .head {
        display: grid;
        gap: 0.6rem;
        padding: 0.6rem 0.75rem;
      }
      .top {
        display: flex;
        align-items: center;
        justify-content: space-between;
        min-block-size: 2.25rem;
      }
      h2 {
        font: 500 1.125rem / 1.3 var(--font-title);
        padding-inline-start: 0.3rem;
      }
      .new {
        display: flex;
        align-items: center;
        gap: 0.4rem;
        font-size: 0.9375rem;
        color: var(--accent);
      }
      .new app-icon {
        --icon: 1rem;
      }
      input[type="search"] {
        font-size: 0.9375rem;
        border-color: var(--line);
      }
      input[type="search"]:hover {
        border-color: var(--line-strong);
      }
      .scroller {
        flex: 1;
        padding: 0 0.5rem 0.75rem;
      }
      [role="list"] {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1px;
      }
      .quiet {
        padding: 0.5rem 0.65rem;
      }
      .all {
        inline-size: 100%;
        font-size: var(--small);
        color: var(--ink-soft);
        margin-block-start: 0.5rem;
      }
      .undo {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        margin: 0 0.5rem 0.5rem;
        padding: 0.3rem 0.3rem 0.3rem 0.75rem;
        border-radius: var(--radius);
        background: var(--paper-hover);
        font-size: var(--small);
      }
      .undo span {
        flex: 1;
        overflow-wrap: anywhere;
      }
      footer {
        display: flex;
        gap: 0.25rem;
        border-block-start: 1px solid var(--line);
        padding: 0.35rem 0.5rem max(0.35rem, env(safe-area-inset-bottom));
        font-size: var(--small);
        color: var(--ink-soft);
        flex-wrap: wrap;
      }
      footer button {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
      }
      footer app-icon {
        --icon: 1rem;
      }
      .narrow {
        display: none;
      }
      @media (max-width: 760px) {
        .narrow {
          display: inline-flex;
        }
      }
    `,
    rowStyles,
  ];

  @property({ attribute: false }) sessions: readonly SessionSummary[] = [];
  /** The Sessions in the trash, while it is open. */
  @property({ attribute: false }) trash?: readonly SessionSummary[];
  @property({ attribute: false }) current = "";
  @property({ attribute: false }) now = 0;
  @property({ attribute: false }) working: ViewState["working"] = {};
  @state() private words = "";
  /** Rows drawn so far: drawing a hundred at once would take longer than the rest of the start. */
  @state() private drawn = FIRST_ROWS;
  #drawsMore = false;
  /** The Session thrown away last, while one click can put it back. */
  @state() private thrown?: SessionSummary;

  override render() {
    return html`
      <div class="head">
        <div class="top">
          <h2>${texts.sessions.title}</h2>
          <button class="new" @click=${() => tell(this, "new-session-asked")}>
            <app-icon name="plus"></app-icon>${texts.sessions.create}
          </button>
        </div>
        <input
          type="search"
          aria-label=${texts.sessions.search}
          placeholder=${texts.sessions.search}
          .value=${this.words}
          @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)}
        />
      </div>
      <div class="scroller" @session-trashed=${this.#threw}>${this.trash ? this.#trash(this.trash) : this.#list()}</div>
      ${this.thrown ? this.#undo(this.thrown) : nothing}
      <footer>
        <button @click=${() => tell(this, "trash-asked")}>
          <app-icon name=${this.trash ? "undo" : "trash"}></app-icon>
          ${this.trash ? texts.sessions.hideTrash : texts.sessions.showTrash}
        </button>
        <button class="narrow" @click=${() => tell(this, "folder-asked")}>
          <app-icon name="folder-open"></app-icon>${texts.header.openFolder}
        </button>
        <button class="narrow" @click=${() => tell(this, "settings-asked")}>
          <app-icon name="settings"></app-icon>${texts.header.settings}
        </button>
      </footer>
    `;
  }

  #list() {
    const found = this.sessions.filter(this.#matches);
    const empty = this.words ? texts.sessions.noneFound(this.words) : texts.sessions.none;
    return html`
      <div role="list" aria-label=${texts.sessions.list}>${this.#rows(found, false)}</div>
      ${found.length === 0 ? html`<p class="quiet">${empty}</p>` : nothing}
      ${
        this.sessions.length >= 100 && !this.words
          ? html`<button class="all" @click=${() => tell(this, "more-sessions-asked")}>${texts.sessions.more}</button>`
          : nothing
      }
    `;
  }

  #trash(trash: readonly SessionSummary[]) {
    return html`<p class="quiet">${trash.length === 0 ? texts.sessions.trashEmpty : texts.sessions.trashKept}</p>
      <div role="list" aria-label=${texts.sessions.showTrash}>${this.#rows(trash.filter(this.#matches), true)}</div>`;
  }

  override updated(): void {
    const all = Math.max(this.sessions.length, this.trash?.length ?? 0);
    if (this.#drawsMore || this.drawn >= all) return;
    this.#drawsMore = true;
    setTimeout(() => whenIdle(this.#drawMore), LATER);
  }

  #drawMore = (): void => {
    this.#drawsMore = false;
    this.drawn += MORE_ROWS;
  };

  #rows = (sessions: readonly SessionSummary[], trashed: boolean) =>
    repeat(
      sessions.slice(0, this.drawn),
      (session) => session.id,
      (session) =>
        html`<session-row
          role="listitem"
          .session=${session}
          .trashed=${trashed}
          .current=${session.id === this.current}
          .now=${this.now}
          .working=${this.working[session.id]}
        ></session-row>`,
    );

  #undo = (session: SessionSummary) =>
    html`<div class="undo">
      <span>${texts.sessions.trashed(session.title || texts.sessions.untitled)}</span>
      <button class="outlined" @click=${this.#putBack}>${texts.sessions.restore}</button>
    </div>`;

  #matches = ({ title }: SessionSummary): boolean =>
    (title || texts.sessions.untitled).toLocaleLowerCase().includes(this.words.trim().toLocaleLowerCase());

  #threw = (event: CustomEvent<{ id: string }>): void => {
    this.thrown = this.sessions.find(({ id }) => id === event.detail.id);
  };

  #putBack = (): void => {
    if (this.thrown) tell(this, "session-restored", { id: this.thrown.id });
    this.thrown = undefined;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "session-list": SessionList;
  }
}
