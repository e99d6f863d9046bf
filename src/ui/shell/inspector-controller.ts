/** The inspector beside the conversation: its tab, its file, and the sources its panels read from. */
import { html, type ReactiveController, type ReactiveControllerHost } from "lit";
import { failureOf } from "../../core/errors.js";
import type { AgentPort } from "../../core/port/agent-port.js";
import type { FolderPicker } from "../../core/port/folder-port.js";
import { listenFor, type InspectorTab, type UiEvents } from "../base/events.js";
import { texts } from "../base/texts.js";
import type { FilePlace } from "../files/files-panel.js";
import type { AgentController } from "../state/agent-controller.js";
import type { Drawers } from "./drawers.js";

/** Pause in typing (ms) after which the draft is weighed. */
const PAUSE = 400;

interface Host extends ReactiveControllerHost, EventTarget {
  readonly port?: AgentPort;
  readonly folders?: FolderPicker;
}

export class InspectorController implements ReactiveController {
  #tab: InspectorTab = "context";
  /** The file that a link named last. */
  #place?: FilePlace;
  #memoryPlace?: FilePlace;
  #pause?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly host: Host,
    private readonly agent: AgentController,
    private readonly drawers: Drawers,
  ) {
    host.addController(this);
    listenFor(host, {
      "inspector-toggled": () => this.drawers.toggle("inspector"),
      "inspector-tab-chosen": ({ tab }) => this.#choose(tab),
      "context-map-asked": () => this.show("context"),
      "context-change-failed": ({ error }) => this.agent.report(failureOf(error).message),
      "draft-changed": () => this.#drafted(),
    });
  }

  hostDisconnected(): void {
    clearTimeout(this.#pause);
  }

  /** The panel is loaded once the Agent `isReady`: the first screen does not need it. */
  pane(isReady: boolean) {
    const shown = this.drawers.isShown("inspector");
    if (shown && isReady) void import("./inspector-panel.js");
    const drawer = this.drawers.isDrawer("inspector");
    return html`<aside
      id="inspector"
      tabindex="-1"
      aria-label=${texts.inspector.title}
      class=${drawer ? `drawer ${shown ? "" : "shut"}` : shown ? "" : "away"}
      ?inert=${this.drawers.open === "sessions"}
    >
      <inspector-panel
        .state=${this.agent.state}
        .tab=${this.#tab}
        .place=${this.#place}
        .context=${this.host.port?.context}
        .folder=${this.host.port?.folder}
        .memories=${this.host.port?.memories}
        .memoryPicker=${this.host.folders?.memories}
        .memoryPlace=${this.#memoryPlace}
        .draft=${this.#tab === "context" ? this.agent.draft() : ""}
      ></inspector-panel>
    </aside>`;
  }

  async show(tab: InspectorTab): Promise<void> {
    this.#choose(tab);
    await this.drawers.show("inspector");
  }

  async showFile(place: UiEvents["file-asked"]): Promise<void> {
    const tab = place.as ?? (place.path.startsWith("~/") ? "memory" : "files");
    if (tab === "memory") this.#memoryPlace = place;
    else this.#place = place;
    await this.show(tab);
  }

  #choose(tab: InspectorTab): void {
    this.#tab = tab;
    this.host.requestUpdate();
  }

  #drafted(): void {
    clearTimeout(this.#pause);
    if (this.#tab === "context") this.#pause = setTimeout(() => this.host.requestUpdate(), PAUSE);
  }
}
