/**
 * The card of a compression (C12): its sizes, method and score; and the lines that were kept, shortened and left out, each with its source
 * and what can be done with it. Tells `source-asked`.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CompressionBlock } from "../../core/compression/compression.js";
import { emptySnapshot, withLines, writeSnapshot } from "../../core/log/snapshot.js";
import type { SnapshotChange } from "../../core/compression/snapshot-edit.js";
import "../base/app-icon.js";
import { cardTexts } from "./compression-card-texts.js";
import { compressionStyles } from "./compression-styles.js";
import { ask, tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields, scroller } from "../base/theme.js";
import { SECTIONS, type PlacedLine } from "../../core/log/snapshot-sections.js";
import type { RecordId } from "../../core/ids.js";
import { compressionTexts } from "./compression-texts.js";

const TABS = ["kept", "shortened", "leftOut"] as const;
type Tab = (typeof TABS)[number];

/** A line of the Snapshot, and its index among all of them. */
interface Numbered {
  readonly line: PlacedLine;
  readonly at: number;
}

@customElement("compression-card")
class CompressionCard extends LitElement {
  static override styles = [base, buttons, fields, scroller, compressionStyles];
  @property({ attribute: false }) block!: CompressionBlock;
  /** Whether the Session cannot be changed now. */
  @property({ type: Boolean }) locked = false;
  @state() private open = false;
  @state() private tab: Tab = "kept";
  /** The line that is being edited; `all` for the whole text. */
  @state() private editing?: number | "all";
  @query("textarea") private readonly area?: HTMLTextAreaElement;

  override willUpdate(changed: PropertyValues<this>): void {
    const was = changed.get("block");
    if (was && was !== this.block) this.editing = undefined; // the edit is saved
  }

