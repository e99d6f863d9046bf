/** A Turn: the user's message, and all that came of it. Tells `continue-asked`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Block, TurnView as Turn } from "../core/turns.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { texts } from "./texts.js";
import { base, buttons } from "./theme.js";

@customElement("turn-view")
export class TurnView extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
      }
      h2 {
        font: 600 var(--small) / 1.4 var(--font-text);
        color: var(--ink);
      }
      header {
        display: flex;
        align-items: baseline;
        gap: 0.6rem;
        margin-block-end: 0.35rem;
      }
      .model,
      time {
        font-size: var(--small);
        color: var(--ink-faint);
      }
      time {
        margin-inline-start: auto;
        opacity: 0;
        transition: opacity var(--quick);
      }
      article:hover time,
      article:focus-within time {
        opacity: 1;
      }
      .you {
        margin-inline-start: auto;
        inline-size: fit-content;
        max-inline-size: 88%;
        background: var(--accent-wash);
        border-radius: 14px;
        border-end-end-radius: 4px;
        padding: 0.6rem 0.95rem;
      }
      .you + .agent {
        margin-block-start: 1.5rem;
      }
      .said {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .said + .said,
      markdown-view + markdown-view,
      details + markdown-view,
      markdown-view + details {
        margin-block-start: 0.85rem;
      }
      details {
        font-size: 0.9375rem;
        color: var(--ink-soft);
      }
      summary {
        cursor: pointer;
        inline-size: fit-content;
        border-radius: 5px;
        font-size: var(--small);
        padding-block: 0.15rem;
      }
      summary:hover {
        color: var(--ink);
      }
      details > div {
        margin-block-start: 0.4rem;
        padding-inline-start: 0.9rem;
        border-inline-start: 2px solid var(--line);
        font-family: var(--font-title);
      }
      .waiting {
        display: inline-flex;
        gap: 0.3rem;
        padding-block: 0.5rem;
      }
      .waiting i {
        inline-size: 0.4rem;
        block-size: 0.4rem;
        border-radius: 50%;
        background: var(--accent);
        animation: breathe 1.4s ease-in-out infinite;
      }
      .waiting i:nth-child(2) {
        animation-delay: 0.2s;
      }
      .waiting i:nth-child(3) {
        animation-delay: 0.4s;
      }
      @keyframes breathe {
        0%,
        100% {
          opacity: 0.25;
        }
        50% {
          opacity: 1;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .waiting i {
          animation: none;
        }
      }
      .outcome {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0.5rem 0.75rem;
        margin-block-start: 0.85rem;
        font-size: 0.9375rem;
        color: var(--ink-soft);
      }
      .outcome.failed {
        background: var(--rubric-wash);
        color: var(--ink);
        border-radius: var(--radius);
        padding: 0.6rem 0.9rem;
      }
      .failed app-icon {
        color: var(--rubric);
      }
      .outcome > span {
        flex: 1 1 16rem;
      }
    `,
  ];

  @property({ attribute: false }) turn!: Turn;
  /** Whether it runs in this tab. */
  @property({ type: Boolean }) running = false;
  /** Whether it is the newest: only its failure is an alert, and only it can be continued. */
  @property({ type: Boolean }) last = false;
  /** Whether another tab writes, or no one can. */
  @property({ type: Boolean }) locked = false;

  override render() {
    const { blocks } = this.turn;
    const said = blocks.filter((block) => block.kind === "user");
    const answer = blocks.filter((block) => block.kind !== "user");
    const shown = answer.length > 0 || this.running || this.turn.outcome || this.last;
    return html`${said.length > 0 ? this.#you(said) : nothing}${shown ? this.#agent(answer) : nothing}`;
  }

  #you(said: readonly Block[]) {
    return html`<article class="you" aria-label=${texts.chat.you}>
      <h2 class="unseen">${texts.chat.you}</h2>
      ${said.map((block) => html`<div class="said" dir="auto">${block.text}</div>`)}
    </article>`;
  }

  #agent(blocks: readonly Exclude<Block, { kind: "user" }>[]) {
    const model = blocks.findLast((block) => block.kind === "text")?.model;
    const silent = blocks.every((block) => block.text === "");
    return html`<article class="agent" aria-label=${texts.appName} aria-describedby="model" aria-busy=${this.running}>
      <header>
        <h2>${texts.appName}</h2>
        <span class="model" id="model">${model ?? ""}</span>
        <time datetime=${new Date(this.turn.at).toISOString()}>${texts.clock(this.turn.at)}</time>
      </header>
      ${blocks.map((block, index) => this.#block(block, index === blocks.length - 1))}
      ${this.running && silent ? html`<span class="waiting" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
      ${this.running ? nothing : this.#outcome(blocks)}
    </article>`;
  }

  #block(block: Block, last: boolean) {
    if (block.text === "") return nothing;
    if (block.kind === "thought") {
      const thinking = this.running && last;
      return html`<details>
        <summary>${thinking ? texts.chat.thinking : texts.chat.thoughts}</summary>
        <div class="said" dir="auto">${block.text}</div>
      </details>`;
    }
    return html`<markdown-view .text=${block.text} .done=${!this.running}></markdown-view>`;
  }

  #outcome(blocks: readonly Block[]) {
    const { outcome } = this.turn;
    if (outcome?.kind === "failed") {
      return html`<p class="outcome failed" role=${this.last ? "alert" : nothing}>
        <app-icon name="alert"></app-icon><span>${outcome.message}</span>${this.#continue()}
      </p>`;
    }
    if (outcome?.kind === "looped") return this.#ended(texts.chat.looped, true);
    if (outcome?.kind === "stopped") return this.#ended(texts.chat.stopped, isCut(blocks));
    // A Turn without an end that does not run here was cut off, if it is not another tab that speaks.
    const cut = outcome?.kind === "interrupted" || isCut(blocks) || (!outcome && this.last && !this.locked);
    return cut ? this.#ended(texts.chat.interrupted, true) : nothing;
  }

  #ended(sentence: string, canContinue: boolean) {
    return html`<p class="outcome"><span>${sentence}</span>${canContinue ? this.#continue() : nothing}</p>`;
  }

  #continue() {
    if (!this.last || this.locked) return nothing;
    const ask = () => tell(this, "continue-asked", { turnId: this.turn.id });
    return html`<button class="outlined" @click=${ask}>${texts.chat.continue}</button>`;
  }
}

const isCut = (blocks: readonly Block[]): boolean => blocks.some((block) => block.kind === "text" && block.interrupted);

declare global {
  interface HTMLElementTagNameMap {
    "turn-view": TurnView;
  }
}
