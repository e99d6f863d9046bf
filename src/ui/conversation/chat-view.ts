/** The middle pane: the conversation of the open Session or the blank page, failures, and the composer. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { AgentController } from "../state/agent-controller.js";
import "../base/app-icon.js";
import "./approval-mode.js";
import { AskFocus } from "../calls/ask-focus.js";
import "../context/context-meter.js";
import "./conversation-view.js";
import type { ConversationView } from "./conversation-view.js";
import { tell, type UiEvent } from "../base/events.js";
import "./message-composer.js";
import type { MessageComposer } from "./message-composer.js";
import { hashOfRoute } from "../base/routes.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";
import { asksOf, chosenModel, isStorageReadOnly, meterOf, type ViewState } from "../state/view-state.js";
import "./welcome-view.js";
// These are needed when the network or the storage is gone, so they are loaded from the start.
import "./queued-list.js";
import "../base/read-only-bar.js";
import type { ContextMeter } from "../../core/measure/ledger.js";
import type { RecordId, TurnId } from "../../core/ids.js";

/** Pages read to find a record: enough for the longest Sessions. */
const MOST_PAGES = 150;

@customElement("chat-view")
export class ChatView extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: grid;
        grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
        min-block-size: 0;
        min-inline-size: 0;
        --gutter: clamp(1rem, 3vw, 2rem);
        container-type: inline-size;
      }
      .foot {
        inline-size: 100%;
        max-inline-size: calc(var(--column) + 2 * var(--gutter));
        margin-inline: auto;
        padding-inline: var(--gutter);
        padding-block-end: max(0.6rem, env(safe-area-inset-bottom));
      }
      /* A diff needs more room than a column of text. */
      .asks {
        position: relative;
        z-index: 1;
        inline-size: min(70rem, 100cqi - 2 * var(--gutter));
        margin-inline: calc((100% - min(70rem, 100cqi - 2 * var(--gutter))) / 2);
      }
      .problem {
        display: flex;
        align-items: center;
        gap: 0.7rem;
        background: var(--rubric-wash);
        border-radius: var(--radius);
        padding: 0.35rem 0.35rem 0.35rem 0.9rem;
        margin-block-end: 0.6rem;
        font-size: 0.9375rem;
        line-height: 1.45;
      }
      .problem app-icon {
        color: var(--rubric);
      }
      .problem span {
        flex: 1;
        overflow-wrap: anywhere;
      }
      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 1rem;
        min-block-size: 1.9rem;
        margin-block-start: 0.2rem;
        padding-inline: 0.5rem;
      }
      [role="status"] {
        display: flex;
        align-items: center;
        gap: 0.4rem;
        flex: 1;
        min-inline-size: 0;
      }
      /* The reason for a pause must be readable to its end: it has a row of its own. */
      .waits {
        flex-wrap: wrap;
        row-gap: 0;
      }
      .waits [role="status"] {
        order: -1;
        flex: 1 0 100%;
      }
      [role="status"] app-icon {
        --icon: 0.95rem;
      }
    `,
  ];

  @property({ attribute: false }) agent!: AgentController;
  @property({ attribute: false }) state!: ViewState;
  @property({ type: Boolean }) offline = false;
  /** A sentence on the local model that is being loaded before it answers. */
  @property({ attribute: false }) loading = "";
  /** A sentence shown for a while in the place of the status. */
  @property({ attribute: false }) hint = "";
  @query("message-composer") private readonly composer!: MessageComposer;
  @query("conversation-view") private readonly conversation?: ConversationView;

  readonly #focus = new AskFocus(this);

  focusComposer(): void {
    this.composer.focus();
  }

  mention(text: string): void {
    this.composer.insert(text);
  }

  /** Scrolls to a record, however far back; older pages are read until it is there. */
  async showRecord(record: RecordId, turn?: TurnId): Promise<void> {
    for (let page = 0; page < MOST_PAGES; page++) {
      if (this.conversation?.show(record, turn) || !this.state.open?.window.more) return;
      await this.agent.older();
      await this.updateComplete;
      await this.conversation?.updateComplete;
    }
  }

  override render() {
    const { state } = this;
    const meter = meterOf(state);
    return html`
      <read-only-bar .storage=${state.storage} .owner=${state.open?.owner}></read-only-bar>
      ${this.#page()}
      <div class="foot" @message-sent=${this.#sent} @draft-changed=${this.#drafted}>
        ${state.problems.map(this.#problem)} ${this.#memory()} ${this.#trust()} ${this.#queue()} ${this.#compression()}
        ${this.#asks()}
        <message-composer
          .draft=${live(this.agent.draft())}
          .running=${state.running !== undefined}
          .queueing=${this.offline && (chosenModel(state)?.remote ?? false)}
          .locked=${isStorageReadOnly(state)}
          .complete=${this.#complete}
        ></message-composer>
        <div class="line ${state.waiting ? "waits" : ""}">
          <approval-mode .mode=${state.approvalMode}></approval-mode>
          <div role="status" aria-label=${texts.status.title} class="quiet">
            ${this.offline ? html`<app-icon name="offline"></app-icon>` : nothing}${this.#waiting() ?? html`<span class="clipped">${this.#status()}</span>`}
          </div>
          ${meter ? html`<context-meter .meter=${meter}></context-meter>` : nothing}
        </div>
      </div>
    `;
  }

  #page() {
    const { open, running } = this.state;
    const empty = !open || (open.window.turns.length === 0 && !open.window.more);
    if (empty) return html`<welcome-view @message-sent=${this.#sent}></welcome-view>`;
    return html`<conversation-view
      .sessionId=${open.summary.id}
      .window=${open.window}
      .running=${running}
      .locked=${isStorageReadOnly(this.state)}
      @older-asked=${() => this.agent.older()}
      @newer-asked=${() => this.agent.newer()}
      @latest-asked=${() => this.agent.latest()}
    ></conversation-view>`;
  }

  #memory() {
    const { memoryNews } = this.state;
    if (!memoryNews) return nothing;
    void import("../memory/memory-note.js");
    return html`<memory-note
      .news=${memoryNews}
      @memory-news-dismissed=${() => this.agent.dismissMemoryNews()}
    ></memory-note>`;
  }

  #trust() {
    const { trust, workspace } = this.state;
    if (!trust || trust.workspaceId !== workspace?.id) return nothing;
    void import("./trust-card.js"); // most folders bring nothing along
    return html`<trust-card .name=${workspace.name} .question=${trust.question}></trust-card>`;
  }

  /** The first call that waits; the next one comes when it is answered. */
  #asks() {
    const asks = asksOf(this.state);
    const [first] = asks;
    if (!first || isStorageReadOnly(this.state)) return nothing;
    this.#focus.load();
    return html`<div class="asks">
      ${
        first.request
          ? html`<approval-card .request=${first.request} .waiting=${asks.length}></approval-card>`
          : html`<question-card .callId=${first.id} .questions=${first.questions ?? []}></question-card>`
      }
    </div>`;
  }

  override updated(): void {
    this.#focus.follow(asksOf(this.state)[0]?.id);
  }

  /** The question before a compression, or the progress of one. */
  #compression() {
    const { advised, compressing } = this.state;
    if ((!advised && !compressing) || isStorageReadOnly(this.state)) return nothing;
    void import("../compression/compression-bar.js");
    return html`<compression-bar
      .advised=${advised}
      .phase=${compressing}
      @advice-answered=${this.#answered}
    ></compression-bar>`;
  }

  /** While a Turn runs the compression is queued after it, as a message is. */
  #answered = ({ detail: { answer } }: UiEvent<"advice-answered">): void => {
    this.agent.dismissAdvice();
    this.focusComposer();
    if (answer === "now") void this.send("/compress");
  };

  #queue() {
    const { queued, running } = this.state;
    if (queued.length === 0) return nothing;
    return html`<queued-list
      .queued=${queued}
      .running=${running !== undefined}
      .locked=${isStorageReadOnly(this.state)}
      @queued-edited=${({ detail }: UiEvent<"queued-edited">) => this.agent.editQueued(detail.id, detail.text)}
      @queued-withdrawn=${({ detail }: UiEvent<"queued-withdrawn">) => this.agent.withdraw(detail.id)}
    ></queued-list>`;
  }

  #complete = (text: string, caret: number) => this.agent.complete(text, caret);

  #problem = (sentence: string, index: number) =>
    html`<div class="problem" role="alert">
      <app-icon name="alert"></app-icon><span>${sentence}</span>
      <button
        class="icon"
        aria-label=${texts.bars.dismiss}
        title=${texts.bars.dismiss}
        @click=${() => tell(this, "problem-dismissed", { index })}
      >
        <app-icon name="close"></app-icon>
      </button>
    </div>`;

  /** A pause of the running Turn, unless the status has something more urgent. */
  #waiting() {
    const { waiting, compressing, busy, models } = this.state;
    if (!waiting || compressing || busy) return undefined;
    void import("./waiting-line.js"); // most answers come at once
    const model = models.find(({ name }) => name === waiting.model)?.label ?? waiting.model;
    return html`<waiting-line .waiting=${waiting} .model=${model}></waiting-line>`;
  }

  /** The most urgent thing that goes on. */
  #status(): string {
    const { state, offline } = this;
    if (state.compressing) return texts.status.compressing[state.compressing];
    if (state.busy) return state.busy;
    const [ask] = asksOf(state);
    if (ask) return ask.request ? texts.status.asking(ask.request.title) : texts.status.question;
    if (state.running && this.loading) return this.loading;
    if (state.running) {
      const turn = state.open?.window.turns.findLast(({ id }) => id === state.running);
      const model = turn?.blocks.findLast((block) => block.kind === "text")?.model;
      const label = state.models.find(({ name }) => name === model)?.label;
      return texts.status.answering(label ?? (model || texts.appName));
    }
    if (this.hint) return this.hint;
    const unseen = Object.values(state.working);
    if (unseen.includes("asking")) return texts.status.elsewhere.asking;
    if (state.queued.length > 0) return texts.status.waiting(state.queued.length);
    if (unseen.length > 0) return texts.status.elsewhere.answering;
    if (state.indexing) return texts.status.indexing(state.indexing);
    if (isStorageReadOnly(state)) return texts.status.readOnly;
    if (offline) return chosenModel(state)?.remote ? texts.status.offlineQueue : texts.status.offline;
    const meter = meterOf(state);
    return (meter && nearWords(meter)) ?? texts.status.ready;
  }

  #sent = (event: UiEvent<"message-sent">): Promise<void> => this.send(event.detail.text);

  async send(text: string): Promise<void> {
    this.conversation?.follow();
    const before = this.state.open?.summary.id;
    await this.agent.send(text);
    // The first message has created a Session: the address must name it, so that a reload finds it.
    const after = this.agent.state.open?.summary.id;
    if (after && after !== before) location.replace(hashOfRoute({ to: "session", id: after }));
  }

  #drafted = (event: UiEvent<"draft-changed">): void => this.agent.keepDraft(event.detail.text);
}

/** The part of the window, before the limit, within which a compression is announced. */
const NEAR = 0.06;

/** An unobtrusive sentence before a compression (C12). */
function nearWords({ tokens, limit, compressAt }: ContextMeter): string | undefined {
  if (compressAt === undefined || limit <= 0 || tokens < compressAt - NEAR * limit || tokens >= compressAt) return;
  return texts.status.compressionNear(Math.floor((100 * tokens) / limit), Math.round((100 * compressAt) / limit));
}

declare global {
  interface HTMLElementTagNameMap {
    "chat-view": ChatView;
  }
}
