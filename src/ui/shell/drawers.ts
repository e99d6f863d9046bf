/** The side panes: beside the conversation, or over it as a drawer (U1). Opening and closing moves the focus. */
import type { LitElement, ReactiveController } from "lit";

type Drawer = "sessions" | "inspector";

/** The widths of shell-styles: below them the pane does not fit beside the conversation. */
const NARROW = { sessions: "(max-width: 760px)", inspector: "(max-width: 1100px)" } as const;

export class Drawers implements ReactiveController {
  open?: Drawer;
  /** Whether the inspector is to be shown where it fits. */
  inspectorWanted = true;
  #before?: HTMLElement;
  readonly #media = { sessions: matchMedia(NARROW.sessions), inspector: matchMedia(NARROW.inspector) };

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }
  hostConnected(): void {
    for (const media of Object.values(this.#media)) media.addEventListener("change", this.#resized);
  }
  hostDisconnected(): void {
    for (const media of Object.values(this.#media)) media.removeEventListener("change", this.#resized);
  }

  isDrawer = (pane: Drawer): boolean => this.#media[pane].matches;
  isShown = (pane: Drawer): boolean =>
    this.isDrawer(pane) ? this.open === pane : pane === "sessions" || this.inspectorWanted;

  /** Opens or shuts a pane, as a drawer or beside the conversation. */
  async toggle(pane: Drawer): Promise<void> {
    if (!this.isDrawer(pane)) {
      if (pane === "inspector") this.inspectorWanted = !this.inspectorWanted;
      this.host.requestUpdate();
      return;
    }
    if (this.open === pane) return this.shut();
    this.#before = focusedElement();
    this.open = pane;
    this.host.requestUpdate();
    await this.host.updateComplete;
    this.host.renderRoot.querySelector<HTMLElement>(`#${pane}`)?.focus();
  }

  async show(pane: Drawer): Promise<void> {
    if (!this.isShown(pane)) await this.toggle(pane);
  }

  shut(): void {
    if (!this.open) return;
    this.open = undefined;
    this.host.requestUpdate();
    const before = this.#before;
    // The elements under the drawer can take the focus only once they are no longer inert.
    void this.host.updateComplete.then(() => before?.focus());
  }

  #resized = (): void => {
    if (this.open && !this.isDrawer(this.open)) this.open = undefined;
    this.host.requestUpdate();
  };
}

/** The element that has the focus, within whatever shadow roots. */
function focusedElement(): HTMLElement | undefined {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement ? found : undefined;
}
