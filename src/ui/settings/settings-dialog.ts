/**
 * The Settings, on one page with a search: the user's or the open folder's, each with its origin. Rows save a valid
 * value at once; the user's file can also be edited as text.
 */
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ModelChoice, SettingsView } from "../../core/port/settings-port.js";
import { limitFor, type ModelLimits } from "../../core/models/context-limits.js";
import type { ModelStatus } from "../../core/models/model-status.js";
import { type Scope, originFor } from "../../core/settings/settings-files.js";
import type { SettingKey } from "../../core/settings/settings.js";
import "../base/app-icon.js";
import { dialogFrame } from "../base/dialog-styles.js";
import { tell, type UiEvent } from "../base/events.js";
import "./model-file-list.js";
import "./secret-row.js";
import "./setting-row.js";
import { settingSections, type SettingItem } from "../base/setting-keys.js";
import { settingRowStyles, settingsStyles } from "./settings-styles.js";
import "./settings-text.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields, scroller } from "../base/theme.js";

@customElement("settings-dialog")
class SettingsDialog extends LitElement {
  static override styles = [base, buttons, fields, scroller, dialogFrame, settingRowStyles, settingsStyles];
  /** None while it is being read. */
  @property({ attribute: false }) settings?: SettingsView;
  @property({ attribute: false }) models: readonly ModelChoice[] = [];
  /** Progress of loading a local model. */
  @property({ attribute: false }) status?: ModelStatus;
  /** The search: given by the opener, then typed. */
  @property({ attribute: false }) words = "";
  /** The outcome of the last change. */
  @property({ attribute: false }) note: SettingsNote = { text: "" };
  @state() private scope: Scope = "user";
  @state() private asText = false;
  @query("dialog") private readonly dialog!: HTMLDialogElement;
  /** The text being saved. */
  #saving?: string;

  constructor() {
    super();
    this.addEventListener("settings-text-left", () => this.#leaveText());
    this.addEventListener("settings-text-saved", (event) => {
      this.#saving = (event as UiEvent<"settings-text-saved">).detail.text;
    });
  }

  override render() {
    const t = texts.settings;
    return html`<dialog aria-label=${t.title} closedby="any" @close=${() => tell(this, "dialog-closed")}>
      <div class="head">
        <h2>${t.title}</h2>
        <button class="icon" aria-label=${t.close} title=${t.close} @click=${() => this.dialog.close()}>
          <app-icon name="close"></app-icon>
        </button>
        ${this.asText ? nothing : this.#searching()}
      </div>
      ${this.asText ? html`<settings-text .text=${this.settings?.user.text ?? ""}></settings-text>` : this.#rows()}
      <p class="note ${this.note.isWrong ? "wrong" : "quiet"}" aria-live="polite">${this.note.text}</p>
    </dialog>`;
  }

  override firstUpdated(): void {
    this.dialog.showModal();
  }

  override willUpdate(): void {
    // A folder that was closed or is no longer trusted has no file to edit.
    if (this.settings && !this.settings.folder?.isTrusted) this.scope = "user";
    if (this.asText && this.settings?.user.text === this.#saving) this.#leaveText();
  }

  #searching(): TemplateResult {
    const t = texts.settings;
    return html`<input
        autofocus
        type="search"
        aria-label=${t.search}
        placeholder=${t.search}
        .value=${this.words}
        @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)}
      />
      <div class="tools">
        <div class="row" role="radiogroup" aria-label=${t.scope}>${this.#scopes()}</div>
        <button class="outlined" id="as-text" @click=${() => (this.asText = true)}>${t.asText}</button>
      </div>`;
  }

  #scopes() {
    const { folder } = this.settings ?? {};
    return (["user", "folder"] as const).map(
      (scope) =>
        html`<label class="choice" title=${scope === "folder" ? (folder?.name ?? "") : ""}
          ><input
            type="radio"
            name="scope"
            .checked=${this.scope === scope}
            ?disabled=${scope === "folder" && !folder?.isTrusted}
            @change=${() => (this.scope = scope)}
          />${texts.settings.scopes[scope]}</label
        >`,
    );
  }

  #rows(): TemplateResult {
    const found = settingSections
      .map(([title, items]) => [title, items.filter(this.#matches)] as const)
      .filter(([, items]) => items.length > 0);
    return html`<div class="scroller">
      ${this.#remarks()}
      ${
        this.settings
          ? found.map(
              ([title, items]) =>
                html`<section>
                  <h3>${title}</h3>
                  ${items.map(this.#item)}
                </section>`,
            )
          : nothing
      }
      ${found.length === 0 ? html`<p class="quiet">${texts.settings.none}</p>` : nothing}
    </div>`;
  }

  /** Remarks on the files as a whole. */
  #remarks() {
    const t = texts.settings;
    const { user, folder } = this.settings ?? {};
    const problems = [
      user?.problem && t.userProblem(user.problem),
      folder?.problem && t.folderProblem(folder.name, folder.problem),
    ];
    return html`${problems.map((each) => (each ? html`<p class="wrong remark" role="alert">${each}</p>` : nothing))}
    ${folder && !folder.isTrusted ? html`<p class="quiet remark">${t.untrusted(folder.name)}</p>` : nothing}
    ${this.scope === "folder" && folder ? html`<p class="quiet remark">${t.folderFile(folder.name)}</p>` : nothing}`;
  }

  #matches = (item: SettingItem): boolean => {
    const words = this.words.trim().toLocaleLowerCase();
    return item.words.toLocaleLowerCase().includes(words);
  };

  #item = ({ name, secret }: SettingItem): TemplateResult => {
    const { settings } = this;
    if (!settings) return html``;
    if (name === "secret")
      return html`<secret-row .secret=${secret} .isStored=${settings.secrets.includes(secret.name)}></secret-row>`;
    if (name === "model-files")
      return html`<model-file-list .models=${this.models} .status=${this.status}></model-file-list>`;
    const { value, origin } = shownOf(name, settings);
    return html`<setting-row
      .key=${name}
      .value=${value}
      .origin=${origin}
      .scope=${this.scope}
      .options=${name === "model.name" ? this.#modelOptions() : undefined}
    ></setting-row>`;
  };

  #modelOptions = () =>
    this.models.filter(({ file }) => file !== "wanted").map(({ name, label }) => ({ value: name, label }));

  #leaveText(): void {
    this.asText = false;
    this.#saving = undefined;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>("#as-text")?.focus());
  }
}

/** The value and origin of a Setting; of limits, those of the chosen model. */
function shownOf(name: SettingKey, { values, origins }: SettingsView) {
  if (name !== "model.contextLimit") return { value: values[name], origin: origins[name] };
  const model = String(values["model.name"]);
  return { value: limitFor(values[name] as ModelLimits, model), origin: originFor(origins[name], model) };
}

export interface SettingsNote {
  readonly text: string;
  readonly isWrong?: boolean;
}

declare global {
  interface HTMLElementTagNameMap {
    "settings-dialog": SettingsDialog;
  }
}
