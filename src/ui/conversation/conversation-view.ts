/**
 * The conversation of a Session: a window of Turns that asks for older and newer ones as the reader scrolls
 * (`older-asked`, `newer-asked`). The view follows the end while the reader is there, and else never moves the text.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { TurnView } from "../../core/port/turns.js";
import "../base/app-icon.js";
import { tell, type UiEvent } from "../base/events.js";
import { createGrowthReader, type Growing } from "../../core/port/streamed-text.js";
import type { RecordId, TurnId } from "../../core/ids.js";
import { createSentenceReader } from "./speech-sentences.js";
import { markdownStyles } from "../markdown/markdown-styles.js";
import { ScrollAnchor } from "./scroll-anchor.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";
import { turnStyles } from "./turn-styles.js";
import "./turn-view.js";
import type { TurnWindow } from "../state/turn-window.js";

/** Distance from the end (pixels) within which the reader counts as being at the end. */
const NEAR = 48;

@customElement("conversation-view")
export class ConversationView extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    css`
      :host {
        position: relative;
        display: block;
        min-block-size: 0;
        /* The size comes from outside: a change around it, a keystroke for instance, does not measure its Turns again. */
        contain: strict;
      }
      [role="log"] {
        block-size: 100%;
        /* The browser's own anchoring does nothing at the very top, where older Turns come in. */
        overflow-anchor: none;
      }
      [role="log"]:focus-visible {
        outline-offset: -3px;
      }
      .column {
        max-inline-size: calc(var(--column) + 2 * var(--gutter, 1.25rem));
        margin-inline: auto;
        padding: 2rem var(--gutter, 1.25rem) 2.5rem;
      }
      turn-view {
        margin-block-start: 2.25rem;
      }
      turn-view:first-child {
        margin-block-start: 0;
      }
      .more {
        text-align: center;
        padding-block-end: 1.5rem;
      }
      .latest {
        position: absolute;
        inset-block-end: 0.75rem;
        inset-inline: 0;
        margin-inline: auto;
        inline-size: 2.5rem;
        block-size: 2.5rem;
        border-radius: 50%;
        background: var(--paper-raised);
        border-color: var(--line-strong);
        box-shadow: var(--shadow);
      }
    `,
    turnStyles,
    markdownStyles,
  ];

  /** The Session of these Turns: another one starts at its end. */
  @property({ attribute: false }) sessionId = "";
  @property({ attribute: false }) window!: TurnWindow;
  @property({ attribute: false }) running?: string;
  @property({ type: Boolean }) locked = false;
  @state() private away = false;
  @state() private spoken = "";
  @query("[role=log]") private readonly scroller!: HTMLElement;
  @query(".column") private readonly column!: HTMLElement;
  @query(".turns") private readonly turns!: HTMLElement;

  #follows = true;
  #top = 0;
  #room = 0;
  /** The Turn being read out, and how far: the number of its text blocks, and the place in the last of them. */
  #saidOf = "";
  #saidBlocks = 0;
  #growth = createGrowthReader();
  readonly #sentences = createSentenceReader();
  readonly #anchor = new ScrollAnchor();
  // Runs after layout and before paint: a place corrected here is never seen wrong.
  readonly #resized = new ResizeObserver(() => {
    this.#settle();
    this.#askForMore();
  });

  /** Follows the end from now on: the user has just sent a message. */
  follow(): void {
    this.#follows = true;
    this.#settle();
  }

  override render() {
    const { turns, more, gone } = this.window;
    const last = turns.at(-1)?.id;
    const view = (turn: TurnView) =>
      html`<turn-view
        .turn=${turn}
        .running=${turn.id === this.running}
        .last=${turn.id === last && gone.length === 0}
        .locked=${this.locked}
      ></turn-view>`;
    return html`
      <div
        role="log"
        aria-label=${texts.chat.conversation}
        aria-live="off"
        tabindex="0"
        class="scroller"
        @scroll=${this.#scrolled}
      >
        <div class="column">
          ${more ? html`<p class="more quiet">${texts.chat.loadingOlder}</p>` : nothing}
          <div class="turns" @source-asked=${this.#toSource}>${repeat(turns, (turn) => turn.id, view)}</div>
        </div>
      </div>
      <div class="unseen" aria-live="polite">${this.spoken}</div>
      ${
        this.away
          ? html`<button
              class="icon latest"
              aria-label=${texts.chat.latest}
              title=${texts.chat.latest}
              @click=${this.#toLatest}
            >
              <app-icon name="arrow-down"></app-icon>
            </button>`
          : nothing
      }
    `;
  }

  override firstUpdated(): void {
    this.#resized.observe(this.column);
    this.#resized.observe(this.scroller);
  }
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.firstUpdated();
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("sessionId")) {
      this.#follows = true;
      this.#saidOf = "";
    }
    if (changed.has("running") && this.running) this.#follows = true;
    this.#speak();
  }

  override updated(): void {
    this.#settle();
  }

  /** Reads out the sentences finished since, for screen readers. */
  #speak(): void {
    const id = this.running ?? this.#saidOf;
    const turn = this.window.turns.findLast((each) => each.id === id);
    if (!turn) return;
    if (this.#saidOf !== turn.id) {
      this.#saidOf = turn.id;
      this.#saidBlocks = 0;
      this.#nextBlock();
    }
    const said: string[] = [];
    // Text from the Log was read out before: a Turn that goes on is read from there.
    const texts = turn.blocks.filter((block) => block.kind === "text" && block.record === undefined);
    for (const [at, block] of texts.entries()) {
      if (at < this.#saidBlocks) continue;
      const { text, isOther } = this.#growth.read(block as Growing);
      if (isOther) this.#sentences.end(); // the start of an answer that was taken back
      said.push(this.#sentences.read(text));
      if (at < texts.length - 1 || this.running === undefined) {
        said.push(this.#nextBlock());
        this.#saidBlocks = at + 1;
      }
    }
    const words = said.filter(Boolean).join(" ");
    if (words) this.spoken = words;
  }

  /** The unread rest of the block that was being read. */
  #nextBlock(): string {
    this.#growth = createGrowthReader();
    return this.#sentences.end();
  }

  /** Scrolls to the end if it is followed, else back to the text being read. */
  #settle(): void {
    if (!this.scroller) return;
    this.#noticeReader();
    if (this.#follows) this.scroller.scrollTop = this.scroller.scrollHeight;
    else this.#anchor.restore(this.scroller);
    this.#noteTop();
  }

  #scrolled = (): void => {
    this.#noticeReader();
    if (!this.#follows) this.#anchor.restore(this.scroller);
    if (!this.#follows || this.scroller.scrollTop >= this.#top) this.#noteTop();
    this.#anchor.take(this.scroller, this.turns);
    this.away = this.#below() > this.scroller.clientHeight / 2 || this.window.gone.length > 0;
    this.#askForMore();
  };

  /**
   * Only a reader scrolls up. When the end moves away while it is followed, text came in. A composer that shrinks, or
   * dots that disappear, let the content come down by as much: that is no scrolling of the reader.
   */
  #noticeReader(): void {
    const { scrollTop, clientHeight } = this.scroller;
    const come = Math.max(0, clientHeight - this.#room);
    if (this.#below() < NEAR) this.#follows = this.window.gone.length === 0;
    else if (scrollTop < this.#top - (this.#follows ? come + NEAR : 0)) this.#follows = false;
  }

  #noteTop(): void {
    this.#top = this.scroller.scrollTop;
    this.#room = this.scroller.clientHeight;
  }

  #below(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  #askForMore(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (clientHeight === 0) return;
    if (this.window.more && scrollTop < 1.5 * clientHeight) tell(this, "older-asked");
    else if (this.window.gone.length > 0 && scrollHeight - scrollTop < 2.5 * clientHeight) tell(this, "newer-asked");
  }

  /** Shows the Turn that a record belongs to, if it is on the page. */
  #toSource = ({ detail: { record } }: UiEvent<"source-asked">): void => void this.show(record);

  /** Scrolls to a record; returns whether it is on the page. A Turn of this visit has only its id, not its records. */
  show(record: RecordId, turnId?: TurnId): boolean {
    const at = this.window.turns.findIndex(
      ({ id, first, last = "" }) => id === turnId || (first !== undefined && first <= record && record <= last),
    );
    const turn = this.turns.querySelectorAll("turn-view")[at];
    if (!turn) return false;
    this.#follows = false;
    turn.scrollIntoView({ block: "start" });
    const article = turn.querySelector<HTMLElement>("article");
    article?.setAttribute("tabindex", "-1");
    article?.focus({ preventScroll: true });
    return true;
  }

  #toLatest = (): void => {
    if (this.window.gone.length > 0) tell(this, "latest-asked");
    this.follow();
    this.scroller.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "conversation-view": ConversationView;
  }
}
