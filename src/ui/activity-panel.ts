/** What happened, the newest first (H1). */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { AgentEvent } from "../core/events.js";
import { texts } from "./texts.js";
import { base } from "./theme.js";
import type { Activity } from "./view-state.js";

@customElement("activity-panel")
export class ActivityPanel extends LitElement {
  static override styles = [
    base,
    css`
      ol {
        display: grid;
        gap: 0.6rem;
      }
      li {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.75rem;
        font-size: 0.9375rem;
        line-height: 1.45;
      }
      li span {
        overflow-wrap: anywhere;
      }
      time {
        font-size: var(--small);
        color: var(--ink-faint);
        font-variant-numeric: tabular-nums;
        padding-block-start: 0.1rem;
      }
    `,
  ];
  @property({ attribute: false }) activity: readonly Activity[] = [];

  override render() {
    if (this.activity.length === 0) return html`<p class="quiet">${texts.inspector.noActivity}</p>`;
    const line = ({ at, event }: Activity) =>
      html`<li>
        <time datetime=${new Date(at).toISOString()}>${texts.clock(at)}</time><span>${sentenceOf(event)}</span>
      </li>`;
    return html`<ol>
      ${repeat(this.activity.toReversed(), ({ id }) => id, line)}
    </ol>`;
  }
}

function sentenceOf(event: AgentEvent): string {
  const t = texts.activity;
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
    case "loop-noticed":
      return t["loop-noticed"](event.what);
    case "context-will-overflow":
      return t["context-will-overflow"](event.estimated, event.remaining);
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
