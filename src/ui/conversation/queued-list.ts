/** Messages that wait to be sent. Fires `queued-edited` and `queued-withdrawn`. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { ask, tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields } from "../base/theme.js";
import type { QueuedMessage } from "../../core/port/events.js";

@customElement("queued-list")
class QueuedList extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    css`
      ul {
        margin-block-end: 0.6rem;
        display: grid;
        gap: 0.35rem;
      }
      li {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0.25rem 0.5rem;
        padding-inline-start: 0.9rem;
        border: 1px dashed var(--line-strong);
        border-radius: var(--radius);
        font-size: 0.9375rem;
        color: var(--ink-soft);
      }
      li > span {
        flex: 1 1 8rem;
        min-inline-size: 0;
      }
      textarea {
        flex: 1 1 12rem;
        margin-block: 0.35rem;
        field-sizing: content;
        max-block-size: 8rem;
      }
    `,
  ];

  @property({ attribute: false }) queued: readonly QueuedMessage[] = [];
  /** While a Turn runs no message can be sent. */
  @property({ type: Boolean }) running = false;
  @property({ type: Boolean }) locked = false;
  /** The id of the message being edited. */
  @state() private editing = "";
  @query("textarea") private readonly field?: HTMLTextAreaElement;

  override render() {
    return html`<ul aria-label=${texts.chat.queued}>
      ${repeat(
        this.queued,
        ({ id }) => id,
        (message) => this.#item(message),
      )}
    </ul>`;
  }

  #item(message: QueuedMessage) {
    if (message.id === this.editing && !this.locked) return this.#editor(message);
    const { id, text } = message;
    return html`<li>
      <span class="clipped" dir="auto">${text}</span>
      ${
        this.locked
          ? nothing
          : html`${this.running ? nothing : html`<button @click=${() => this.#send(id)}>${texts.chat.sendQueued}</button>`}
              <button @click=${() => this.#edit(id)}>${texts.chat.editQueued}</button>
              <button @click=${() => tell(this, "queued-withdrawn", { id })}>${texts.chat.withdraw}</button>`
      }
    </li>`;
  }

  #editor({ id, text }: QueuedMessage) {
    return html`<li>
      <textarea
        aria-label=${texts.chat.editedText}
        dir="auto"
        rows="1"
        .value=${text}
        @keydown=${(event: KeyboardEvent) => this.#keyed(event, id)}
      ></textarea>
      <button @click=${() => this.#save(id)}>${texts.chat.saveQueued}</button>
      <button @click=${this.#endEdit}>${texts.chat.cancelEdit}</button>
    </li>`;
  }

  /** A message that disappears while it is edited, by another tab say, leaves the typed text in the composer. */
  override willUpdate(changed: PropertyValues<this>): void {
    const isEdited = ({ id }: QueuedMessage) => id === this.editing;
    if (!this.editing || this.queued.some(isEdited)) return;
    const before = changed.get("queued")?.find(isEdited)?.text;
    if (this.field?.value.trim() === before) this.#endEdit();
    else this.#save(this.editing);
  }

  #send = (id: string) => ask(this, (port) => port.queue.send(id), texts.busy.sending);

  #endEdit = (): void => {
    this.editing = "";
    void ask(this, (port) => port.queue.editing(undefined));
  };

  async #edit(id: string): Promise<void> {
    this.editing = id;
    void ask(this, (port) => port.queue.editing(id));
    await this.updateComplete;
    this.field?.focus();
  }

  #keyed(event: KeyboardEvent, id: string): void {
    if (event.isComposing) return;
    if (event.key === "Escape") this.#endEdit();
    else if (event.key !== "Enter" || event.shiftKey) return;
    else this.#save(id);
    event.preventDefault();
    event.stopPropagation();
  }

  #save(id: string): void {
    const text = this.field?.value.trim();
    if (!text) return this.#endEdit();
    this.editing = "";
    tell(this, "queued-edited", { id, text });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "queued-list": QueuedList;
  }
}
