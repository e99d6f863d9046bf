/**
 * The events of a Session, the newest first (H1); each line opens to all fields of its event. Events come in bursts while an answer
 * streams, so a line is made once, and the list is drawn at most four times a second.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { AgentEvent } from "../../core/port/events.js";
import { activityTexts, sentenceOf } from "./activity-texts.js";
import { eventLines } from "./event-lines.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";
import type { Activity } from "../state/view-state.js";

/** Milliseconds between two drawings. */
const PAUSE = 250;

@customElement("activity-panel")
class ActivityPanel extends LitElement {
  static override styles = [
    base,
    css`
      /* No grid: the browser would compute all its rows anew with each new one. */
      li + li {
        margin-block-start: 0.1rem;
      }
      summary {
        display: grid;
        grid-template-columns: auto 1fr auto;
        gap: 0.75rem;
        margin-inline: -0.4rem;
        padding: 0.25rem 0.4rem;
        border-radius: var(--radius-small);
        font-size: 0.9375rem;
        line-height: 1.45;
        cursor: pointer;
      }
      summary::after {
        content: "›";
        color: var(--ink-faint);
      }
      details[open] summary::after {
        rotate: 90deg;
      }
      summary:hover,
      details[open] summary {
        background: var(--paper-hover);
      }
      summary span,
      dd {
        overflow-wrap: anywhere;
      }
      time {
        font-size: var(--small);
        color: var(--ink-faint);
        font-variant-numeric: tabular-nums;
        padding-block-start: 0.1rem;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(4.5rem, auto) 1fr;
        gap: 0.15rem 0.75rem;
        margin: 0.25rem 0 0.6rem;
        padding-inline-start: 0.75rem;
        border-inline-start: 2px solid var(--line);
        font-size: var(--small);
        line-height: 1.45;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        max-block-size: 16rem;
        overflow: auto;
        white-space: pre-wrap;
      }
    `,
  ];
  @property({ attribute: false }) activity: readonly Activity[] = [];
  /** Ids of the lines that are open: only these have their details drawn. */
  @state() private open: ReadonlySet<number> = new Set();
  #drawnAt = 0;

  protected override async scheduleUpdate(): Promise<void> {
    const wait = this.#drawnAt + PAUSE - performance.now();
    if (this.hasUpdated && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    super.scheduleUpdate();
    this.#drawnAt = performance.now();
  }

  override render() {
    if (this.activity.length === 0) return html`<p class="quiet">${texts.inspector.noActivity}</p>`;
    return html`<ol aria-label=${texts.inspector.tabs.activity}>
      ${repeat(
        this.activity.toReversed(),
        ({ id }) => id,
        (each) => guard([each, this.open.has(each.id)], () => html`<li>${this.#line(each)}</li>`),
      )}
    </ol>`;
  }

  #line({ id, at, event }: Activity) {
    return html`<details @toggle=${(change: Event) => this.#toggled(id, change)}>
      <summary>
        <time datetime=${new Date(at).toISOString()} title=${texts.day(at)}>${texts.seconds(at)}</time
        ><span dir="auto">${sentenceOf(event)}</span>
      </summary>
      ${this.open.has(id) ? details(event) : nothing}
    </details>`;
  }

  #toggled(id: number, { target }: Event): void {
    const open = new Set(this.open);
    if ((target as HTMLDetailsElement).open) open.add(id);
    else open.delete(id);
    this.open = open;
  }
}

const details = (event: AgentEvent) =>
  html`<dl>
    <dt>${activityTexts.event}</dt>
    <dd>${event.type}</dd>
    ${eventLines(event).map(
      ({ name, value }) =>
        html`<dt>${name}</dt>
          <dd dir="auto">${value}</dd>`,
    )}
  </dl>`;

declare global {
  interface HTMLElementTagNameMap {
    "activity-panel": ActivityPanel;
  }
}
