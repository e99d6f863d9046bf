/** The choice of a model: a button "Model" and the list it opens. Fires `model-chosen`, `model-file-asked`. */
import { LitElement, css, html } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import "../base/app-icon.js";
import { tell } from "../base/events.js";
import { texts } from "../base/texts.js";
import { base, buttons, scroller } from "../base/theme.js";

@customElement("model-picker")
class ModelPicker extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    css`
      :host {
        position: relative;
        display: block;
        min-inline-size: 0;
      }
      .pill {
        position: relative;
        display: flex;
        align-items: center;
        gap: 0.45rem;
        border-radius: var(--radius-small);
        padding-inline: 0.6rem;
        block-size: 2.25rem;
        font-size: 0.9375rem;
        transition: background-color var(--quick);
      }
      .pill:hover {
        background: var(--paper-hover);
      }
      .pill button {
        padding: 0;
        color: var(--ink-soft);
        background: none;
        min-inline-size: 0;
        font-size: var(--small);
      }
      /* The button covers the whole pill, while the model's name beside it stays its description. */
      .pill button::after {
        content: "";
        position: absolute;
        inset: 0;
        border-radius: var(--radius-small);
      }
      .pill button:focus-visible {
        outline: none;
      }
      .pill button:focus-visible::after {
        outline: 2px solid var(--accent);
        outline-offset: -1px;
      }
      .name {
        max-inline-size: 12rem;
        pointer-events: none;
      }
      .pill app-icon {
        --icon: 0.9rem;
        color: var(--ink-faint);
      }
      [role="listbox"] {
        position: absolute;
        z-index: 30;
        inset-block-start: calc(100% + 0.35rem);
        inset-inline-end: 0;
        inline-size: min(22rem, calc(100vw - 1.5rem));
        max-block-size: min(28rem, 70dvh);
        padding: 0.35rem;
        background: var(--paper-raised);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        box-shadow: var(--shadow);
      }
      [role="option"] {
        display: grid;
        grid-template-columns: 1.25rem 1fr;
        column-gap: 0.5rem;
        padding: 0.5rem 0.6rem;
        border-radius: var(--radius-small);
        cursor: pointer;
      }
      [role="option"] app-icon {
        --icon: 1rem;
        margin-block-start: 0.3rem;
        color: var(--accent);
      }
      [role="option"]:hover,
      [role="option"]:focus-visible {
        background: var(--paper-hover);
      }
      [role="option"]:focus-visible {
        outline-offset: -2px;
      }
      [aria-disabled="true"] {
        cursor: default;
      }
      [aria-disabled="true"] b {
        color: var(--ink-soft);
      }
      b {
        font-weight: 600;
      }
      .text {
        grid-column: 2;
        display: block;
      }
      @media (max-width: 760px) {
        /* On a narrow screen the model's name is shown, and the word "Model" stays the button's name. */
        .pill {
          gap: 0.3rem;
        }
        .pill button {
          inline-size: 0;
          overflow: hidden;
          white-space: nowrap;
        }
        .name {
          max-inline-size: min(7rem, 26vw);
          font-size: var(--small);
        }
        [role="listbox"] {
          position: fixed;
          inset-block-start: 3.4rem;
          inset-inline: 0.75rem;
          inline-size: auto;
        }
      }
    `,
  ];

  @property({ attribute: false }) models: readonly ModelChoice[] = [];
  @state() private open = false;
  @query("button") private readonly button!: HTMLButtonElement;

  override render() {
    const chosen = this.models.find((model) => model.chosen);
    return html`<div class="pill">
        <button
          aria-haspopup="listbox"
          aria-expanded=${this.open}
          aria-controls="models"
          aria-describedby="name"
          @click=${this.#toggle}
          @keydown=${this.#opened}
        >
          ${texts.header.model}
        </button>
        <span class="name clipped" id="name">${chosen?.label ?? ""}</span>
        <app-icon name="chevron-down"></app-icon>
      </div>
      <div
        id="models"
        class="scroller"
        role="listbox"
        aria-label=${texts.header.models}
        ?hidden=${!this.open}
        @keydown=${this.#moved}
        @focusout=${this.#left}
      >
        ${this.models.map(this.#option)}
      </div>`;
  }

  #option = (model: ModelChoice) =>
    html`<div
      role="option"
      tabindex="-1"
      aria-selected=${model.chosen}
      aria-disabled=${model.unavailable && model.file !== "wanted" ? "true" : "false"}
      @click=${() => this.#choose(model)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        // Otherwise the same key would also press the button that gets the focus.
        event.preventDefault();
        this.#choose(model);
      }}
    >
      ${model.chosen ? html`<app-icon name="check"></app-icon>` : html`<span></span>`}
      <span
        ><b>${model.label}</b>
        <span class="quiet">${model.remote ? texts.header.needsNetwork : texts.header.onDevice}</span></span
      >
      <span class="text quiet">${model.unavailable ?? model.description}</span>
    </div>`;

  #choose(model: ModelChoice): void {
    if (model.file === "wanted") {
      this.#close();
      return tell(this, "model-file-asked", { choose: true });
    }
    if (model.unavailable) return;
    this.#close();
    if (!model.chosen) tell(this, "model-chosen", { name: model.name });
  }

  #options = () => [...this.renderRoot.querySelectorAll<HTMLElement>("[role=option]")];

  #toggle = async (): Promise<void> => {
    this.open = !this.open;
    if (!this.open) return;
    await this.updateComplete;
    (this.renderRoot.querySelector<HTMLElement>("[aria-selected=true]") ?? this.#options()[0])?.focus();
  };

  #opened = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" || this.open) return;
    event.preventDefault();
    void this.#toggle();
  };

  #moved = (event: KeyboardEvent): void => {
    const options = this.#options();
    const at = options.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (event.key === "Escape") {
      event.stopPropagation();
      this.#close();
    }
    if (to === undefined) return;
    event.preventDefault();
    options[Math.max(0, Math.min(options.length - 1, to))]?.focus();
  };

  #left = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (!(to instanceof Node && this.renderRoot.contains(to))) this.open = false;
  };

  #close(): void {
    this.open = false;
    this.button.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "model-picker": ModelPicker;
  }
}
