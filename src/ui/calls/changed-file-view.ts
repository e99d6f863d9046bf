/** A file that was changed after the edit that is to be undone, as three diffs to choose from. Tells `change-settled`. */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ChangedFile } from "../../core/text/edits.js";
import { mergedUndo } from "../../core/text/undo-merge.js";
import { conflictStyles } from "../diff/conflict-styles.js";
import "../diff/diff-view.js";
import { choiceButtons } from "../base/choice-buttons.js";
import { tell, type UiEvents } from "../base/events.js";
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
    const { path, before, after, now } = this.file;
    const sides = (Object.keys(t.sides) as Side[]).filter((side) => side !== "merged" || this.#merged !== undefined);
    const [from, to] = ({ edit: [before, after], since: [after, now], merged: [now, this.#merged] } as const)[
      this.side
    ];
    const settle = (detail: UiEvents["change-settled"]) => () => tell(this, "change-settled", detail);
    return html`<div class="card" role="group" aria-label=${t.title(path)}>
      <p>${t.why}</p>
      <div class="choices buttons small" role="group" aria-label=${t.which}>
        ${choiceButtons(sides, { labels: t.sides, chosen: this.side, choose: (side) => (this.side = side) })}
      </div>
      <diff-view .path=${path} .oldText=${from} .newText=${to ?? ""}></diff-view>
      ${this.#merged === undefined && now !== undefined ? html`<p class="quiet">${t.conflict}</p>` : nothing}
      <div class="buttons">
        <button class="primary" @click=${settle({ keep: true })}>${t.keep}</button>
        ${
          this.#merged === undefined
            ? nothing
            : html`<button class="outlined" @click=${settle({ text: this.#merged })}>${t.merge}</button>`
        }
        <button class="outlined" @click=${settle(before === undefined ? {} : { text: before })}>
          ${before === undefined ? t.remove : t.back}
        </button>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "changed-file-view": ChangedFileView;
  }
}
