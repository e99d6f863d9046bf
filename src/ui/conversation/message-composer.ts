/** The composer, in which the user writes. Fires `message-sent` and `draft-changed`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import "../base/app-icon.js";
import { ComposerCompletion, completionStyles, type Complete } from "./composer-completion.js";
import { ask, tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields } from "../base/theme.js";

/** Lines up to which the field grows before it scrolls. */
const MOST_LINES = 8;

@customElement("message-composer")
export class MessageComposer extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    completionStyles,
    css`
      :host {
        display: block;
        position: relative;
      }
      form {
        display: flex;
        align-items: flex-end;
        gap: 0.5rem;
        background: var(--paper-raised);
        border: 1px solid var(--line-strong);
        border-radius: 16px;
        padding: 0.4rem 0.4rem 0.4rem 0.5rem;
        transition:
          border-color var(--quick),
          box-shadow var(--quick);
      }
      form:focus-within {
        border-color: var(--accent);
        box-shadow: 0 0 0 3px var(--accent-wash);
      }
      @media (forced-colors: active) {
        form:focus-within {
          outline: 2px solid Highlight;
        }
      }
      textarea {
        flex: 1;
        border: 0;
        background: none;
        resize: none;
        padding: 0.35rem 0.5rem;
        line-height: 1.5;
        field-sizing: content;
        min-block-size: 2.2rem;
        max-block-size: calc(8 * 1.5em + 0.7rem);
        overflow-y: auto;
        scrollbar-width: thin;
      }
      textarea:focus-visible {
        outline: none;
      }
      form button {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
        border-radius: 11px;
        min-block-size: 2.25rem;
        flex: none;
      }
      form app-icon {
        --icon: 1rem;
      }
    `,
  ];

  @property({ attribute: false }) draft = "";
  @property({ type: Boolean }) running = false;
  /** Whether a message sent now waits for the network. */
  @property({ type: Boolean }) queueing = false;
  /** Whether nothing can be written here. */
  @property({ type: Boolean }) locked = false;
  /** The source of suggestions. */
  @property({ attribute: false }) complete: Complete = () => Promise.resolve(undefined);
  @query("textarea") private readonly field!: HTMLTextAreaElement;
  readonly #completion = new ComposerCompletion(this, {
    complete: (text, caret) => this.complete(text, caret),
    take: (text, caret) => this.#take(text, caret),
  });

  override focus(): void {
    void this.updateComplete.then(() => this.field.focus());
  }

  /** Inserts words at the caret, after a space. */
  insert(words: string): void {
    const { selectionStart: from, selectionEnd: to } = this.field;
    const before = this.draft.slice(0, from);
    const text = `${before}${before === "" || /\s$/.test(before) ? "" : " "}${words}`;
    this.#take(text + this.draft.slice(to), text.length);
    this.focus();
  }

  override render() {
    const lines = Math.min(MOST_LINES, this.draft.split("\n").length);
    return html`
      ${this.#completion.render()}
      <form @submit=${this.#submitted}>
        <textarea
          aria-label=${texts.chat.message}
          placeholder=${this.locked ? texts.chat.readOnlyPlaceholder : texts.chat.placeholder}
          dir="auto"
          rows=${lines}
          enterkeyhint="send"
          ?disabled=${this.locked}
          .value=${live(this.draft)}
          aria-autocomplete="list"
          aria-controls=${this.#completion.isOpen ? "suggestions" : nothing}
          aria-activedescendant=${this.#completion.active ?? nothing}
          @input=${this.#typed}
          @keydown=${this.#keyed}
          @blur=${() => this.#completion.close()}
        ></textarea>
        ${
          this.running
            ? html`<button type="button" class="outlined" @click=${this.#stop}>
                <app-icon name="stop"></app-icon>${texts.chat.stop}
              </button>`
            : nothing
        }
        <button type="submit" class="primary" ?disabled=${this.locked || this.draft.trim() === ""}>
          ${this.queueing ? texts.chat.queue : texts.chat.send}<app-icon name="arrow-up"></app-icon>
        </button>
      </form>
    `;
  }

  #typed = (): void => {
    this.draft = this.field.value;
    tell(this, "draft-changed", { text: this.draft });
    void this.#completion.typed(this.draft, this.field.selectionStart);
  };

  /** Sets the text with the suggestion, and the caret behind it. */
  #take(text: string, caret: number): void {
    this.draft = text;
    tell(this, "draft-changed", { text });
    void this.updateComplete.then(() => this.field.setSelectionRange(caret, caret));
  }

  #keyed = (event: KeyboardEvent): void => {
    // While an input method composes, the keys belong to it.
    if (!event.isComposing && this.#completion.keyed(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    this.#submitted(event);
  };

  #submitted = (event: Event): void => {
    event.preventDefault();
    const text = this.draft; // not trimmed: a space before a slash means that it is no Command
    if (text.trim() === "" || this.locked) return;
    this.#completion.close();
    this.draft = "";
    tell(this, "draft-changed", { text: "" });
    tell(this, "message-sent", { text });
  };

  #stop = () => ask(this, (port) => port.turns.stop(), texts.busy.stopping);
}

declare global {
  interface HTMLElementTagNameMap {
    "message-composer": MessageComposer;
  }
}
