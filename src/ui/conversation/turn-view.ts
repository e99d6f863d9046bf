/** A Turn: the user's message and everything that followed. Its styles are in turn-styles.ts. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { MaskingNow } from "../../core/context/masking.js";
import type { Block, TurnView as Turn } from "../../core/port/turns.js";
import "../base/app-icon.js";
import { ask } from "../base/events.js";
import "./growing-text.js";
import { texts } from "../base/texts.js";
import "../calls/tool-card.js";
import { endingOf } from "./turn-ending.js";
import { editTexts } from "../calls/tool-texts.js";

/** Letters shown of a message that was taken back: enough to recognise it. */
const REWOUND_LENGTH = 80;

@customElement("turn-view")
class TurnElement extends LitElement {
  @property({ attribute: false }) turn!: Turn;
  /** Whether the Turn runs in this tab. */
  @property({ type: Boolean }) running = false;
  /** Whether the Turn is the newest: only then is its failure an alert, and only then can it be continued. */
  @property({ type: Boolean }) last = false;
  /** Whether another tab writes, or no tab can. */
  @property({ type: Boolean }) locked = false;
  @state() private menu = false;

  /** A part of the conversation's own tree, so that selecting and copying go across Turns. */
  protected override createRenderRoot(): this {
    return this;
  }

  override render() {
    if (!this.turn.rewound) return this.#whole();
    const words = this.turn.blocks.map(wordsOf).find((text) => text !== "") ?? "";
    // The reason why a message came back must be readable, though the message itself is collapsed.
    const failure = this.last && this.turn.outcome?.kind === "failed" ? this.turn.outcome.message : "";
    return html`<details class="rewound folded">
        <summary dir="auto">${texts.chat.rewound(words.slice(0, REWOUND_LENGTH))}</summary>
        ${this.#whole()}
      </details>
      ${failure ? this.#failed(failure) : nothing}`;
  }

