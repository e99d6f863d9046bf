/**
 * Suggestions during typing: a listbox that the composer's field points at, so that the field keeps the focus and its
 * name. Arrows choose, Enter or Tab takes, Escape closes. The source of suggestions is a parameter.
 */
import { css, html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import type { Completion, Suggestion } from "../../core/port/commands-port.js";
import { texts } from "../base/texts.js";

export type Complete = (text: string, caret: number) => Promise<Completion | undefined>;

export const completionStyles = css`
  #suggestions {
    position: absolute;
    inset-block-end: calc(100% + 0.35rem);
    inset-inline: 0;
    z-index: 1;
    max-block-size: min(20rem, 45vh);
    overflow-y: auto;
    padding: 0.3rem;
    background: var(--paper-raised);
    border: 1px solid var(--line);
    border-radius: 12px;
    box-shadow: var(--shadow);
  }
  #suggestions [role="option"] {
    display: flex;
    align-items: baseline;
    gap: 0.9rem;
    padding: 0.4rem 0.7rem;
    border-radius: var(--radius-small);
    cursor: pointer;
  }
  #suggestions [aria-selected="true"] {
    background: var(--accent-wash);
  }
  @media (forced-colors: active) {
    #suggestions [aria-selected="true"] {
      outline: 2px solid Highlight;
    }
  }
  #suggestions .quiet {
    flex: 1;
    min-inline-size: 0;
  }
`;

interface Joined {
  readonly complete: Complete;
  /** Receives the text with the suggestion in it, and the new place of the caret. */
  readonly take: (text: string, caret: number) => void;
}

export class ComposerCompletion implements ReactiveController {
  #text = "";
  #found?: Completion;
  #at = 0;
  /** Whether the user has chosen with an arrow key: then Enter takes the chosen suggestion. */
  #moved = false;
  /** Number of the newest request: late answers to earlier ones are dropped. */
  #asked = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly joined: Joined,
  ) {
    host.addController(this);
  }
  hostDisconnected(): void {
    this.close();
  }

  get isOpen(): boolean {
    return this.#found !== undefined;
  }
  /** The id of the option that Enter takes. */
  get active(): string | undefined {
    return this.isOpen ? `suggestion-${this.#at}` : undefined;
  }

  async typed(text: string, caret: number): Promise<void> {
    const asked = ++this.#asked;
    const before = text.slice(0, caret);
    const found = before.startsWith("/") || before.includes("@") ? await this.joined.complete(text, caret) : undefined;
    if (asked !== this.#asked) return;
    this.#text = text;
    this.#found = found && found.suggestions.length > 0 ? found : undefined;
    this.#at = 0;
    this.#moved = false;
    this.host.requestUpdate();
  }

  close(): void {
    this.#asked++;
    if (!this.isOpen) return;
    this.#found = undefined;
    this.host.requestUpdate();
  }

  /** Handles a key if it is meant for the list; returns whether it was. */
  keyed(event: KeyboardEvent): boolean {
    const found = this.#found;
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      this.#at = (this.#at + step + found.suggestions.length) % found.suggestions.length;
      this.#moved = true;
      this.host.requestUpdate();
    } else if (event.key === "Escape") this.close();
    else if (
      (event.key === "Tab" && !event.shiftKey) ||
      (event.key === "Enter" && !event.shiftKey && this.#isMeant(found))
    )
      this.#take(found.suggestions[this.#at]!);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Enter takes a suggestion that completes a begun word; a complete or empty word is sent as it stands. */
  #isMeant({ from, to, suggestions }: Completion): boolean {
    const typed = this.#text.slice(from, to);
    return this.#moved || (typed !== "" && typed !== suggestions[this.#at]!.text.trimEnd());
  }

  #take(suggestion: Suggestion): void {
    const { from, to } = this.#found!;
    const text = this.#text.slice(0, from) + suggestion.text + this.#text.slice(to);
    const caret = from + suggestion.text.length;
    this.close();
    this.joined.take(text, caret);
    if (suggestion.goesOn) void this.typed(text, caret);
  }

  render() {
    const all = this.#found?.suggestions ?? [];
    const option = (suggestion: Suggestion, index: number) =>
      html`<div
        id=${`suggestion-${index}`}
        role="option"
        aria-selected=${index === this.#at}
        @pointerdown=${(event: Event) => event.preventDefault()}
        @click=${() => this.#take(suggestion)}
      >
        <span dir="auto">${suggestion.label}</span>
        ${suggestion.detail ? html`<span class="quiet clipped" dir="auto">${suggestion.detail}</span>` : nothing}
      </div>`;
    return html`<span class="unseen" aria-live="polite">${texts.chat.suggested(all.length)}</span> ${
        all.length > 0
          ? html`<div id="suggestions" role="listbox" aria-label=${texts.chat.suggestions}>${all.map(option)}</div>`
          : nothing
      }`;
  }

  hostUpdated(): void {
    if (this.isOpen && "renderRoot" in this.host)
      (this.host.renderRoot as ParentNode).querySelector(`#${this.active}`)?.scrollIntoView({ block: "nearest" });
  }
}
