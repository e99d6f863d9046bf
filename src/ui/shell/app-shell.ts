/**
 * The whole screen. The app shell gets the AgentPort and the access to folders, acts on the events of its elements, and
 * keeps the address in step with what is shown. `update-accepted` passes through to its creator.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { AgentPort } from "../../core/port/agent-port.js";
import type { FolderPicker, WorkspaceView } from "../../core/port/folder-port.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import type { ModelFiles } from "../../core/models/model.js";
import type { SessionSummary } from "../../core/log/store.js";
import { AgentController } from "../state/agent-controller.js";
import "./app-header.js";
import type { AppHeader } from "./app-header.js";
import { showRememberedTheme } from "../base/appearance.js";
import { giveApproval } from "../state/give-approval.js";
import "../conversation/chat-view.js";
import type { ChatView } from "../conversation/chat-view.js";
import type { PaletteCommand } from "./command-palette.js";
import type { ShellActions } from "./commands.js";
import { download } from "../base/download.js";
import { Drawers } from "./drawers.js";
import { listenFor, type UiEvents } from "../base/events.js";
import { FolderActions } from "../files/folder-actions.js";
import { FolderDrop } from "../files/folder-drop.js";
import { InspectorController } from "./inspector-controller.js";
import { NewsController } from "./news-controller.js";
import { hashOfRoute, readRoute } from "../base/routes.js";
import "../sessions/session-list.js";
import { THEME_KEY } from "../base/setting-keys.js";
import { SettingsController } from "../settings/settings-controller.js";
import { shellStyles } from "./shell-styles.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";

/** The list shows times in minutes. */
const MINUTE = 60_000;

@customElement("app-shell")
export class AppShell extends LitElement {
  static override styles = [base, shellStyles];

  @property({ attribute: false }) port?: AgentPort;
  @property({ attribute: false }) folders?: FolderPicker;
  /** The model files on this device; picking one takes a click, as opening a folder does. */
  @property({ attribute: false }) modelFiles?: ModelFiles;
  @property({ type: Boolean }) updateReady = false;

  /** Set once the Agent has answered: parts that the first screen does not need are loaded from then on. */
  @state() private connected = false;
  @state() private offline = !navigator.onLine;
  @state() private dialog?: "settings" | "palette" | "what-if";
  @state() private trash?: readonly SessionSummary[];
  @state() private hint = "";
  @state() private now = Date.now();
  @query("chat-view") private readonly chat!: ChatView;
  @query("app-header") private readonly header!: AppHeader;

