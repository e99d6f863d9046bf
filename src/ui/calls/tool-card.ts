/** A Tool call in a Turn: one line with its name, title and state, which opens to its output. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Todo } from "../../core/port/todos.js";
import type { ToolBlock } from "../../core/port/turns.js";
import { base } from "../base/theme.js";
import { toolTexts } from "./tool-texts.js";

@customElement("tool-card")
class ToolCard extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        margin-block: 0.35rem;
        font-size: 0.9375rem;
      }
      summary,
      .line {
        display: flex;
        align-items: baseline;
        gap: 0.5rem;
        min-block-size: 1.75rem;
        color: var(--ink-soft);
      }
      summary {
        cursor: pointer;
      }
      code {
        font: 0.875rem/1.5 var(--font-code);
      }
      .title {
        flex: 1;
        color: var(--ink);
      }
      .state {
        margin-inline-start: auto;
        font-size: var(--small);
        color: var(--ink-faint);
        white-space: nowrap;
      }
      .failed .state {
        color: var(--rubric);
      }
      .asking .state {
        color: var(--accent);
        font-weight: 600;
      }
      .todos li {
        display: flex;
        gap: 0.5rem;
        padding-inline-start: 0.25rem;
      }
      .todos .completed,
      .todos .cancelled {
        color: var(--ink-faint);
        text-decoration: line-through;
      }
      .todos .in_progress {
        font-weight: 600;
      }
      pre {
        max-block-size: 20rem;
        overflow: auto;
        margin: 0.25rem 0 0.75rem;
        padding: 0.75rem;
        border-radius: 8px;
        background: var(--paper-sunken);
        font: 0.8125rem/1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];
  @property({ attribute: false }) call!: ToolBlock;
  @property({ type: Boolean }) locked = false;

  override render() {
    const { state, edit, todos } = this.call;
    if (edit && state === "done") {
      void import("./edit-card.js"); // loaded with the first edit that is shown
      const card = html`<edit-card .call=${this.call} ?locked=${this.locked}></edit-card>`;
      return WITH_OUTPUT.has(this.call.name) ? html`${this.#output()}${card}` : card;
    }
    if (todos && todos.length > 0)
      return html`<div class="line ${state}">${this.#line()}</div>
        ${listOf(todos)}`;
    return this.#output();
  }

  /** Undoes the edit of the call, if it made one. Gives whether no edit is left. */
  async undo(): Promise<boolean> {
    return (await this.renderRoot.querySelector("edit-card")?.undo()) ?? true;
  }

  #output() {
    const { state, output } = this.call;
    if (!output) return html`<div class="line ${state}">${this.#line()}</div>`;
    return html`<details class=${state}>
      <summary>${this.#line()}</summary>
      <pre tabindex="0" role="region" aria-label=${toolTexts.output} dir="auto">${output}</pre>
    </details>`;
  }

  #line() {
    const { name, title, state, progress, output } = this.call;
    const lines = output ? ` · ${toolTexts.lines(output.replace(/\n$/, "").split("\n").length)}` : "";
    return html`<code>${name}</code>${title ? html`<span class="title ellipsis">${title}</span>` : nothing}<span
        class="state"
        >${progress ?? toolTexts.state[state]}${lines}</span
      >`;
  }
}

/** Tools whose output is shown beside their edits. */
const WITH_OUTPUT: ReadonlySet<string> = new Set(["run_shell_command"]);

const listOf = (todos: readonly Todo[]) =>
  html`<ul class="todos" aria-label=${toolTexts.todos}>
    ${todos.map(
      ({ description, status }) =>
        html`<li class=${status}>
          <span aria-hidden="true">${TODO_SIGNS[status]}</span>
          <span dir="auto"><span class="unseen">${toolTexts.todo[status]}: </span>${description}</span>
        </li>`,
    )}
  </ul>`;
const TODO_SIGNS = { pending: "○", in_progress: "◐", completed: "✓", cancelled: "×", blocked: "!" } as const;

declare global {
  interface HTMLElementTagNameMap {
    "tool-card": ToolCard;
  }
}
