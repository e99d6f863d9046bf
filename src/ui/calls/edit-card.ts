/**
 * A finished edit: its file, the numbers of lines added and removed, the diff, and undo. A file that was changed since is shown with its
 * three sides, and not overwritten (W2). Tells `file-asked`.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ChangedFile, EditView, UndoView } from "../../core/text/edits.js";
import type { AgentPort } from "../../core/port/agent-port.js";
import type { ToolBlock } from "../../core/port/turns.js";
import "../base/app-icon.js";
import { ask, tell, type UiEvent } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";
import { diffTexts } from "../diff/diff-texts.js";
import { editTexts } from "./tool-texts.js";

@customElement("edit-card")
class EditCard extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
      }
      .line {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 0.1rem 0.5rem;
        min-block-size: 1.9rem;
        color: var(--ink-soft);
      }
      button {
        display: inline-flex;
        align-items: center;
        gap: 0.3rem;
        min-block-size: 1.75rem;
        padding: 0.05rem 0.5rem;
        font-size: var(--small);
      }
      button app-icon {
        inline-size: 0.95rem;
        block-size: 0.95rem;
      }
      .path {
        min-inline-size: 0;
        padding-inline: 0.25rem;
        font: 0.875rem / 1.5 var(--font-code);
        color: var(--ink);
        text-align: start;
        text-decoration: underline;
        text-decoration-color: var(--line-strong);
        text-underline-offset: 0.2em;
        overflow-wrap: anywhere;
      }
      code {
        font: 0.875rem / 1.5 var(--font-code);
      }
      .counts {
        font-size: var(--small);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .end {
        display: flex;
        gap: 0.25rem;
        margin-inline-start: auto;
      }
      .undone .path,
      .undone .counts {
        text-decoration: line-through;
      }
      .show app-icon {
        transition: rotate var(--quick);
      }
      .show[aria-expanded="true"] app-icon {
        rotate: 90deg;
      }
      diff-view,
      changed-file-view {
        display: block;
        margin-block: 0.4rem 0.75rem;
      }
    `,
  ];
  @property({ attribute: false }) call!: ToolBlock;
  @property({ type: Boolean }) locked = false;
  @state() private shown?: EditView;
  @state() private isOpen = false;
  @state() private changed?: ChangedFile;
  @state() private busy = false;
  @state() private announced = "";

  override render() {
    const { name, edit } = this.call;
    const { path, added, removed, others, undone } = edit!;
    const t = editTexts;
    return html`<div class="line ${undone ? "undone" : ""}">
        <code>${name}</code>
        <button class="path" title=${t.open} @click=${() => tell(this, "file-asked", { path })}>${path}</button>
        ${others ? html`<span>${t.others(others)}</span>` : nothing}
        <span class="counts" dir="ltr">${diffTexts.counts(added, removed)}</span>
        <span class="end">
          <button class="show" aria-expanded=${this.isOpen} @click=${this.#toggle}>
            <app-icon name="chevron-right"></app-icon>${t.show}
          </button>
          ${
            this.locked
              ? nothing
              : html`<button
                  class="outlined turn"
                  aria-disabled=${this.busy}
                  @click=${() => this.#undo(undone ?? false)}
                >
                  <app-icon name=${undone ? "redo" : "undo"}></app-icon>${undone ? t.redo : t.undo}
                </button>`
          }
        </span>
      </div>
      <span class="unseen" aria-live="polite">${this.announced}</span>
      ${
        this.isOpen && this.shown
          ? html`<diff-view .path=${path} .oldText=${this.shown.before} .newText=${this.shown.after} plain></diff-view>`
          : nothing
      }
      ${
        this.changed
          ? html`<changed-file-view .file=${this.changed} @change-settled=${this.#settled}></changed-file-view>`
          : nothing
      }`;
  }

  #toggle = async (): Promise<void> => {
    this.isOpen = !this.isOpen;
    if (!this.isOpen || this.shown) return;
    const [shown] = await Promise.all([
      ask(this, (port) => port.calls.editOf(this.call.id)),
      import("../diff/diff-view.js"),
    ]);
    this.shown = shown;
    this.announced = shown ? "" : editTexts.gone;
  };

  /** Undoes the edit as its button does. Gives whether it is undone: a file that was changed since asks the user first. */
  async undo(): Promise<boolean> {
    return this.call.edit?.undone || (await this.#undo(false)) === "undone";
  }

  /** The button is not disabled meanwhile: it would lose the focus. */
  async #undo(isUndone: boolean): Promise<UndoView["kind"] | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    const { id } = this.call;
    const done = await (isUndone
      ? ask(this, (port) => port.calls.redoEdit(id), texts.busy.redoing)
      : ask(this, (port) => port.calls.undoEdit(id), texts.busy.undoing));
    if (done?.kind === "changed") {
      await import("./changed-file-view.js");
      this.changed = done;
      this.isOpen = false; // one of the three sides is the same diff
      this.announced = editTexts.changed;
    } else if (done) this.announced = done.kind === "undone" ? editTexts.undone : editTexts.redone;
    this.busy = false;
    return done?.kind;
  }

  #settled = async ({ detail }: UiEvent<"change-settled">): Promise<void> => {
    const file = this.changed!;
    const { keep, text } = detail;
    const settle = (port: AgentPort) => port.calls.settleEdit(this.call.id, file, text);
    const done = keep ? undefined : await ask(this, settle, texts.busy.undoing);
    if (!keep && !done) return;
    this.changed = done?.kind === "changed" ? done : undefined;
    this.announced = this.changed ? editTexts.changed : done ? editTexts.undone : editTexts.kept;
    if (this.changed) return;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".turn")?.focus(); // the button that had the focus is gone
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "edit-card": EditCard;
  }
}
