/**
 * The approval mode (A3), always in sight: a button that opens a menu of the four modes; Alt+M is the next one. The mode
 * that asks nothing is marked in red while it is on.
 */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { APPROVAL_MODES, type ApprovalMode } from "../../core/policy/approval.js";
import "../base/app-icon.js";
import { ask } from "../base/events.js";
import { isFocusLeaving, menuStyles, moveInMenu } from "./menu.js";
import { texts } from "../base/texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("approval-mode")
class ApprovalModeButton extends LitElement {
  static override styles = [
    base,
    buttons,
    menuStyles,
    css`
      :host {
        position: relative;
        display: block;
        flex: none;
      }
      .opener {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        min-block-size: 1.75rem;
        padding: 0.1rem 0.55rem;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      .opener.yolo {
        color: var(--rubric);
        background: var(--rubric-wash);
        border-color: var(--rubric);
        font-weight: 600;
      }
      .opener.plan,
      .opener.auto_edit {
        border-color: var(--line-strong);
        color: var(--ink);
      }
      app-icon {
        --icon: 0.95rem;
      }
      [role="menu"] {
        position: absolute;
        inset-block-end: calc(100% + 0.35rem);
        inset-inline-start: 0;
        z-index: 2;
        inline-size: min(24rem, calc(100vw - 3rem));
      }
      [role="menuitemradio"] {
        display: grid;
        grid-template-columns: 1.25rem 1fr;
        gap: 0 0.4rem;
      }
      [role="menuitemradio"] .quiet {
        grid-column: 2;
      }
      .yolo b {
        color: var(--rubric);
      }
    `,
  ];
  @property({ attribute: false }) mode: ApprovalMode = "default";
  @state() private isOpen = false;
  @query(".opener") private readonly opener!: HTMLButtonElement;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#chosenByKey);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#chosenByKey);
  }

  override render() {
    const t = texts.mode;
    return html`<button
        class="opener ${this.mode}"
        aria-describedby="mode"
        aria-haspopup="menu"
        aria-expanded=${this.isOpen}
        aria-keyshortcuts="Alt+M"
        title=${t.titleKeys}
        @click=${() => this.#toggle(!this.isOpen)}
      >
        <app-icon name=${this.mode === "yolo" ? "alert" : "shield"}></app-icon><span class="unseen">${t.title}</span
        ><span id="mode" aria-hidden="true">${t.modes[this.mode].label}</span>
      </button>
      ${
        this.isOpen
          ? html`<div role="menu" aria-label=${t.title} @keydown=${this.#keyed} @focusout=${this.#left}>
              ${APPROVAL_MODES.map(this.#item)}
            </div>`
          : nothing
      }`;
  }

  #item = (mode: ApprovalMode) => {
    const { label, how } = texts.mode.modes[mode];
    const chosen = mode === this.mode;
    return html`<button
      role="menuitemradio"
      class=${mode}
      tabindex="-1"
      aria-checked=${chosen}
      aria-label=${label}
      aria-description=${how}
      @click=${() => this.#choose(mode)}
    >
      <span>${chosen ? html`<app-icon name="check"></app-icon>` : nothing}</span><b>${label}</b>
      <span class="quiet">${how}</span>
    </button>`;
  };

  async #toggle(isOpen: boolean): Promise<void> {
    this.isOpen = isOpen;
    await this.updateComplete;
    if (isOpen) this.renderRoot.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    else this.opener.focus();
  }

  #choose(mode: ApprovalMode): void {
    void ask(this, (port) => port.calls.setMode(mode));
    void this.#toggle(false);
  }

  #left = (event: FocusEvent): void => {
    if (isFocusLeaving(event, this.renderRoot)) this.isOpen = false;
  };

  #keyed = (event: KeyboardEvent): void => moveInMenu(event, this.renderRoot, () => void this.#toggle(false));

  #chosenByKey = (event: KeyboardEvent): void => {
    if (event.code !== "KeyM" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = modeAfter(this.mode);
    void ask(this, (port) => port.calls.setMode(next));
  };
}

/** The mode that Alt+M leads to; the one that asks nothing must be chosen from the menu. */
function modeAfter(mode: ApprovalMode): ApprovalMode {
  const round: readonly ApprovalMode[] = APPROVAL_MODES.filter((each) => each !== "yolo");
  return round[(round.indexOf(mode) + 1) % round.length]!;
}

declare global {
  interface HTMLElementTagNameMap {
    "approval-mode": ApprovalModeButton;
  }
}
