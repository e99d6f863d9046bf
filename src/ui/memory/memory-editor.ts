/**
 * The editor of a Memory file, with the number of its tokens. If the file was changed elsewhere meanwhile, the user chooses between the sides,
 * and nothing is overwritten (R2 of core/memory/memory-file.ts). Ctrl+S saves. Tells `memory-saved`, `memory-failed`.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { MemoryPort, MemorySaved } from "../../core/port/memory-port.js";
import { asTyped, withLineEnds } from "../../core/text/line-endings.js";
import { mergedUndo } from "../../core/text/undo-merge.js";
import { conflictStyles } from "../diff/conflict-styles.js";
import "../diff/diff-view.js";
import { choiceButtons } from "../base/choice-buttons.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base, buttons, fields } from "../base/theme.js";

/** Milliseconds without typing after which the tokens are counted. */
const PAUSE = 300;

interface Conflict {
  readonly mine: string;
  readonly now?: string;
  readonly merged?: string;
}
type Side = "theirs" | "mine" | "merged";

@customElement("memory-editor")
export class MemoryEditor extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    conflictStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.6rem;
        flex: 1;
        min-block-size: 0;
      }
      textarea {
        flex: 1;
        min-block-size: 12rem;
        resize: vertical;
        font: 0.8125rem / 1.6 var(--font-code);
        tab-size: 4;
      }
      .foot .quiet {
        margin-inline-end: auto;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];
  @property({ attribute: false }) memories!: MemoryPort;
  @property({ attribute: false }) path = "";
  /** The saved text; undefined where there is no such file yet. */
  @property({ attribute: false }) text?: string;
  /** The typed text, and the saved text that it was made from; undefined before anything is typed. */
  @state() private draft?: { readonly typed: string; readonly base: string | undefined };
  @state() private conflict?: Conflict;
  @state() private side: Side = "theirs";
  @state() private tokens?: number;
  @state() private busy = false;
  @query("textarea") private readonly field!: HTMLTextAreaElement;
  #weighing?: ReturnType<typeof setTimeout>;

  /** Whether there are changes that are not saved. */
  get isDirty(): boolean {
    return this.draft !== undefined;
  }

  /** Scrolls to a line, counted from 1, and selects it. */
  async showLine(line: number): Promise<void> {
    await this.updateComplete;
    const lines = this.field.value.split("\n");
    const at = Math.min(Math.max(line, 1), lines.length) - 1;
    const start = lines.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + lines[at]!.length);
    this.field.scrollTop = this.#heightOf(lines.slice(0, at).join("\n")) - this.field.clientHeight / 2;
  }

  /** The height of a text in a field as wide as this one: a field has a height of its own, but no place of a line. */
  #heightOf(text: string): number {
    const probe = this.field.cloneNode() as HTMLTextAreaElement;
    const inlineSize = `${this.field.offsetWidth}px`;
    probe.style.cssText = `position: absolute; visibility: hidden; min-block-size: 0; block-size: 0; inline-size: ${inlineSize}`;
    probe.value = text;
    this.renderRoot.append(probe);
    const height = probe.scrollHeight;
    probe.remove();
    return height;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#weighing);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("path") && changed.get("path") !== undefined) this.draft = this.conflict = undefined;
    if (changed.has("path") || changed.has("text")) this.#weigh();
  }

  override render() {
    const t = memoryTexts.memory;
    const isBehind = this.draft !== undefined && this.draft.base !== this.text && !this.conflict;
    return html`
      ${isBehind ? html`<p class="quiet" role="status">${t.changedElsewhere}</p>` : nothing}
      ${this.conflict ? this.#conflict(this.conflict) : nothing}
      <textarea
        aria-label=${t.text}
        dir="auto"
        spellcheck="true"
        aria-keyshortcuts="Control+S"
        .value=${this.draft?.typed ?? asTyped(this.text ?? "")}
        @input=${this.#typed}
        @keydown=${this.#keyed}
      ></textarea>
      <div class="foot buttons">
        <span class="quiet">
          ${this.tokens === undefined ? nothing : t.cost(this.tokens)} ${this.draft ? html`· ${t.unsaved}` : nothing}
        </span>
        <button class="primary" title=${t.saveKeys} aria-disabled=${!this.draft || this.busy} @click=${this.#save}>
          ${t.save}
        </button>
      </div>
    `;
  }

  #conflict({ mine, now, merged }: Conflict) {
    const t = memoryTexts.memory;
    const base = this.draft?.base;
    const sides: Record<Side, readonly [string | undefined, string]> = {
      theirs: [base, now ?? ""],
      mine: [base, mine],
      merged: [now, merged ?? ""],
    };
    const shown = (Object.keys(t.sides) as Side[]).filter((side) => side !== "merged" || merged !== undefined);
    const [from, to] = sides[this.side];
    return html`<div class="card" role="group" tabindex="-1" aria-label=${t.conflictTitle(this.path)}>
      <p>${t.conflict}</p>
      <div class="choices buttons small" role="group" aria-label=${t.which}>
        ${choiceButtons(shown, { labels: t.sides, chosen: this.side, choose: (side) => (this.side = side) })}
      </div>
      <diff-view .path=${this.path} .oldText=${from} .newText=${to}></diff-view>
      ${merged === undefined ? html`<p class="quiet">${t.noMerge}</p>` : nothing}
      <div class="buttons">
        ${
          merged === undefined
            ? nothing
            : html`<button class="primary" @click=${() => this.#write(merged, now, "merged")}>${t.keepBoth}</button>`
        }
        <button class="outlined" @click=${() => this.#write(mine, now)}>${t.keepMine}</button>
        <button class="outlined" @click=${this.#takeTheirs}>${t.keepTheirs}</button>
        <button class="outlined" @click=${this.#goOn}>${t.goOn}</button>
      </div>
    </div>`;
  }

  #typed = (): void => {
    const { value } = this.field;
    const base = this.draft ? this.draft.base : this.text;
    this.draft = value === asTyped(base ?? "") && base === this.text ? undefined : { typed: value, base };
    this.#weigh();
  };

  #weigh(): void {
    clearTimeout(this.#weighing);
    const { memories } = this;
    this.#weighing = setTimeout(() => {
      // Without a count the text is shown all the same.
      void memories.weigh(this.draft?.typed ?? this.text ?? "").then(
        (tokens) => (this.tokens = tokens),
        () => (this.tokens = undefined),
      );
    }, PAUSE);
  }

  #keyed = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.#save();
  };

  #save = async (): Promise<void> => {
    if (!this.draft || this.busy) return;
    const { base, typed } = this.draft;
    await this.#write(withLineEnds(base ?? "", typed), base);
  };

  async #write(text: string, expected: string | undefined, why?: string): Promise<void> {
    this.busy = true;
    try {
      this.#saved(text, await this.memories.save(this.path, text, { expected, ...(why && { why }) }));
    } catch (error) {
      tell(this, "memory-failed", { error });
    } finally {
      this.busy = false;
    }
  }

  #saved(text: string, saved: MemorySaved): void {
    if (saved.kind === "conflict") {
      const { now } = saved;
      const base = this.draft?.base;
      const merged =
        now === undefined || base === undefined
          ? undefined
          : mergedUndo({ path: this.path, before: text, after: base, now });
      this.conflict = { mine: text, ...(now !== undefined && { now }), ...(merged !== undefined && { merged }) };
      this.side = "theirs";
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".card")?.focus());
      return;
    }
    this.draft = this.conflict = undefined;
    this.text = text;
    this.field.focus({ preventScroll: true });
    tell(this, "memory-saved", { path: this.path });
  }

  #takeTheirs = (): void => {
    const { now } = this.conflict!;
    this.text = now;
    this.draft = undefined;
    this.#goOn();
  };

  /** Closes the sides; the next save shows them again, since the draft is still made from the old text. */
  #goOn = (): void => {
    this.conflict = undefined;
    void this.updateComplete.then(() => this.field.focus());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "memory-editor": MemoryEditor;
  }
}