  #whole() {
    const { blocks } = this.turn;
    const said = blocks.filter((block) => block.kind === "user");
    const answer = blocks.filter((block) => block.kind !== "user");
    const shown = answer.length > 0 || this.running || this.turn.outcome || this.last;
    return html`${said.length > 0 ? this.#you(said) : nothing}${shown ? this.#agent(answer) : nothing}`;
  }

  #you(said: readonly Block[]) {
    return html`<article class="you" aria-label=${texts.chat.you}>
      <h2 class="unseen">${texts.chat.you}</h2>
      ${said.map(
        (block) =>
          html`${marked(block)}
            <div class="said" dir="auto">${wordsOf(block)}</div>`,
      )}
      ${this.#menu()}
    </article>`;
  }

  /** Only a Turn that a Model has answered can be summarised. */
  #menu() {
    const { blocks, rewound, id } = this.turn;
    const isAnswered = blocks.some(({ kind }) => kind === "text" || kind === "tool");
    if (this.locked || this.running || rewound || !isAnswered) return nothing;
    const close = () => {
      this.menu = false;
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".more")?.focus());
    };
    return html`<button
        class="more icon"
        aria-label=${texts.chat.actions}
        title=${texts.chat.actions}
        aria-haspopup="menu"
        aria-expanded=${this.menu}
        @click=${this.#openMenu}
      >
        ⋯</button
      >${this.menu ? html`<turn-menu .turnId=${id} @menu-closed=${close}></turn-menu>` : nothing}`;
  }

  #openMenu = async (): Promise<void> => {
    await import("./turn-menu.js");
    this.menu = !this.menu;
  };

  #agent(blocks: readonly Exclude<Block, { kind: "user" }>[]) {
    const model = blocks.findLast((block) => block.kind === "text")?.model;
    const silent = blocks.every((block) => block.kind === "note" || wordsOf(block) === "");
    return html`<article
      class="agent"
      aria-label=${texts.appName}
      aria-describedby=${`model-${this.turn.id}`}
      aria-busy=${this.running}
    >
      <header>
        <h2>${texts.appName}</h2>
        <span class="model" id=${`model-${this.turn.id}`}>${model ?? ""}</span>
        <time datetime=${new Date(this.turn.at).toISOString()}>${texts.clock(this.turn.at)}</time>
      </header>
      ${repeat(
        blocks,
        keyOf(blocks),
        (block, index) => html`${marked(block, blocks[index - 1])}${this.#block(block, index === blocks.length - 1)}`,
      )}
      ${this.running && silent ? html`<span class="waiting" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
      ${this.running ? nothing : html`${this.#edited(blocks)}${this.#outcome()}`}
    </article>`;
  }

  #block(block: Block, last: boolean) {
    if (block.kind === "tool")
      return html`<tool-card .call=${block} ?locked=${this.locked || this.running}></tool-card>`;
    if (block.kind === "compression") {
      void import("../compression/compression-card.js"); // most conversations have none
      return html`<compression-card .block=${block} .locked=${this.locked || this.running}></compression-card>`;
    }
    if (block.text === "") return nothing;
    if (block.kind === "note") return this.#note(block);
    if (block.kind === "thought") {
      const thinking = this.running && last;
      return html`<details class="folded">
        <summary>${thinking ? texts.chat.thinking : texts.chat.thoughts}</summary>
        <growing-text class="said" dir="auto" .block=${block}></growing-text>
      </details>`;
    }
    return html`<markdown-view class="text" .block=${block} .done=${!this.running}></markdown-view>`;
  }

  #note(block: Block & { readonly kind: "note" }) {
    const words = html`<markdown-view class="note text" .block=${block} .done=${true}></markdown-view>`;
    return block.masking ? html`${words}${this.#masking(block.masking)}` : words;
  }

  /** The line on results left out of the context, with the button that brings them back (L2). */
  #masking({ record, undone }: MaskingNow) {
    const t = texts.masking;
    const change = () =>
      undone
        ? ask(this, (port) => port.compressions.redo(record), texts.busy.redo)
        : ask(this, (port) => port.compressions.undo(record), texts.busy.undo);
    const button = html`<button class="outlined" @click=${change}>${undone ? t.redo : t.undo}</button>`;
    return html`<p class="outcome" role="group" aria-label=${t.title}>
      <span>${undone ? t.undone : t.kept}</span>${this.locked || this.running ? nothing : button}
    </p>`;
  }

  /** One edit has its own button; several can be taken back together. */
  #edited(blocks: readonly Block[]) {
    const count = blocks.filter((block) => block.kind === "tool" && block.edit && !block.edit.undone).length;
    if (count < 2 || this.locked) return nothing;
    return html`<p class="outcome">
      <span>${editTexts.standing(count)}</span>
      <button class="outlined" @click=${this.#undoAll}>${editTexts.undoAll}</button>
    </p>`;
  }

  /** Undoes the newest edit first, as edits build on each other; the first one that asks a question ends the run. */
  #undoAll = async (): Promise<void> => {
    for (const card of [...this.querySelectorAll("tool-card")].toReversed()) if (!(await card.undo())) return;
  };

  #outcome() {
    const { outcome } = this.turn;
    if (outcome?.kind === "failed") return this.turn.rewound ? nothing : this.#failed(outcome.message);
    if (outcome?.kind === "looped") return this.#looped();
    const ending = endingOf(this.turn, this);
    if (!ending) return nothing;
    return html`<p class="outcome">
      <span>${ending.sentence}</span>${ending.canContinue ? this.#continue() : nothing}
    </p>`;
  }

  #failed(message: string) {
    return html`<p class="outcome failed" role=${this.last ? "alert" : nothing}>
      <app-icon name="alert"></app-icon><span>${message}</span>${this.#continue()}
    </p>`;
  }

  /** D4: the Turn was stopped; leaving it so takes no button. */
  #looped() {
    return html`<p class="outcome">
      <span>${texts.chat.looped}</span>${this.#continue()}${this.#continue(texts.chat.continueUnwatched, true)}
    </p>`;
  }

  #continue(words: string = texts.chat.continue, withoutDetection = false) {
    if (!this.last || this.locked || this.turn.rewound) return nothing;
    const resume = () => ask(this, (port) => port.turns.resume(this.turn.id, { withoutDetection }));
    return html`<button class="outlined" @click=${resume}>${words}</button>`;
  }
}

/** Marks of the user's changes to the context (U2); shown once for a run of blocks. */
function marked({ pinned, removed }: Block, before?: Block) {
  const isNews = (pinned && !before?.pinned) || (removed && !before?.removed);
  if (!isNews) return nothing;
  return html`<p class="mark">
    <app-icon name=${removed ? "close" : "pin"}></app-icon>${removed ? texts.chat.removed : texts.chat.pinned}
  </p>`;
}

const wordsOf = (block: Block): string => {
  if (block.kind === "compression") return "";
  return block.kind === "tool" ? block.name : block.text;
};

/** Keyed by record: when older blocks of a very long Turn come in above, the blocks already drawn stay as they are. */
const keyOf =
  (blocks: readonly Block[]) =>
  ({ record }: Block, index: number): string => {
    if (record === undefined) return `live ${index}`;
    let before = 0;
    while (blocks[index - before - 1]?.record === record) before++;
    return `${record} ${before}`;
  };

declare global {
  interface HTMLElementTagNameMap {
    "turn-view": TurnElement;
  }
}