  override render() {
    const t = compressionTexts;
    const { undone = false, before, after, method, score } = this.block;
    const checked = score === undefined ? "" : ` · ${t.score(score)}`;
    return html`<div role="group" aria-label=${t.title} class=${undone ? "card undone" : "card"}>
      <div class="line">
        <div>
          <h3>${undone ? t.undoneTitle : t.title} · ${t.sizes(before, after)}</h3>
          <p class="quiet">${undone ? t.undone : `${t.method[method]}${checked}. ${t.kept}`}</p>
        </div>
        ${this.locked ? nothing : html`<button class="outlined" @click=${undone ? this.#redo : this.#undo}>${undone ? t.redo : t.undo}</button>`}
        <button aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>${t.details}</button>
      </div>
      ${this.open ? this.#details() : nothing}
    </div>`;
  }

  get #canChange(): boolean {
    return !this.locked && !this.block.undone;
  }

  #details() {
    const t = cardTexts;
    if (this.editing === "all") return this.#editor(t.editAll, this.#asText(), (text) => ({ kind: "text", text }));
    const counts: Record<Tab, number> = {
      kept: this.block.lines.length - this.block.reworded.length,
      shortened: this.block.reworded.length + this.block.shortened.length,
      leftOut: this.block.leftOut.length,
    };
    return html`<div role="tablist" aria-label=${compressionTexts.details} @keydown=${this.#keyed}>
        ${TABS.map(
          (tab) =>
            html`<button
              role="tab"
              id=${tab}
              aria-selected=${tab === this.tab}
              aria-controls="panel"
              tabindex=${tab === this.tab ? 0 : -1}
              @click=${() => (this.tab = tab)}
            >
              ${t.tabs[tab]} <span class="quiet">${texts.number(counts[tab])}</span>
            </button>`,
        )}
      </div>
      <div id="panel" role="tabpanel" class="scroller" tabindex="0" aria-labelledby=${this.tab}>
        <p class="quiet">${t.tabHints[this.tab]}</p>
        ${this.#panel()}
      </div>
      ${this.#canChange ? this.#wholeActions() : nothing}`;
  }

  #wholeActions() {
    const t = cardTexts;
    const { edits } = this.block;
    return html`<p class="buttons">
      <button class="outlined" @click=${() => this.#edit("all")}>${t.editAll}</button>
      ${edits && edits.made > 0 ? html`<button @click=${this.#undoEdit}>${t.undoEdit}</button>` : nothing}
      ${edits?.canRedo ? html`<button @click=${this.#redoEdit}>${t.redoEdit}</button>` : nothing}
    </p>`;
  }

  #panel() {
    const { lines, leftOut, shortened } = this.block;
    const reworded = new Set(this.block.reworded);
    const numbered = lines.map((line, at): Numbered => ({ line, at }));
    if (this.tab === "leftOut")
      return leftOut.length === 0
        ? this.#none()
        : html`<ul>
            ${leftOut.map(this.#leftOutLine)}
          </ul>`;
    const shown = numbered.filter(({ at }) => reworded.has(at) === (this.tab === "shortened"));
    const results = this.tab === "shortened" ? shortened : [];
    if (shown.length + results.length === 0) return this.#none();
    return html`${SECTIONS.map((section) => {
      const inside = shown.filter(({ line }) => line.section === section);
      if (inside.length === 0) return nothing;
      return html`<h4>${compressionTexts.sections[section]}</h4>
        <ul>
          ${inside.map(this.#keptLine)}
        </ul>`;
    })}
    ${
      results.length === 0
        ? nothing
        : html`<h4>${cardTexts.results}</h4>
            <ul>
              ${results.map(
                ({ record, tool, before, after }) =>
                  html`<li>
                    ${cardTexts.result(tool, before, after)}
                    <span class="chips">${this.#jump(record, tool)}${this.#pin(record)}</span>
                  </li>`,
              )}
            </ul>`
    }`;
  }

  #none = () => html`<p>${cardTexts.none[this.tab]}</p>`;

  #keptLine = ({ line, at }: Numbered) => {
    const t = cardTexts;
    const { text } = line;
    if (this.editing === at)
      return html`<li>${this.#editor(t.editLine, text, (now) => ({ kind: "line", at, was: text, text: now }))}</li>`;
    return html`<li dir="auto">
      <span class="text">${text}</span>
      <span class="chips">
        ${this.#sources(line)}
        ${
          this.#canChange
            ? html`${this.#icon("pencil", t.edit(text), () => this.#edit(at))}${this.#pin(this.#sourceOf(line))}`
            : nothing
        }
      </span>
    </li>`;
  };

  #leftOutLine = (line: PlacedLine) => {
    const t = cardTexts;
    const putBack = () => this.#change({ kind: "put-back", line });
    return html`<li dir="auto">
      <span class="text">${line.text}</span>
      <span class="chips">
        ${this.#sources(line)}
        ${
          this.#canChange
            ? html`<button class="chip" aria-label=${t.putBackOf(line.text)} @click=${putBack}>${t.putBack}</button
                >${this.#pin(this.#sourceOf(line))}`
            : nothing
        }
      </span>
    </li>`;
  };

  #sources({ from }: PlacedLine) {
    return from.map((label) => {
      const record = this.block.sources[label];
      return record === undefined ? nothing : this.#jump(record, `#${label}`, cardTexts.source(label));
    });
  }

  /** The first record that a line comes from: pinning the line pins this record. */
  #sourceOf = ({ from }: PlacedLine): string | undefined =>
    from.map((label) => this.block.sources[label]).find((record) => record !== undefined);

  #jump(record: RecordId, words: string, name = cardTexts.toResult(words)) {
    const jump = () => tell(this, "source-asked", { record });
    return html`<button class="chip" aria-label=${name} @click=${jump}>${words}</button>`;
  }

  #pin(record: RecordId | undefined) {
    if (record === undefined || !this.#canChange) return nothing;
    return this.#icon("pin", cardTexts.pin, () => ask(this, (port) => port.context.change({ how: "pin", record })));
  }

  #icon(name: "pencil" | "pin", words: string, act: () => void) {
    return html`<button class="chip" aria-label=${words} title=${words} @click=${act}>
      <app-icon name=${name}></app-icon>
    </button>`;
  }

  /** A field to edit one line, which an empty text removes, or the whole summary. */
  #editor(name: string, text: string, change: (text: string) => SnapshotChange) {
    const t = cardTexts;
    const save = () => this.#change(change(this.area?.value ?? text));
    const leave = () => (this.editing = undefined);
    const keyed = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const isAll = this.editing === "all";
    return html`<div class="editor">
      <textarea
        dir="auto"
        aria-label=${name}
        class=${isAll ? "all" : ""}
        spellcheck="false"
        .value=${text}
        @keydown=${keyed}
      ></textarea>
      <p class="quiet">${isAll ? t.editAllHint : t.editLineHint}</p>
      <p class="buttons">
        <button class="primary" @click=${save}>${t.save}</button><button @click=${leave}>${t.leave}</button>
      </p>
    </div>`;
  }

  #asText = (): string => writeSnapshot(withLines(emptySnapshot(), this.block.lines));

  #edit(what: number | "all"): void {
    this.editing = what;
    void this.updateComplete.then(() => this.area?.focus());
  }

  #change(change: SnapshotChange): void {
    void ask(this, (port) => port.compressions.edit(this.block.record, change));
  }

  #undo = () => ask(this, (port) => port.compressions.undo(this.block.record), texts.busy.undo);
  #redo = () => ask(this, (port) => port.compressions.redo(this.block.record), texts.busy.redo);
  #undoEdit = () => ask(this, (port) => port.compressions.undoEdit(this.block.record));
  #redoEdit = () => ask(this, (port) => port.compressions.redoEdit(this.block.record));

  #keyed = async (event: KeyboardEvent): Promise<void> => {
    const at = TABS.indexOf(this.tab);
    const ahead = this.matches(":dir(rtl)") ? -1 : 1;
    const to = { ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.tab = TABS[(to + TABS.length) % TABS.length]!;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "compression-card": CompressionCard;
  }
}
