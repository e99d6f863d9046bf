/**
 * A diff to read: unified or side by side, unchanged lines folded, words that differ marked, long ones drawn a piece at a time. With
 * `choosing` each hunk can be left out (`hunks-chosen`). Alt+↓ and Alt+↑ go from change to change.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { diffFiles, marksOf, type FileDiff, type ChangedSpan } from "../../core/text/diff-view.js";
import "../base/app-icon.js";
import { countRows, firstRows, type DiffLayout, type DiffLine, type DiffRow } from "./diff-rows.js";
import { diffStyles } from "./diff-styles.js";
import { choiceButtons } from "../base/choice-buttons.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";
import { whenResized } from "../base/when-resized.js";
import { diffTexts } from "./diff-texts.js";

/** Rows of a piece: more than fit on a screen, and about 15 ms of work. */
const PIECE = 150;
/** Characters of a line that are shown: one line of a minified file would fill the page. */
const LINE_LIMIT = 2_000;
/** Pixels for two columns of about 40 letters; narrower ones break lines too often to be compared. */
const SPLIT_WIDTH = 620;
/** Characters of both texts that are compared at once; longer ones are compared in a task of their own. */
const AT_ONCE = 200_000;

/** The layout that the reader chose last, for all diffs. */
let lastLayout: DiffLayout = "unified";

@customElement("diff-view")
class DiffView extends LitElement {
  static override styles = [base, buttons, scroller, diffStyles];

  @property({ attribute: false }) path = "";
  /** The text before; undefined if the file is new. */
  @property({ attribute: false }) oldText?: string;
  @property({ attribute: false }) newText = "";
  /** Whether hunks can be left out. */
  @property({ type: Boolean }) choosing = false;
  /** Whether the counts are left out, because they are shown beside the diff. */
  @property({ type: Boolean }) plain = false;
  @property({ attribute: false }) leftOut: ReadonlySet<number> = new Set();
  @state() private diff?: FileDiff;
  @state() private open: ReadonlySet<number> = new Set();
  @state() private shown = PIECE;
  @state() private layout: DiffLayout = lastLayout;
  @state() private isWide = false;
  @query(".scroller") private readonly box!: HTMLElement;
  #rows: readonly DiffRow[] = [];
  /** The number of rows that are not drawn yet. */
  #rest = 0;
  #marks = new Map<string, ReturnType<typeof marksOf>>();

