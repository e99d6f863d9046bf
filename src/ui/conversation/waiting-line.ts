/** The reason why the running Turn pauses, and the time left: counted down, and read out only once. */
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { TurnEvent } from "../../core/port/events.js";
import { waitingTexts } from "./waiting-texts.js";

@customElement("waiting-line")
class WaitingLine extends LitElement {
  @property({ attribute: false }) waiting!: TurnEvent & { readonly type: "turn-waiting" };
  /** The name of the awaited model, as the user knows it. */
  @property() model = "";
  #ticking?: ReturnType<typeof setInterval>;

  /** A part of the status around it. */
  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  override render() {
    const { until, attempt, of, fault } = this.waiting;
    const seconds = Math.ceil((until - Date.now()) / 1000);
    // Screen readers do not read the ticks.
    const left = html`<span role="timer" aria-live="off">${waitingTexts.time(seconds)}</span>`;
    return html`${seconds > 0 ? html`${waitingTexts.in} ${left}` : waitingTexts.soon}
    ${waitingTexts.attempt(attempt, of)} ${waitingTexts.why(fault, this.model)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "waiting-line": WaitingLine;
  }
}
