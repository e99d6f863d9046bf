/**
 * The text of a file, with line numbers, colours, search (Ctrl+F), and lines to choose. Only the lines in sight are drawn, so that a file of
 * megabytes is as quick as a short one. Tells `lines-chosen` and `mention-asked`.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { escapePath } from "../../core/files/at-path.js";
import "../base/app-icon.js";
import { codeColours } from "../markdown/code-colours.js";
import { tell } from "../base/events.js";
import { FileFind } from "./file-find.js";
import { viewerStyles } from "./file-viewer-styles.js";
import type { Piece } from "../markdown/highlight.js";
import { linesIn, type TextLines } from "./text-lines.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields, scroller } from "../base/theme.js";
import { whenIdle } from "../base/when-idle.js";
import { viewerTexts } from "./viewer-texts.js";

/** The height of a line, as in file-viewer-styles.ts. */
const LINE_REM = 1.3;
/** Lines drawn above and below those in sight, so that a turn of the wheel shows no blanks. */
const BEYOND = 20;
/** Lines that are coloured together, in about 8 ms. */
const BLOCK = 60;
/** Characters of a line that are shown. */
const LINE_LIMIT = 2_000;

/** The first and the last line that are chosen, counted from 0. */
interface ChosenLines {
  readonly first: number;
  readonly last: number;
}

@customElement("file-viewer")
export class FileViewer extends LitElement {
  static override styles = [base, buttons, fields, scroller, codeColours, viewerStyles];

  @property({ attribute: false }) path = "";
  @property({ attribute: false }) text = "";
  @state() private top = 0;
  @state() private inSight = 40;
  @state() private chosen?: ChosenLines;
  @state() private announced = "";
  @query(".scroller") private readonly box!: HTMLElement;
  #lines: TextLines = linesIn("");
  /** The end of the choice that the arrow keys move; the other end is `#from`. */
  #at = 0;
  #from = 0;
  #colours = new Map<number, readonly (readonly Piece[])[]>();
  #isColouring = false;
  readonly #find = new FileFind(this, (place) => this.#showPlace(place));
  readonly #sized = new ResizeObserver(() => requestAnimationFrame(() => this.#look()));

  get #height(): number {
    return LINE_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  /** Scrolls to a line, counted from 1, and chooses it. */
  goTo(line: number): void {
    void this.updateComplete.then(() => {
      this.#choose(line - 1, line - 1);
      this.box.scrollTop = Math.max(0, (line - 4) * this.#height);
    });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("text") && !changed.has("path")) return;
    this.#lines = linesIn(this.text);
    this.#colours = new Map();
    this.chosen = undefined;
    this.#at = this.#from = 0;
    this.#find.textChanged(this.text);
  }

  override firstUpdated(): void {
    this.#sized.observe(this.box);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sized.disconnect();
  }
  override updated(changed: PropertyValues<this>): void {
    if (changed.has("path") && changed.get("path") !== undefined) this.box.scrollTop = 0;
    this.#colour();
  }

  override render() {
    const { count } = this.#lines;
    const first = Math.max(0, this.top - BEYOND);
    const last = Math.min(count, this.top + this.inSight + BEYOND);
    const lines = Array.from({ length: last - first }, (_, index) => this.#line(first + index));
    const t = viewerTexts;
    return html`<div class="tools">
        <button
          class="icon"
          aria-label=${t.find}
          title=${t.findKeys}
          aria-expanded=${this.#find.isOpen}
          @click=${() => this.#find.toggle()}
        >
          <app-icon name="search"></app-icon>
        </button>
        <span class="quiet">${this.chosen ? t.lines(this.chosen.first + 1, this.chosen.last + 1) : nothing}</span>
        <button class="outlined" draggable="true" @dragstart=${this.#dragged} @click=${this.#ask}>${t.ask}</button>
      </div>
      ${this.#find.render()}
      <div
        class="scroller"
        role="group"
        tabindex="0"
        aria-label=${texts.inspector.fileText}
        aria-keyshortcuts="Control+F"
        .style=${`--digits: ${String(count).length}`}
        @scroll=${this.#look}
        @keydown=${this.#keyed}
        @pointerup=${this.#pointed}
        @dragstart=${this.#dragged}
        @copy=${this.#copied}
      >
        <div class="sheet" .style=${`block-size: calc(${count} * ${LINE_REM}rem)`}>
          <div class="window" .style=${`inset-block-start: calc(${first} * ${LINE_REM}rem)`}>${lines}</div>
        </div>
      </div>
      <span class="unseen" aria-live="polite">${this.announced}</span>`;
  }

  #line(index: number) {
    const whole = this.#lines.line(index);
    const text = whole.length > LINE_LIMIT ? whole.slice(0, LINE_LIMIT) : whole;
    const pieces = this.#colours.get(Math.floor(index / BLOCK))?.[index % BLOCK];
    const marks = this.#find.marksIn(this.#lines.start(index), text.length);
    const isChosen = this.chosen && index >= this.chosen.first && index <= this.chosen.last;
    const shown =
      marks.length > 0
        ? marks.map((mark) =>
            mark.kind === "text"
              ? text.slice(mark.from, mark.to)
              : html`<mark class=${mark.kind}>${text.slice(mark.from, mark.to)}</mark>`,
          )
        : pieces && whole === text
          ? pieces.map((piece) => (piece.colour ? html`<span class=${piece.colour}>${piece.text}</span>` : piece.text))
          : text;
    const rest = whole.length - text.length;
    // prettier-ignore
    return html`<div class="line ${isChosen ? "chosen" : ""}" data-line=${index}><span class="number" data-number=${index + 1} draggable=${isChosen ? "true" : "false"} @click=${(event: MouseEvent) => this.#numberClicked(index, event)}></span><span class="words" dir="auto">${shown}${rest > 0 ? html`<i>${texts.moreCharacters(rest)}</i>` : nothing}</span></div>`;
  }

