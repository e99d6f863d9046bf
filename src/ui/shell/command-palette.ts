/** The command palette: every action of the app, found by name (U5). */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { dialogFrame } from "../base/dialog-styles.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, fields, scroller } from "../base/theme.js";

export interface PaletteCommand {
  readonly label: string;
  readonly kind: string;
  run(): void;
}

/** Enough to choose from at a glance; typing finds the others. */
const SHOWN = 50;
/** Lookups start when the typing pauses (ms), and not for a single letter. */
const PAUSE = 120;
const FEWEST = 2;

@customElement("command-palette")
class CommandPalette extends LitElement {
  static override styles = [
    base,
    fields,
    scroller,
    dialogFrame,
    css`
      dialog {
        inline-size: min(36rem, calc(100vw - 1.5rem));
        max-block-size: min(30rem, 80dvh);
        margin-block-start: min(12vh, 6rem);
        background: var(--paper-raised);
      }
      input {
        flex: none;
        border: 0;
        border-block-end: 1px solid var(--line);
        border-radius: 0;
        padding: 0.85rem 1.1rem;
        font-size: 1.0625rem;
        background: none;
      }
      input:focus-visible {
        outline: none;
        border-color: var(--accent);
      }
      [role="listbox"] {
        padding: 0.35rem;
        min-block-size: 0;
      }
      [role="option"] {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 1rem;
        padding: 0.45rem 0.75rem;
        border-radius: var(--radius-small);
        cursor: pointer;
      }
      [aria-selected="true"] {
        background: var(--accent-wash);
      }
      p {
        padding: 0.75rem 1.1rem;
      }
    `,
  ];

  @property({ attribute: false }) commands: readonly PaletteCommand[] = [];
  /** Further results that take a lookup, such as Memories. */
  @property({ attribute: false }) find?: (words: string) => Promise<readonly PaletteCommand[]>;
  @state() private others: readonly PaletteCommand[] = [];
  @state() private words = "";
  @state() private at = 0;
  #pause?: ReturnType<typeof setTimeout>;
  @query("dialog") private readonly dialog!: HTMLDialogElement;

  override render() {
    const found = this.#found();
    return html`<dialog aria-label=${texts.palette.title} closedby="any" @close=${() => tell(this, "dialog-closed")}>
      <input
        autofocus
        role="combobox"
        aria-label=${texts.palette.input}
        aria-expanded="true"
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant=${found.length > 0 ? `c${this.at}` : nothing}
        placeholder=${texts.palette.placeholder}
        @input=${this.#typed}
        @keydown=${(event: KeyboardEvent) => this.#keyed(event, found)}
      />
      <div id="commands" class="scroller" role="listbox" aria-label=${texts.palette.results}>
        ${found.map(
          (command, index) =>
            html`<div
              id=${`c${index}`}
              role="option"
              aria-selected=${index === this.at}
              @click=${() => this.#run(command)}
              @pointermove=${() => (this.at = index)}
            >
              <span class="clipped" dir="auto">${command.label}</span><span class="quiet">${command.kind}</span>
            </div>`,
        )}
      </div>
      ${found.length === 0 ? html`<p class="quiet">${texts.palette.none}</p>` : nothing}
    </dialog>`;
  }

  override firstUpdated(): void {
    this.dialog.showModal();
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  override updated(): void {
    this.renderRoot.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  /** Commands that contain all the words, in any order; those that begin with the typed text come first. */
  #found(): readonly PaletteCommand[] {
    const typed = this.words.trim().toLocaleLowerCase();
    const words = typed.split(/\s+/);
    return this.commands
      .filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)))
      .toSorted((one, other) => Number(starts(other, typed)) - Number(starts(one, typed)))
      .slice(0, SHOWN)
      .concat(this.others);
  }

  #typed = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value;
    this.at = 0;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(this.#look, PAUSE);
  };

  #look = async (): Promise<void> => {
    const { words } = this;
    // If the lookup fails the commands are still shown.
    const found = words.trim().length < FEWEST ? [] : await this.find?.(words).catch(() => []);
    if (words === this.words) this.others = found ?? [];
  };

  #keyed(event: KeyboardEvent, found: readonly PaletteCommand[]): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      this.at = (this.at + step + found.length) % found.length;
    } else if (event.key === "Enter" && !event.isComposing && found[this.at]) {
      event.preventDefault();
      this.#run(found[this.at]!);
    }
  }

  #run(command: PaletteCommand): void {
    this.dialog.close();
    command.run();
  }
}

const starts = ({ label }: PaletteCommand, typed: string): boolean => label.toLocaleLowerCase().startsWith(typed);

declare global {
  interface HTMLElementTagNameMap {
    "command-palette": CommandPalette;
  }
}
