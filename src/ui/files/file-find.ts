/** The search within a file: a field, the number of places found, and a way from one to the next. Part of the file viewer. */
import { html, nothing, type LitElement } from "lit";
import "../base/app-icon.js";
import { MOST_FOUND, placesOf } from "./text-lines.js";
import { viewerTexts } from "./viewer-texts.js";

interface FindMark {
  readonly kind: "text" | "found" | "here";
  readonly from: number;
  readonly to: number;
}

export class FileFind {
  isOpen = false;
  #text = "";
  #words = "";
  #places: readonly number[] = [];
  #at = 0;

  constructor(
    private readonly host: LitElement,
    private readonly show: (place: number) => void,
  ) {}

  textChanged(text: string): void {
    this.#text = text;
    this.#search(this.#words);
  }

  toggle(): void {
    if (this.isOpen) this.#close();
    else this.open();
  }

  open(): void {
    this.isOpen = true;
    this.#search(this.#words);
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => {
      const field = this.host.renderRoot.querySelector<HTMLInputElement>(".find input");
      field?.focus();
      field?.select();
    });
  }

  #close(): void {
    this.isOpen = false;
    this.host.requestUpdate();
    this.host.renderRoot.querySelector<HTMLElement>("[role=group]")?.focus();
  }

  /** The pieces of a line that has places in it, else none. `start`: its place in the text. */
  marksIn(start: number, length: number): readonly FindMark[] {
    const size = this.#words.length;
    if (!this.isOpen || size === 0) return [];
    const marks: FindMark[] = [];
    let at = 0;
    for (let index = this.#firstFrom(start - size + 1); index < this.#places.length; index++) {
      const place = this.#places[index]! - start;
      if (place >= length) break;
      const [from, to] = [Math.max(at, place), Math.min(length, place + size)];
      if (to <= from) continue;
      marks.push({ kind: "text", from: at, to: from }, { kind: index === this.#at ? "here" : "found", from, to });
      at = to;
    }
    return marks.length > 0 ? [...marks, { kind: "text", from: at, to: length }] : [];
  }

  #firstFrom(place: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  render() {
    if (!this.isOpen) return nothing;
    const t = viewerTexts;
    const { length } = this.#places;
    const step = (by: number, name: string, icon: "arrow-up" | "arrow-down") =>
      html`<button class="icon" aria-label=${name} title=${name} ?disabled=${length === 0} @click=${() => this.#go(by)}>
        <app-icon name=${icon}></app-icon>
      </button>`;
    return html`<div class="find" role="search">
      <input
        type="search"
        aria-label=${t.find}
        placeholder=${t.find}
        dir="auto"
        .value=${this.#words}
        @input=${this.#typed}
        @keydown=${this.#keyed}
      />
      <span class="quiet" role="status" aria-label=${t.find}
        >${this.#words === "" ? "" : t.found(this.#at + 1, length, length === MOST_FOUND)}</span
      >
      ${step(-1, t.previous, "arrow-up")}${step(1, t.next, "arrow-down")}
      <button class="icon" aria-label=${t.closeFind} title=${t.closeFind} @click=${() => this.#close()}>
        <app-icon name="close"></app-icon>
      </button>
    </div>`;
  }

  #typed = (event: Event): void => {
    this.#search((event.target as HTMLInputElement).value);
    const [first] = this.#places;
    if (first !== undefined) this.show(first);
    this.host.requestUpdate();
  };

  #search(words: string): void {
    this.#words = words;
    this.#places = this.isOpen ? placesOf(this.#text, words) : [];
    this.#at = 0;
  }

  #go(by: number): void {
    const { length } = this.#places;
    if (length === 0) return;
    this.#at = (this.#at + by + length) % length;
    this.show(this.#places[this.#at]!);
    this.host.requestUpdate();
  }

  #keyed = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.isComposing) this.#go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