  #look = (): void => {
    const height = this.#height;
    this.top = Math.floor(this.box.scrollTop / height);
    this.inSight = Math.ceil(this.box.clientHeight / height) + 1;
  };

  /** Colours the lines in sight, a block at a time, when the page is idle. */
  #colour(): void {
    if (this.#isColouring || this.#lines.count === 0) return;
    const first = Math.floor(this.top / BLOCK);
    const last = Math.floor(Math.min(this.#lines.count - 1, this.top + this.inSight) / BLOCK);
    const block = [...Array(last - first + 1).keys()].map((at) => first + at).find((at) => !this.#colours.has(at));
    if (block === undefined) return;
    this.#isColouring = true;
    const { path, text } = this;
    whenIdle(async () => {
      const { highlightLines } = await import("../markdown/highlight.js");
      const part = this.#lines.slice(block * BLOCK, (block + 1) * BLOCK).replaceAll("\r\n", "\n");
      const pieces = await highlightLines(part, path);
      this.#isColouring = false;
      if (path !== this.path || text !== this.text) return this.#colour();
      this.#colours.set(block, pieces ?? []);
      this.requestUpdate();
    });
  }

  #choose(from: number, to: number): void {
    const most = this.#lines.count - 1;
    this.#from = Math.min(Math.max(0, from), most);
    this.#at = Math.min(Math.max(0, to), most);
    const chosen = { first: Math.min(this.#from, this.#at), last: Math.max(this.#from, this.#at) };
    this.chosen = chosen;
    tell(this, "lines-chosen", { ...chosen, text: this.#lines.slice(chosen.first, chosen.last + 1) });
  }

  #clear(): void {
    this.chosen = undefined;
    tell(this, "lines-chosen", {});
  }

  #numberClicked(index: number, event: MouseEvent): void {
    getSelection()?.removeAllRanges();
    this.#choose(event.shiftKey && this.chosen ? this.#from : index, index);
  }

  /** Selecting text chooses the lines it is in. */
  #pointed = (event: PointerEvent): void => {
    if ((event.target as HTMLElement).classList.contains("number")) return;
    const root = this.renderRoot as ShadowRoot & { getSelection?: () => Selection | null };
    const selection = root.getSelection?.() ?? getSelection();
    const lineOf = (node: Node | null | undefined) =>
      (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>("[data-line]")?.dataset.line;
    const [from, to] = [lineOf(selection?.anchorNode), lineOf(selection?.focusNode)];
    if (selection?.isCollapsed ?? true) {
      if (this.chosen) this.#clear();
    } else if (from !== undefined && to !== undefined) this.#choose(Number(from), Number(to));
  };

  #keyed = (event: KeyboardEvent): void => {
    const isControl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, this.inSight - 3);
    const { count } = this.#lines;
    if (isControl && event.key.toLowerCase() === "f") this.#find.open();
    else if (isControl && event.key.toLowerCase() === "a") this.#choose(0, count - 1);
    else if (event.key === "Escape" && this.chosen) this.#clear();
    else {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[event.key];
      if (by === undefined || (isControl && Math.abs(by) < count) || event.altKey) return;
      const to = this.chosen ? this.#at + by : by === 1 ? this.top : this.top + by;
      this.#choose(event.shiftKey && this.chosen ? this.#from : to, to);
      this.#reveal(this.#at);
      this.announced = `${this.#at + 1}: ${this.#lines.line(this.#at).slice(0, 200)}`;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #reveal(index: number): void {
    const height = this.#height;
    const { scrollTop, clientHeight } = this.box;
    if (index * height < scrollTop) this.box.scrollTop = index * height;
    else if ((index + 1) * height > scrollTop + clientHeight) this.box.scrollTop = (index + 1) * height - clientHeight;
  }

  #showPlace(place: number): void {
    const line = this.#lines.lineAt(place);
    const height = this.#height;
    const { scrollTop, clientHeight } = this.box;
    const isInSight = line * height >= scrollTop && (line + 1) * height <= scrollTop + clientHeight;
    if (!isInSight) this.box.scrollTop = Math.max(0, line * height - clientHeight / 3);
  }

  #mention(): string {
    const path = escapePath(this.path);
    if (!this.chosen) return viewerTexts.mention(path);
    return viewerTexts.mention(path, this.chosen.first + 1, this.chosen.last + 1);
  }

  #ask = (): void => tell(this, "mention-asked", { text: this.#mention() });
  #dragged = (event: DragEvent): void => event.dataTransfer?.setData("text/plain", this.#mention());

  /** Copies the chosen lines whole, also those out of sight, which are not drawn. */
  #copied = (event: ClipboardEvent): void => {
    const { chosen } = this;
    if (!chosen || chosen.first === chosen.last) return;
    event.clipboardData?.setData("text/plain", this.#lines.slice(chosen.first, chosen.last + 1));
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "file-viewer": FileViewer;
  }
}
