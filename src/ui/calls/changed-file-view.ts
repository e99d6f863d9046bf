/**
 * A file that was changed after our edit, when that edit is to be taken back: as it was, as the edit left it, as it is now.
 * Nothing has been touched; the user chooses. Tells `change-settled`.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ChangedFile } from "../../core/text/edits.js";
import { mergedUndo } from "../../core/text/undo-merge.js";
import { conflictStyles } from "../diff/conflict-styles.js";
import "../diff/diff-view.js";
import { tell } from "../base/events.js";
import { base, buttons } from "../base/theme.js";
import { changedTexts } from "./approval-texts.js";

type Side = keyof typeof changedTexts.sides;

@customElement("changed-file-view")
class ChangedFileView extends LitElement {
  static override styles = [base, buttons, conflictStyles];
  @property({ attribute: false }) file!: ChangedFile;
  @state() private side: Side = "since";
  #merged?: string;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("file")) return;
    this.#merged = mergedUndo(this.file);
    this.side = "since";
  }

  override render() {
    const t = changedTexts;
    const { path, before, now } = this.file;
    const sides = (Object.keys(t.sides) as Side[]).filter((side) => side !== "merged" || this.#merged !== undefined);
    const [from, to] = this.#shown();
    return html`<div class="card" role="group" aria-label=${t.title(path)}>
      <p>${t.why}</p>
      <div class="sides" role="group" aria-label=${t.which}>
        ${sides.map(
          (side) =>
            html`<button aria-pressed=${side === this.side} @click=${() => (this.side = side)}>
              ${t.sides[side]}
            </button>`,
        )}
      </div>
      <diff-view .path=${path} .oldText=${from} .newText=${to ?? ""}></diff-view>
      ${this.#merged === undefined && now !== undefined ? html`<p class="quiet">${t.conflict}</p>` : nothing}
      <div class="buttons">
        <button class="primary" @click=${() => tell(this, "change-settled", { keep: true })}>${t.keep}</button>
        ${
          this.#merged === undefined
            ? nothing
            : html`<button class="outlined" @click=${() => tell(this, "change-settled", { text: this.#merged! })}>
                ${t.merge}
              </button>`
        }
        <button
          class="outlined"
          @click=${() => tell(this, "change-settled", before === undefined ? {} : { text: before })}
        >
          ${before === undefined ? t.remove : t.back}
        </button>
      </div>
    </div>`;
  }

  #shown(): readonly [string | undefined, string | undefined] {
    const { before, after, now } = this.file;
    switch (this.side) {
      case "edit":
        return [before, after];
      case "since":
        return [after, now];
      case "merged":
        return [now, this.#merged];
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "changed-file-view": ChangedFileView;
  }
}