  constructor() {
    super();
    // In a frame of its own: another layout changes the height, which must not happen while the observer reports sizes.
    whenResized(this, (width) => requestAnimationFrame(() => (this.isWide = width >= SPLIT_WIDTH)));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("oldText") || changed.has("newText")) this.#compare();
    const layout = this.isWide ? this.layout : "unified";
    this.#rows = this.diff ? firstRows(this.shown, this.diff, layout, this.open) : [];
    this.#rest = this.diff ? countRows(this.diff, layout, this.open) - this.#rows.length : 0;
  }

  #compare(): void {
    const { oldText: before = "", newText: after } = this;
    const take = () => {
      this.diff = diffFiles(before, after);
      this.#marks = new Map();
    };
    this.open = new Set();
    this.shown = PIECE;
    if (before.length + after.length <= AT_ONCE) return take();
    this.diff = undefined;
    setTimeout(() => {
      if (before === (this.oldText ?? "") && after === this.newText) take();
    });
  }

  override render() {
    const { diff } = this;
    if (!diff) return html`<p class="quiet remark">${diffTexts.comparing}</p>`;
    const split = this.isWide && this.layout === "split";
    return html`${this.#bar(diff)}
      <div
        class="scroller"
        role="region"
        tabindex="0"
        aria-label=${diffTexts.region(this.path)}
        @keydown=${this.#keyed}
        @scroll=${this.#scrolled}
      >
        ${diff.hunks.length === 0 ? html`<p class="quiet remark">${diffTexts.none}</p>` : this.#table(diff, split)}
      </div>`;
  }

  #bar(diff: FileDiff) {
    const t = diffTexts;
    const layouts: readonly DiffLayout[] = this.isWide ? ["unified", "split"] : [];
    const choose = (layout: DiffLayout) => (this.layout = lastLayout = layout);
    return html`<div class="bar">
      <span class="counts"
        >${this.oldText === undefined ? t.created : nothing}
        ${this.plain ? nothing : html`<bdi dir="ltr">${t.counts(diff.added, diff.removed)}</bdi>`}
        ${diff.replaced ? t.replaced : nothing}</span
      >
      ${
        layouts.length > 0
          ? html`<span class="layouts" role="group" aria-label=${t.layout}>
              ${choiceButtons(layouts, { labels: t.layouts, chosen: this.layout, choose })}
            </span>`
          : nothing
      }
      ${
        diff.hunks.length > 1
          ? html`${this.#step(-1, t.previous, "arrow-up")}${this.#step(1, t.next, "arrow-down")}`
          : nothing
      }
    </div>`;
  }

  #step = (by: 1 | -1, name: string, icon: "arrow-up" | "arrow-down") =>
    html`<button class="icon" aria-label=${name} title=${name} @click=${() => this.#go(by)}>
      <app-icon name=${icon}></app-icon>
    </button>`;

  #table(diff: FileDiff, split: boolean) {
    const digits = String(Math.max(diff.before.length, diff.after.length)).length;
    const t = diffTexts;
    const rest = this.#rest;
    return html`<table
        class=${split ? "split" : "unified"}
        aria-label=${t.region(this.path)}
        .style=${`--digits: ${digits}`}
      >
        <colgroup>
          <col class="number-column" />
          <col class=${split ? "" : "number-column"} />
          ${split ? html`<col class="number-column" />` : nothing}
          <col />
        </colgroup>
        <thead class="unseen">
          ${
            split
              ? html`<tr>
                  <th scope="col">${t.oldLine}</th>
                  <th scope="col">${t.oldText}</th>
                  <th scope="col">${t.newLine}</th>
                  <th scope="col">${t.newText}</th>
                </tr>`
              : html`<tr>
                  <th scope="col">${t.oldLine}</th>
                  <th scope="col">${t.newLine}</th>
                  <th scope="col">${t.text}</th>
                </tr>`
          }
        </thead>
        <tbody>
          ${this.#rows.map((row) => this.#row(row, diff, split))}
        </tbody>
      </table>
      ${
        rest > 0
          ? html`<button class="more" @click=${() => (this.shown += PIECE)}>
              ${t.more(Math.min(rest, PIECE), rest)}
            </button>`
          : nothing
      }`;
  }

  #row(row: DiffRow, diff: FileDiff, split: boolean): TemplateResult {
    const span = split ? 4 : 3;
    if (row.kind === "fold") {
      const unfold = () => (this.open = new Set(this.open).add(row.gap));
      return html`<tr>
        <th colspan=${span}><button @click=${unfold}>⋯ ${diffTexts.unchanged(row.lines)}</button></th>
      </tr>`;
    }
    if (row.kind === "hunk") return this.#head(row, diff.hunks.length, span);
    const out = row.hunk !== undefined && this.leftOut.has(row.hunk) ? "out" : "";
    const { old, now } = row;
    if (split)
      return html`<tr class=${out}>
        ${this.#side(old, "go")}${this.#side(now, "come")}
      </tr>`;
    const line = old?.changed ? old : now!;
    return html`<tr class=${out}>
      ${numberCell(old, "go")}${numberCell(now, "come")}${this.#text(line, old?.changed ? "go" : "come")}
    </tr>`;
  }

  #side = (line: DiffLine | undefined, way: Way) =>
    line
      ? html`${numberCell(line, way)}${this.#text(line, way)}`
      : html`<td class="number none"></td>
          <td class="text none"></td>`;

  #head({ index, first, last }: DiffRow & { kind: "hunk" }, count: number, span: number) {
    const name = diffTexts.hunk(index + 1, count, first, last);
    const out = this.leftOut.has(index);
    return html`<tr class="hunk" tabindex="-1" data-hunk=${index}>
      <th colspan=${span} scope="rowgroup">
        ${
          this.choosing && count > 1
            ? html`<label
                ><input type="checkbox" .checked=${!out} @change=${() => this.#choose(index)} />${name}${
                  out ? html` · ${diffTexts.leftOut}` : nothing
                }</label
              >`
            : name
        }
      </th>
    </tr>`;
  }

  #text(line: DiffLine, way: Way) {
    const cut = line.text.length > LINE_LIMIT;
    const text = cut ? line.text.slice(0, LINE_LIMIT) : line.text;
    const hiddenSign = line.changed ? html`<span class="unseen">${diffTexts.way[way]} </span>` : nothing;
    // One line, because white space in a cell is shown.
    // prettier-ignore
    return html`<td class="text ${line.changed ? way : ""}" data-sign=${line.changed ? SIGNS[way] : ""} dir="auto">${hiddenSign}${this.#words(text, line, way)}${cut ? html`<span class="end">${texts.moreCharacters(line.text.length - LINE_LIMIT)}</span>` : nothing}${line.end ? html`<span class="end"> ${diffTexts.end[line.end]}</span>` : nothing}</td>`;
  }

  #words(text: string, { changed, other }: DiffLine, way: Way) {
    if (!changed || other === undefined || text.length > LINE_LIMIT) return text;
    const [old, now] = way === "go" ? [text, other] : [other, text];
    const key = `${old}\n${now}`;
    if (!this.#marks.has(key)) this.#marks.set(key, marksOf(old, now));
    const marks = this.#marks.get(key)?.[way === "go" ? "old" : "now"];
    return marks ? marked(text, marks, way) : text;
  }

  /** Draws the next piece when the reader comes near the end. */
  #scrolled = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.box;
    if (this.#rest > 0 && scrollHeight - scrollTop < 2 * clientHeight) this.shown = this.#rows.length + PIECE;
  };

  #choose(index: number): void {
    const leftOut = new Set(this.leftOut);
    if (!leftOut.delete(index)) leftOut.add(index);
    this.leftOut = leftOut;
    tell(this, "hunks-chosen", { leftOut });
  }

  #keyed = (event: KeyboardEvent): void => {
    const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    this.#go(by);
  };

  /** Goes to the change after or before the one in sight, and from the last to the first. */
  #go(by: 1 | -1): void {
    const heads = [...this.renderRoot.querySelectorAll<HTMLElement>("tr.hunk")];
    const focused = (this.renderRoot as ShadowRoot).activeElement?.closest<HTMLElement>("tr.hunk");
    const top = this.box.getBoundingClientRect().top + 1;
    const at = heads.findLastIndex((head) => head === focused || (!focused && head.getBoundingClientRect().top < top));
    const first = by > 0 ? 0 : heads.length - 1;
    const head = at < 0 ? heads[first] : heads[(at + by + heads.length) % heads.length];
    if (!head) return;
    this.box.scrollTop += head.getBoundingClientRect().top - top;
    head.focus({ preventScroll: true });
  }
}

type Way = "come" | "go";
const SIGNS = { come: "+", go: "−" } as const;

const numberCell = (line: DiffLine | undefined, way: Way) =>
  html`<td class="number ${line?.changed ? way : ""}">${line?.number ?? nothing}</td>`;

function marked(text: string, marks: readonly ChangedSpan[], way: Way) {
  const parts: unknown[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    const word = text.slice(from, to);
    parts.push(text.slice(at, from), way === "go" ? html`<del>${word}</del>` : html`<ins>${word}</ins>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

declare global {
  interface HTMLElementTagNameMap {
    "diff-view": DiffView;
  }
}
