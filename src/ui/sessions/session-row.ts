/** One Session in the list: a link to it, and its actions. The host is the list item. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { SessionSummary } from "../../core/log/store.js";
import "../base/app-icon.js";
import type { IconName } from "../base/app-icon.js";
import { ask, tell } from "../base/events.js";
import { hashOfRoute } from "../base/routes.js";
import { texts } from "../base/texts.js";

@customElement("session-row")
class SessionRow extends LitElement {
  @property({ attribute: false }) session!: SessionSummary;
  @property({ type: Boolean, reflect: true }) current = false;
  @property({ type: Boolean, reflect: true }) trashed = false;
  @property({ attribute: false }) now = 0;
  @state() private renaming = false;
  /** Whether the pointer or the focus has been here: until then no action is visible, and none is drawn. */
  @state() private visited = false;
  /** Set while a Turn runs in the Session out of sight, or waits there for the user. */
  @property({ attribute: false }) working?: "answering" | "asking";
  @query("input") private readonly field!: HTMLInputElement;

  /** A part of the list's own tree, so that the list item has its text. */
  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const visit of ["pointerenter", "focusin"])
      this.addEventListener(visit, () => (this.visited = true), { once: true });
  }

  override render() {
    if (this.renaming) return this.#editor();
    const { id, title, updatedAt, messages, pinned } = this.session;
    const name = title || texts.sessions.untitled;
    const line = html`<span class="title clipped" id=${`title-${id}`}><bdi>${name}</bdi></span>
      <span class="quiet"
        >${pinned && !this.trashed ? html`<app-icon name="pin"></app-icon>` : nothing}${
          this.working
            ? html`<b class=${this.working}>${texts.sessions.working[this.working]}</b>`
            : texts.ago(updatedAt, this.now)
        }
        · ${texts.sessions.messages(messages)}</span
      >`;
    return this.trashed
      ? html`<div class="entry">${line}</div>
          <div class="actions">${this.#action("undo", texts.sessions.restore, this.#restore)}</div>`
      : html`<a href=${hashOfRoute({ to: "session", id })} aria-current=${this.current ? "page" : nothing}>${line}</a>
          ${this.visited || this.current ? this.#actions(pinned) : nothing}`;
  }

  #actions = (pinned = false) =>
    html`<div class="actions">
      ${this.#action("pin", pinned ? texts.sessions.unpin : texts.sessions.pin, this.#pin, pinned)}
      ${this.#action("pencil", texts.sessions.rename, this.rename)}
      ${this.#action("trash", texts.sessions.trash, this.#trash)}
    </div>`;

  #action(icon: IconName, name: string, act: () => void, pressed?: boolean) {
    return html`<button
      class="icon"
      aria-label=${name}
      aria-describedby=${`title-${this.session.id}`}
      aria-pressed=${pressed ?? nothing}
      title=${name}
      @click=${act}
    >
      <app-icon name=${icon}></app-icon>
    </button>`;
  }

  #editor() {
    return html`<input
      aria-label=${texts.sessions.newTitle}
      dir="auto"
      maxlength="200"
      .value=${this.session.title}
      @keydown=${this.#keyed}
      @blur=${this.#done}
    />`;
  }

  rename = async (): Promise<void> => {
    this.renaming = true;
    await this.updateComplete;
    this.field.select();
  };

  #keyed = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.isComposing) void this.#done();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.field.value = this.session.title;
    void this.#done();
  };

  #done = async (): Promise<void> => {
    if (!this.renaming) return;
    const { id } = this.session;
    const title = this.field.value.trim();
    const focused = this.renderRoot.querySelector(":focus") !== null;
    this.renaming = false;
    if (title && title !== this.session.title) void ask(this, (port) => port.sessions.rename(id, title));
    await this.updateComplete;
    if (focused) this.renderRoot.querySelector("a")?.focus();
  };

  #pin = () => ask(this, (port) => port.sessions.pin(this.session.id, !this.session.pinned));
  #trash = () => tell(this, "session-trashed", { id: this.session.id });
  #restore = () => tell(this, "session-restored", { id: this.session.id });
}

declare global {
  interface HTMLElementTagNameMap {
    "session-row": SessionRow;
  }
}
