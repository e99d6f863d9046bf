/**
 * What happened, the newest first (H1); each line opens to all that is known of it. Shown while an answer streams, it must
 * cost what is new and not what is there: a line is made once, and what comes within a quarter of a second comes at once.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { AgentEvent } from "../../core/port/events.js";
import { activityTexts } from "./activity-texts.js";
import { eventLines } from "./event-lines.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";
import type { Activity } from "../state/view-state.js";
import { compressionTexts } from "../compression/compression-texts.js";

/** Between two drawings (ms): what is told of a Turn comes in bursts, and nobody reads faster. */
const PAUSE = 250;

@customElement("activity-panel")
class ActivityPanel extends LitElement {
  static override styles = [
    base,
    css`
      /* No grid: it would be worked out anew for all its rows with each new one. */
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

function sentenceOf(event: AgentEvent): string {
  const t = activityTexts;
  switch (event.type) {
    case "step-started":
      return t["step-started"](event.model);
    case "turn-ended":
      return event.outcome.kind === "failed" ? t.failed(event.outcome.message) : t[event.outcome.kind];
    case "session-listed":
      return t["session-listed"](event.session.title || texts.sessions.untitled);
    case "ownership-changed":
      return t[event.owner];
    case "context-weighed":
      return t["context-weighed"](event.meter.tokens);
    case "storage-changed":
      return event.storage.kind === "ready" ? t.ready : t["read-only"](event.storage.failure.message);
    case "step-discarded":
      return t["step-discarded"](event.why);
    case "turn-waiting":
      return t["turn-waiting"](event.why, event.attempt, event.of);
    case "session-working":
      return t["session-working"][event.state];
    case "queue-changed":
      return t["queue-changed"](event.queue.length);
    case "trust-changed":
      return event.trusted ? t.trusted : t.untrusted;
    case "turn-routed":
      return event.route.insteadOf
        ? t.fallback(event.route.model, event.route.insteadOf)
        : t["turn-routed"](event.route.model);
    case "tool-started":
      return t["tool-started"](event.name, event.title);
    case "tool-progress":
      return event.words;
    case "tool-finished":
      return t.tool[event.state];
    case "tool-asked":
      return t["tool-asked"](event.request.title);
    case "edit-undone":
      return event.undone ? t.undone : t.redone;
    case "approval-mode-changed":
      return t["approval-mode-changed"](texts.mode.modes[event.mode].label);
    case "loop-noticed":
      return t["loop-noticed"](event.what);
    case "context-will-overflow":
      return t["context-will-overflow"](event.estimated, event.remaining);
    case "results-masked":
      return t["results-masked"](event.count, event.before, event.after);
    case "compression-started":
      return t["compression-started"][event.trigger];
    case "compression-progress":
      return texts.status.compressing[event.phase];
    case "chat-compressed":
      return t["chat-compressed"](event.before, event.after);
    case "compression-ended":
      return t["compression-ended"](compressionTexts.status[event.status], event.why);
    case "recalled":
      return t.recalled(event.count, event.tokens);
    case "compression-advised":
      return t["compression-advised"](event.used, event.limit);
    case "compression-changed":
      return event.undone ? t["compression-undone"] : t["compression-redone"];
    case "masking-changed":
      return event.masking.undone ? t["masking-undone"] : t["masking-redone"];
    case "loop-checked":
      return event.problem === undefined
        ? t["loop-checked"](event.model, event.confidence ?? 0)
        : t["loop-check-failed"](event.problem);
    case "files-changed":
      return t["files-changed"](event.paths.length);
    case "memory-written":
      return t["memory-written"](event.path);
    case "memory-changed":
      return t["memory-changed"][event.by](event.paths);
    case "memory-problems":
      return t["memory-problems"](event.count);
    case "index-progress":
      return t["index-progress"](event.progress);
    case "index-failed":
      return t["index-failed"](event.message);
    case "text":
    case "thought":
      return event.delta;
    default:
      return t[event.type];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "activity-panel": ActivityPanel;
  }
}
