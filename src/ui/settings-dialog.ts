/**
 * The Settings, on one page with a search. What is right is kept at once (`setting-changed`); what is wrong gets a
 * sentence beside it and changes nothing. The key goes into the vault (`key-stored`) and never comes back.
 */
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { SettingsView } from "../core/agent-port.js";
import { settings, type SettingKey } from "../core/settings.js";
import "./app-icon.js";
import { tell } from "./events.js";
import { settingKeys } from "./setting-keys.js";
import { settingsStyles } from "./settings-styles.js";
import { texts } from "./texts.js";
import { base, buttons, fields, scroller } from "./theme.js";

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly control: () => TemplateResult;
}

@customElement("settings-dialog")
export class SettingsDialog extends LitElement {
  static override styles = [base, buttons, fields, scroller, settingsStyles];
  /** None while it is being read. */
  @property({ attribute: false }) settings?: SettingsView;
  /** What is searched for: given by who opens it, then typed. */
  @property({ attribute: false }) words = "";
  /** What is wrong, by field. */
  @state() private wrong: Readonly<Record<string, string>> = {};
  @state() private note = "";
  @query("dialog") private readonly dialog!: HTMLDialogElement;

  override render() {
    const t = texts.settings;
    const sections: readonly (readonly [string, readonly Field[]])[] = [
      [t.sections.model, [this.#key(), this.#url(), this.#choice("model.routing")]],
      [
        t.sections.device,
        [this.#text("model.localServer"), this.#text("model.localServerModel"), this.#text("tools.exclude")],
      ],
      [t.sections.context, [this.#limit(), this.#threshold(), this.#flag("model.disableLoopDetection")]],
      [t.sections.look, [this.#theme()]],
    ];
    const shown = sections
      .map(([title, all]) => [title, all.filter(this.#matches)] as const)
      .filter(([, found]) => found.length > 0);
    return html`<dialog aria-label=${t.title} closedby="any" @close=${() => tell(this, "dialog-closed")}>
      <div class="head">
        <h2>${t.title}</h2>
        <button class="icon" aria-label=${t.close} title=${t.close} @click=${() => this.dialog.close()}>
          <app-icon name="close"></app-icon>
        </button>
        <input
          autofocus
          type="search"
          aria-label=${t.search}
          placeholder=${t.search}
          .value=${this.words}
          @input=${this.#searched}
        />
      </div>
      <div class="scroller">
        ${this.settings ? shown.map(([title, found]) => this.#section(title, found)) : nothing}
        ${shown.length === 0 ? html`<p class="quiet">${t.none}</p>` : nothing}
      </div>
      <p class="note quiet" aria-live="polite">${this.note}</p>
    </dialog>`;
  }

  override firstUpdated(): void {
    this.dialog.showModal();
  }

  #section = (title: string, found: readonly Field[]) =>
    html`<section>
      <h3>${title}</h3>
      ${found.map(
        ({ id, label, hint, control }) =>
          html`<div class="field">
            ${id === "theme" ? nothing : html`<label for=${id}>${label}</label>`} ${control()}
            <p class="quiet" id=${`${id}-hint`}>${hint}</p>
            ${this.wrong[id] ? html`<p class="wrong" id=${`${id}-wrong`} role="alert">${this.wrong[id]}</p>` : nothing}
          </div>`,
      )}
    </section>`;

  #matches = ({ label, hint }: Field): boolean =>
    `${label} ${hint}`.toLocaleLowerCase().includes(this.words.trim().toLocaleLowerCase());

  #value = (key: string): unknown => this.settings?.values[key];
  #described = (id: string): string => (this.wrong[id] ? `${id}-wrong ${id}-hint` : `${id}-hint`);

  #key(): Field {
    const t = texts.settings;
    const has = this.settings?.hasKey ?? false;
    const control = () =>
      html`<form class="row" @submit=${this.#keySubmitted}>
        <input
          id="key"
          type="text"
          class="secret"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby="key-hint"
        />
        <button class="outlined" type="submit">${t.keySave}</button>
        ${has ? html`<button type="button" @click=${() => this.#storeKey("")}>${t.keyForget}</button>` : nothing}
      </form>`;
    return { id: "key", label: t.key, hint: has ? t.keyStored : t.keyHint, control };
  }

  #url(): Field {
    const t = texts.settings;
    const control = () =>
      html`<input
        id="url"
        type="text"
        inputmode="url"
        autocomplete="off"
        spellcheck="false"
        aria-describedby=${this.#described("url")}
        aria-invalid=${this.wrong.url ? "true" : "false"}
        .value=${String(this.#value(settingKeys.baseUrl) ?? "")}
        @change=${(event: Event) => {
          const value = valueOf(event);
          this.#keep("url", settingKeys.baseUrl, value || undefined, !value || isEndpoint(value), t.urlWrong);
        }}
      />`;
    return { id: "url", label: t.url, hint: t.urlHint, control };
  }

  /** A row for a Setting that needs no care of its own: its words are in the table of Settings. */
  #row(key: SettingKey, control: (id: string) => TemplateResult): Field {
    const id = key.replaceAll(".", "-");
    const { label, hint } = settings[key];
    return { id, label, hint, control: () => control(id) };
  }

  #text(key: SettingKey): Field {
    return this.#row(
      key,
      (id) =>
        html`<input
          id=${id}
          type="text"
          autocomplete="off"
          spellcheck="false"
          aria-describedby=${this.#described(id)}
          .value=${String(this.#value(key) ?? "")}
          @change=${(event: Event) => this.#keep(id, key, valueOf(event), true, "")}
        />`,
    );
  }

  #flag(key: SettingKey): Field {
    const changed = (id: string) => (event: Event) =>
      this.#keep(id, key, (event.target as HTMLInputElement).checked, true, "");
    return this.#row(
      key,
      (id) =>
        html`<input
          id=${id}
          type="checkbox"
          aria-describedby=${this.#described(id)}
          .checked=${this.#value(key) === true}
          @change=${changed(id)}
        />`,
    );
  }

  #choice(key: SettingKey): Field {
    const options = (settings[key] as { options?: readonly string[] }).options ?? [];
    const option = (name: string) =>
      html`<option value=${name} ?selected=${this.#value(key) === name}>${name}</option>`;
    return this.#row(
      key,
      (id) =>
        html`<select
          id=${id}
          aria-describedby=${this.#described(id)}
          @change=${(event: Event) => this.#keep(id, key, valueOf(event), true, "")}
        >
          ${options.map(option)}
        </select>`,
    );
  }

  #limit(): Field {
    const t = texts.settings;
    const control = () =>
      this.#spin({ id: "limit", min: 1000, step: 1000, value: this.#value(settingKeys.contextLimit) }, (text) => {
        const value = text ? Number(text) : undefined;
        const fits = value === undefined || (Number.isInteger(value) && value >= 1000);
        this.#keep("limit", settingKeys.contextLimit, value, fits, t.limitWrong);
      });
    return { id: "limit", label: t.limit, hint: t.limitHint, control };
  }

  #threshold(): Field {
    const t = texts.settings;
    const kept = this.#value(settingKeys.compressionThreshold);
    const percent = typeof kept === "number" ? Math.round(kept * 100) : 50;
    const control = () =>
      this.#spin({ id: "threshold", min: 5, max: 95, step: 1, value: percent }, (text) => {
        const value = Number(text);
        const fits = text !== "" && Number.isInteger(value) && value >= 5 && value <= 95;
        this.#keep("threshold", settingKeys.compressionThreshold, value / 100, fits, t.thresholdWrong);
      });
    return { id: "threshold", label: t.threshold, hint: t.thresholdHint, control };
  }

  #spin(
    field: { id: string; min: number; max?: number; step: number; value: unknown },
    changed: (text: string) => void,
  ) {
    return html`<input
      id=${field.id}
      type="number"
      min=${field.min}
      max=${field.max ?? nothing}
      step=${field.step}
      aria-describedby=${this.#described(field.id)}
      aria-invalid=${this.wrong[field.id] ? "true" : "false"}
      .value=${String(field.value ?? "")}
      @change=${(event: Event) => changed(valueOf(event))}
    />`;
  }

  #theme(): Field {
    const t = texts.settings;
    const now = this.#value(settingKeys.theme) ?? "system";
    const choice = ([name, label]: readonly [string, string]) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="theme"
          value=${name}
          .checked=${now === name}
          @change=${() => this.#keep("theme", settingKeys.theme, name, true, "")}
        />${label}</label
      >`;
    const control = () =>
      html`<fieldset>
        <legend>${t.theme}</legend>
        <div class="row">${Object.entries(t.themes).map(choice)}</div>
      </fieldset>`;
    return { id: "theme", label: t.theme, hint: "", control };
  }

  #searched = (event: Event): void => {
    this.words = valueOf(event);
  };

  #keySubmitted = (event: Event): void => {
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLInputElement>("#key")!;
    const key = field.value.trim();
    if (!key) return;
    field.value = "";
    this.#storeKey(key);
  };

  #storeKey(key: string): void {
    this.note = texts.settings.saved;
    tell(this, "key-stored", { key });
  }

  #keep(id: string, key: string, value: unknown, fits: boolean, sentence: string): void {
    this.wrong = { ...this.wrong, [id]: fits ? "" : sentence };
    this.note = fits ? texts.settings.saved : "";
    if (fits) tell(this, "setting-changed", { key, value });
  }
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement).value.trim();

/** A key must not travel in clear, but to this machine. */
function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:") return true;
  return url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}

declare global {
  interface HTMLElementTagNameMap {
    "settings-dialog": SettingsDialog;
  }
}
