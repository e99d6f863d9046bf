/**
 * The focus while the user is asked something. It goes to the card, unless the user is writing: then only the status says so, and
 * Shift+Tab leads from the message to the card. After the last answer it goes back to the message.
 */
import type { LitElement } from "lit";
import type { CallId } from "../../core/ids.js";

/** Milliseconds after a key press for which the user counts as writing. */
const WRITING = 1_500;

interface Host extends LitElement {
  focusComposer(): void;
}

export class AskFocus {
  #shown?: string;
  #keyedAt = -Infinity;
  #isLoading = false;
  #isLoaded = false;

  constructor(private readonly host: Host) {
    host.addController({
      hostConnected: () => addEventListener("keydown", this.#keyed, { capture: true }),
      hostDisconnected: () => removeEventListener("keydown", this.#keyed, { capture: true }),
    });
  }

  /** Loads the cards, and the diffs in them, with the first question. */
  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void Promise.all([import("./approval-card.js"), import("./question-card.js")]).then(() => {
      this.#isLoaded = true;
      this.host.requestUpdate();
    });
  }

  /** To be called after each update, with the call that is asked about now. */
  follow(callId: CallId | undefined): void {
    if (callId === this.#shown || (callId !== undefined && !this.#isLoaded)) return;
    const was = this.#shown;
    this.#shown = callId;
    if (callId === undefined) {
      // The card had the focus and is gone. On a touch screen the focus would bring up the keyboard.
      if (was !== undefined && focusIsLost() && !matchMedia("(pointer: coarse)").matches) this.host.focusComposer();
    } else if (!this.#isWriting()) {
      this.host.renderRoot.querySelector<HTMLElement>("approval-card, question-card")?.focus();
    }
  }

  #isWriting(): boolean {
    const field = focusedElement();
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return false;
    return field.value !== "" || performance.now() - this.#keyedAt < WRITING;
  }

  #keyed = (event: KeyboardEvent): void => {
    // Enter sends the message: the user is done writing.
    this.#keyedAt = event.key === "Enter" ? -Infinity : performance.now();
  };
}

function focusedElement(): Element | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

/** Whether nothing has the focus, or only an element around the one that is gone. */
const focusIsLost = (): boolean => {
  const found = focusedElement();
  return !found || found === document.body || found.shadowRoot !== null;
};