  readonly #agent = new AgentController(this, (event) => this.#heard(event));
  readonly #settings = new SettingsController(this, this.#agent);
  readonly #news = new NewsController(this, this.#agent);
  readonly #drawers = new Drawers(this);
  readonly #inspector = new InspectorController(this, this.#agent, this.#drawers);
  readonly #folders = new FolderActions(this, this.#agent);
  readonly #drop = new FolderDrop(this, {
    dropped: (handles) => this.#folders.adopt(handles),
    files: (files) => this.#folders.importDropped(files),
  });
  #clock?: ReturnType<typeof setInterval>;

  constructor() {
    super();
    showRememberedTheme();
    this.#listen();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#routed);
    addEventListener("online", this.#networkChanged);
    addEventListener("offline", this.#networkChanged);
    addEventListener("keydown", this.#keyed);
    this.#clock = setInterval(() => (this.now = Date.now()), MINUTE);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#routed);
    removeEventListener("online", this.#networkChanged);
    removeEventListener("offline", this.#networkChanged);
    removeEventListener("keydown", this.#keyed);
    clearInterval(this.#clock);
  }

  /** Shows a change of the open Workspace. */
  showWorkspace(workspace: WorkspaceView): void {
    void this.#agent.openFolder(Promise.resolve(workspace));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    this.#folders.picker = this.folders;
    if (changed.has("port") && this.port) void this.#start(this.port);
    if (changed.has("updateReady") && this.updateReady) {
      void import("./update-bar.js"); // updates are rare
      void this.#news.noteKnown();
    }
  }

  override render() {
    const { state } = this.#agent;
    const drawers = this.#drawers;
    const title = state.open?.summary.title ?? "";
    return html`
      <nav
        id="sessions"
        tabindex="-1"
        aria-label=${texts.sessions.title}
        class=${drawers.isDrawer("sessions") ? `drawer ${drawers.isShown("sessions") ? "" : "shut"}` : ""}
        ?inert=${drawers.open === "inspector"}
      >
        <session-list
          .sessions=${state.sessions}
          .trash=${this.trash}
          .current=${state.open?.summary.id ?? ""}
          .now=${this.now}
          .working=${state.working}
        ></session-list>
      </nav>
      <div class="middle" ?inert=${drawers.open !== undefined}>
        <header>
          <app-header
            .sessionTitle=${title}
            .workspace=${state.workspace}
            .models=${state.models}
            .sessionsShown=${drawers.isShown("sessions")}
            .inspectorShown=${drawers.isShown("inspector")}
          ></app-header>
        </header>
        <main>
          <div>
            ${this.updateReady ? html`<update-bar></update-bar>` : nothing} ${this.#news.card()}
            ${this.#settings.copyBar()}
          </div>
          <chat-view
            .agent=${this.#agent}
            .state=${state}
            .offline=${this.offline}
            .hint=${this.hint}
            .loading=${this.#settings.loading()}
          ></chat-view>
        </main>
      </div>
      ${this.#inspector.pane(this.connected)}
      ${drawers.open ? html`<button class="scrim" aria-label=${texts.header.closeDrawer} @click=${() => drawers.shut()}></button>` : nothing}
      ${this.#drop.hovering ? html`<div class="drop">${texts.drop.title}</div>` : nothing}
      ${this.#folders.progress ? html`<copy-progress .words=${this.#folders.progress}></copy-progress>` : nothing}
      ${this.#dialogs()}
    `;
  }

  #dialogs() {
    if (this.dialog === "settings") return this.#settings.dialog();
    if (this.dialog === "palette")
      return html`<command-palette .commands=${this.#commands()} .find=${this.#findMemories}></command-palette>`;
    if (this.dialog === "what-if")
      return html`<what-if-dialog .compressions=${this.port!.compressions}></what-if-dialog>`;
    return nothing;
  }

  modelStatus(status: ModelStatus): void {
    this.#settings.tellStatus(status);
  }

  override updated(): void {
    const title = this.#agent.state.open?.summary.title;
    document.title = title ? `${title} · ${texts.appName}` : texts.appName;
  }

  // The start, and the address

  async #start(port: AgentPort): Promise<void> {
    // The update that brought the port is finished first: the following lines change the screen again.
    await this.updateComplete;
    await this.#agent.connect(port);
    // The first paint does not need the part that draws answers; the inspector waits for it, too.
    void import("../markdown/markdown-view.js");
    this.connected = true;
    // A quick user has sent a message meanwhile: its Session has no address yet, and must stay open.
    if (readRoute(location.hash).to !== "new" || !this.#agent.state.open) await this.#routed();
    await this.#settings.read();
    await this.#news.showUpdate();
  }

  #routed = async (change?: Event): Promise<void> => {
    if (!this.connected) return; // connecting reads the address once the Agent is there
    const route = readRoute(location.hash);
    if (route.to === "file") return this.#showFile(route);
    this.hint = route.to === "open-folder" ? texts.drop.press : "";
    if (change) this.#drawers.shut(); // a drawer opened during the start stays
    if (route.to === "session") {
      await this.#agent.open(route.id);
      // The Session could not be opened, which was reported: the address must not name it.
      if (this.#agent.state.open?.summary.id !== route.id) location.replace(hashOfRoute({ to: "new" }));
    } else this.#agent.leave();
    if (route.to === "open-folder") this.header.focusFolderButton();
    else if (!matchMedia("(pointer: coarse)").matches) this.chat.focusComposer();
  };

  /** Shows a file beside the open Session; the address goes on to name the Session. */
  async #showFile(place: UiEvents["file-asked"]): Promise<void> {
    const { open } = this.#agent.state;
    history.replaceState(null, "", hashOfRoute(open ? { to: "session", id: open.summary.id } : { to: "new" }));
    await this.#inspector.showFile(place);
  }

  #networkChanged = (): void => {
    this.offline = !navigator.onLine;
    void this.#agent.online(!this.offline);
  };

  #keyed = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      void this.#openPalette();
    } else if (event.key === "Escape") this.#drawers.shut();
  };

  // Events of the elements

  #listen(): void {
    const agent = this.#agent;
    listenFor(this, {
      "agent-asked": ({ busy, run, answered }) => agent.asking(busy, run).then(answered),
      "approval-given": (given) => giveApproval(given, agent, this.folders),
      "new-session-asked": () => this.#goNew(),
      "session-trashed": ({ id }) => this.#trashSession(id),
      "session-restored": ({ id }) => this.#restoreSession(id),
      "trash-asked": () => this.#toggleTrash(),
      "more-sessions-asked": () => agent.moreSessions(),
      "export-asked": () => this.#export(),
      "notice-dismissed": () => agent.dismissNotice(),
      "problem-dismissed": ({ index }) => agent.dismissProblem(index),
      "folder-asked": () => this.#folders.pick(),
      "folder-regain-asked": ({ workspace }) => this.#folders.regain(workspace.id),
      "copy-stopped": () => this.#folders.stopCopy(),
      "model-chosen": ({ name }) => agent.chooseModel(name),
      "settings-asked": () => this.#openSettings(),
      "palette-asked": () => this.#openPalette(),
      "sessions-toggled": () => this.#drawers.toggle("sessions"),
      "record-asked": (place) => this.#showRecord(place),
      "file-asked": (place) => this.#showFile(place),
      "mention-asked": ({ text }) => this.#mention(text),
      "what-if-asked": () => this.#openWhatIf(),
      "dialog-closed": () => (this.dialog = undefined),
      "update-postponed": () => (this.updateReady = false),
    });
  }

  /** Acts on events that no state shows: requests of Commands, and Settings they changed. */
  #heard(event: AgentEvent): void {
    if (event.type === "settings-changed") void Promise.all([this.#agent.refreshModels(), this.#settings.read()]);
    if (event.type !== "screen-asked") return;
    const { request } = event;
    switch (request.kind) {
      case "new-session":
        return this.#goNew();
      case "session":
        location.hash = hashOfRoute({ to: "session", id: request.id });
        return;
      case "sessions":
        return void this.#drawers.show("sessions");
      case "settings":
        return void this.#openSettings(request.words);
      case "compose":
        return this.#compose(request.text);
      case "what-if":
        return void this.#openWhatIf();
      case "save":
        return download(new Blob([request.text]), request.name);
    }
  }

  #compose(text: string): void {
    this.#agent.compose(text);
    this.chat.focusComposer();
  }

  #goNew(): void {
    if (readRoute(location.hash).to === "new" && !this.#agent.state.open) {
      this.#drawers.shut();
      this.chat.focusComposer();
    } else location.hash = hashOfRoute({ to: "new" });
  }

  async #trashSession(id: string): Promise<void> {
    const wasOpen = this.#agent.state.open?.summary.id === id;
    if ((await this.#agent.trash(id)) && wasOpen) location.hash = hashOfRoute({ to: "new" });
  }

  async #restoreSession(id: string): Promise<void> {
    await this.#agent.restore(id);
    if (this.trash) this.trash = await this.#agent.trashed();
  }

  async #toggleTrash(): Promise<void> {
    this.trash = this.trash ? undefined : await this.#agent.trashed();
  }

  async #export(): Promise<void> {
    const blob = await this.#agent.exportAll();
    if (!blob) return;
    download(blob, `palimpsest-${new Date().toISOString().slice(0, 10)}.jsonl`);
  }

  #mention(text: string): void {
    this.#drawers.shut();
    this.chat.mention(text);
  }

  async #showRecord({ record, turn }: UiEvents["record-asked"]): Promise<void> {
    this.#drawers.shut();
    await this.chat.showRecord(record, turn);
  }

  // Dialogs and settings

  async #openSettings(words = ""): Promise<void> {
    await this.#settings.open(words);
    this.#drawers.shut();
    this.dialog = "settings";
  }

  async #openWhatIf(): Promise<void> {
    if (!this.port) return this.#agent.report(texts.problems.notReady);
    await import("../compression/what-if-dialog.js");
    this.#agent.dismissAdvice();
    this.dialog = "what-if";
  }

  async #openPalette(): Promise<void> {
    const loading = [import("./commands.js"), import("./command-palette.js")] as const;
    const reading = [this.#agent.commands(), this.#agent.allSessions(), ...loading] as const;
    const [slash, sessions, { commandsFor }] = await Promise.all(reading);
    this.#commands = () => commandsFor({ ...this.#agent.state, sessions }, slash, this.#actions);
    this.#drawers.shut();
    this.dialog = "palette";
  }

  #findMemories = async (words: string): Promise<readonly PaletteCommand[]> =>
    ((await this.port?.memories.find(words)) ?? []).map(({ path, line, text }) => ({
      label: text,
      kind: texts.palette.kinds.memory,
      run: () => void this.#showFile({ path, line, as: "memory" }),
    }));

  #commands: () => readonly PaletteCommand[] = () => [];
  readonly #actions: ShellActions = {
    ask: (run, busy) => this.#agent.doing(busy, run),
    newSession: () => this.#goNew(),
    openFolder: () => this.#folders.pick(),
    importCopy: (what) => this.#folders.import(what),
    exportZip: () => this.#folders.export(),
    cleanUp: () => this.#folders.cleanUp(),
    allowWriting: (id) => this.#folders.allowWriting(id),
    settings: (words) => this.#openSettings(words),
    slash: ({ name, usage }) => (usage ? this.#compose(`/${name} `) : this.chat.send(`/${name}`)),
    composer: () => this.chat.focusComposer(),
    goTo: (id) => (location.hash = hashOfRoute({ to: "session", id })),
    use: (model) => this.#agent.chooseModel(model),
    theme: (value) => this.#settings.change({ key: THEME_KEY, value }),
    pickModel: () => this.#settings.pickModel(true),
    news: () => this.#news.showAll(),
    whatIf: () => this.#openWhatIf(),
    inspect: (tab) => this.#inspector.show(tab),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "app-shell": AppShell;
  }
}
