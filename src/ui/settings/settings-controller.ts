/** The controller of the Settings dialog, which reads and changes Settings and picks model files. */
import { html, nothing, type ReactiveControllerHost } from "lit";
import type { AgentPort } from "../../core/port/agent-port.js";
import type { SettingsView } from "../../core/port/settings-port.js";
import { failureOf, isNamed } from "../../core/errors.js";
import { withLimit, type ModelLimits } from "../../core/models/context-limits.js";
import type { ModelFiles } from "../../core/models/model.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import type { Scope } from "../../core/settings/settings-files.js";
import type { AgentController } from "../state/agent-controller.js";
import { isTheme, showTheme } from "../base/appearance.js";
import { listenFor, type UiEvents } from "../base/events.js";
import { THEME_KEY } from "../base/setting-keys.js";
import type { SettingsNote } from "./settings-dialog.js";
import { texts } from "../base/texts.js";

export class SettingsController {
  #view?: SettingsView;
  #note: SettingsNote = { text: "" };
  /** The search with which the dialog opens. */
  #words = "";
  #isOpen = false;
  /** Progress of loading a local model; none when there is nothing to wait for. */
  #status?: ModelStatus;
  #copying?: AbortController;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & { readonly modelFiles?: ModelFiles },
    private readonly agent: AgentController,
  ) {
    listenFor(host, {
      "setting-changed": (change) => this.change(change),
      "setting-refused": () => this.#say(""),
      "settings-text-saved": (saved) => this.#replaceText(saved),
      "key-stored": ({ key, of }) => this.#trying((port) => port.settings.storeKey(key, of), texts.settings.saved),
      "model-file-asked": ({ choose }) => this.pickModel(choose),
      "model-file-forgotten": ({ name }) => this.#forgetModel(name),
      "model-copy-stopped": () => this.#copying?.abort(),
      "dialog-closed": () => (this.#isOpen = false),
    });
  }

  async open(words = ""): Promise<void> {
    this.#words = words;
    this.#note = { text: "" };
    await Promise.all([import("./settings-dialog.js"), this.read()]);
    this.#isOpen = true;
  }

  async read(): Promise<void> {
    await this.agent.doing(undefined, async (port) => {
      this.#view = await port.settings.view();
    });
    const theme = this.#view?.values[THEME_KEY];
    if (isTheme(theme)) showTheme(theme);
    this.host.requestUpdate();
  }

  async change({ key, value, scope }: UiEvents["setting-changed"]): Promise<void> {
    if (key === THEME_KEY && isTheme(value)) showTheme(value);
    if (key === "model.name" && typeof value === "string" && scope !== "folder")
      return this.#trying((port) => port.models.choose(value), texts.settings.saved);
    return this.#trying(
      (port) => port.settings.change(key, this.#meant(key, value, scope), scope),
      texts.settings.saved,
    );
  }

  /** A limit is stored for the chosen model only; the limits of other models stay. */
  #meant(key: string, value: unknown, scope: Scope = "user"): unknown {
    if (key !== "model.contextLimit" || !this.#view) return value;
    const { values, origins } = this.#view;
    return withLimit(origins[key][scope] as ModelLimits | undefined, String(values["model.name"]), value);
  }

  async #replaceText({ text, expected }: UiEvents["settings-text-saved"]): Promise<void> {
    await this.#trying((port) => port.settings.replace(text, expected), texts.settings.saved);
  }

  /** Must be called in the task of a click. `choose`: the file becomes the model that answers. */
  async pickModel(choose: boolean): Promise<void> {
    const files = this.host.modelFiles;
    if (!files) return this.agent.report(texts.modelFiles.unsupported);
    const copying = new AbortController();
    this.#copying = copying;
    const picked = files.pickGguf(copying.signal);
    await this.#trying(async (port) => {
      const kept = await picked;
      if (kept && choose) await port.models.choose(kept.name);
      this.#say(kept ? texts.modelFiles.kept(kept.label) : "");
    });
  }

  async #forgetModel(name: string): Promise<void> {
    await this.#trying(async (port) => {
      await this.host.modelFiles?.forgetGguf(name);
      // A model that is gone cannot stay the chosen one.
      if (this.#view?.values["model.name"] === name) await port.settings.change("model.name", undefined);
    }, texts.modelFiles.forgotten);
  }

  tellStatus(status: ModelStatus): void {
    this.#status = status.kind === "ready" ? undefined : status;
    this.host.requestUpdate();
  }

  dialog() {
    return html`<settings-dialog
      .settings=${this.#view}
      .models=${this.agent.state.models}
      .status=${this.#status}
      .words=${this.#words}
      .note=${this.#note}
    ></settings-dialog>`;
  }

  /** The bar shown while a file is copied and the dialog is closed. */
  copyBar() {
    if (this.#status?.kind !== "copying" || this.#isOpen) return nothing;
    void import("./copy-bar.js");
    return html`<copy-bar .status=${this.#status}></copy-bar>`;
  }

  /** A sentence on the local model that is being loaded before it answers. */
  loading(): string {
    if (!this.#status || this.#status.kind === "ready") return "";
    const { kind, model, done } = this.#status;
    const label = this.agent.state.models.find(({ name }) => name === model)?.label;
    return texts.status.model(kind, label ?? model, done);
  }

  /** Shows the outcome where the user looks: in the dialog, or beside the conversation. Then reads everything again. */
  async #trying(work: (port: AgentPort) => Promise<void>, done?: string): Promise<void> {
    await this.agent.doing(undefined, async (port) => {
      try {
        await work(port);
        if (done !== undefined) this.#say(done);
      } catch (error) {
        if (isNamed(error, "AbortError")) return this.#say("");
        if (!this.#isOpen) throw error;
        this.#say(failureOf(error).message, true);
      }
    });
    await Promise.all([this.read(), this.agent.refreshModels()]);
  }

  #say(text: string, isWrong = false): void {
    this.#note = { text, isWrong };
    this.host.requestUpdate();
  }
}
