/**
 * One Setting: its control, the origin of its value, and the button that resets it. A valid value is saved at once
 * (`setting-changed`); an invalid one gets a sentence beside it and changes nothing.
 */
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { budgetsIn, budgetsText, namesIn, type Scope, type SettingOrigin } from "../../core/settings/settings-files.js";
import { settingOf, type Budgets, type SettingKey } from "../../core/settings/settings.js";
import { tell } from "../base/events.js";
import { settingRowStyles } from "./settings-styles.js";
import { texts } from "../base/texts.js";
import { base, buttons, fields } from "../base/theme.js";

interface RowOption {
  readonly value: string;
  readonly label: string;
}

@customElement("setting-row")
class SettingRow extends LitElement {
  static override styles = [base, buttons, fields, settingRowStyles];
  @property({ attribute: false }) key!: SettingKey;
  /** The effective value. */
  @property({ attribute: false }) value: unknown;
  @property({ attribute: false }) origin: SettingOrigin = { from: "default" };
  /** The file being edited: the user's or the folder's. */
  @property({ attribute: false }) scope: Scope = "user";
  /** The choices, where the table of Settings does not have them. */
  @property({ attribute: false }) options?: readonly RowOption[];
  /** The problem with the typed text. */
  @state() private wrong = "";

  override render() {
    const t = texts.settings;
    const { key, origin, scope } = this;
    const { label, hint } = settingOf(key);
    const isGroup = key === "ui.theme";
    const isSet = origin[scope] !== undefined || origin.wrong?.[scope] !== undefined || origin.from === "tab";
    const sentences = [this.wrong, origin.wrong?.user, origin.wrong?.folder].filter(Boolean);
    return html`<div class="field" role=${isGroup ? "group" : nothing} aria-labelledby=${isGroup ? "label" : nothing}>
      <div class="line">
        ${isGroup ? html`<span class="label" id="label">${label}</span>` : html`<label for="control">${label}</label>`}
        <span class="quiet">${t.origin[origin.from]}</span>
        ${isSet ? html`<button aria-label=${t.resetOf(label)} @click=${() => this.#keep(undefined)}>${t.reset}</button>` : nothing}
      </div>
      ${this.#control()}
      <p class="quiet" id="hint">${hint} ${this.#remark()}</p>
      <div id="wrong" aria-live="polite">${sentences.map((each) => html`<p class="wrong">${each}</p>`)}</div>
    </div>`;
  }

  /** A remark if the folder overrides this value, or may not set it. */
  #remark(): string {
    const { key, origin, scope } = this;
    const { folder } = settingOf(key);
    if (scope === "folder" && folder === "never") return texts.settings.onlyYou;
    if (scope === "user" && origin.from === "folder") return texts.settings.folderCounts(inWords(key, this.value));
    return "";
  }

  /** The value in the file being edited. */
  get #shown(): unknown {
    const { origin, scope } = this;
    if (origin[scope] !== undefined) return origin[scope];
    return scope === "folder" ? (origin.user ?? settingOf(this.key).initial) : settingOf(this.key).initial;
  }

  #control(): TemplateResult {
    const { kind, options = [], folder } = settingOf(this.key);
    const isOff = this.scope === "folder" && folder === "never";
    if (this.key === "ui.theme") return this.#radios();
    if (this.options) return this.#select(this.options, isOff);
    if (kind === "part" && options.length > 0) return this.#partOrWord(options.map(String), isOff);
    if (kind === "choice")
      return this.#select(
        options.map((value) => ({ value: String(value), label: String(value) })),
        isOff,
      );
    if (kind === "flag")
      return html`<input
        id="control"
        type="checkbox"
        aria-describedby="hint wrong"
        ?disabled=${isOff}
        .checked=${this.#shown === true}
        @change=${(event: Event) => this.#keep((event.target as HTMLInputElement).checked)}
      />`;
    return this.#input(isOff);
  }

  /** The choice between a number and the words that may replace it. */
  #partOrWord(words: readonly string[], isOff: boolean): TemplateResult {
    const { label, initial } = settingOf(this.key);
    const t = texts.settings.inPlace;
    const shown = words.find((word) => word === this.#shown) ?? "";
    const choose = (event: Event) => this.#keep((event.target as HTMLSelectElement).value || initial);
    const option = (value: string, name: string) =>
      html`<option value=${value} .selected=${value === shown}>${name}</option>`;
    return html`<div class="row">
      <select aria-label=${t.label(label)} aria-describedby="hint wrong" ?disabled=${isOff} @change=${choose}>
        ${option("", t.number)}${words.map((word) => option(word, t.words[word] ?? word))}
      </select>
      ${this.#input(isOff || shown !== "")}
    </div>`;
  }

  #input(isOff: boolean): TemplateResult {
    const { kind, bounds = [0, 0] } = settingOf(this.key);
    const isNumber = kind === "number" || kind === "part";
    const [least, most] = kind === "part" ? bounds.map((each) => Math.round(each * 100)) : bounds;
    return html`<input
      id="control"
      type=${isNumber ? "number" : "text"}
      min=${isNumber ? least! : nothing}
      max=${isNumber ? most! : nothing}
      step=${isNumber ? (least! >= 1_000 ? 1_000 : 1) : nothing}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-describedby="hint wrong"
      aria-invalid=${this.wrong ? "true" : "false"}
      ?disabled=${isOff}
      .value=${shownIn(this.key, this.#shown)}
      @change=${(event: Event) => this.#typed((event.target as HTMLInputElement).value.trim())}
    />`;
  }

  #select(options: readonly RowOption[], isOff: boolean): TemplateResult {
    const shown = String(this.#shown);
    const all = options.some(({ value }) => value === shown) ? options : [...options, { value: shown, label: shown }];
    return html`<select
      id="control"
      aria-describedby="hint wrong"
      ?disabled=${isOff}
      @change=${(event: Event) => this.#keep((event.target as HTMLSelectElement).value)}
    >
      ${all.map(({ value, label }) => html`<option value=${value} .selected=${value === shown}>${label}</option>`)}
    </select>`;
  }

  #radios(): TemplateResult {
    const choice = ([name, label]: readonly [string, string]) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="theme"
          value=${name}
          .checked=${this.#shown === name}
          @change=${() => this.#keep(name)}
        />${label}</label
      >`;
    return html`<div class="row">${Object.entries(texts.settings.themes).map(choice)}</div>`;
  }

  #typed(typed: string): void {
    if (typed === "") return this.#keep(undefined);
    const { kind, fits, expects, bounds = [0, 0] } = settingOf(this.key);
    const value = readAs(kind, typed);
    const isWhole = kind !== "part" || Number.isInteger(Number(typed));
    if (fits(value) && isWhole) return this.#keep(value);
    const [least, most] = bounds.map((each) => Math.round(each * 100));
    this.wrong = kind === "part" ? texts.settings.percentWrong(least!, most!) : texts.settings.mustBe(expects);
    tell(this, "setting-refused");
  }

  #keep(value: unknown): void {
    this.wrong = "";
    tell(this, "setting-changed", { key: this.key, value, scope: this.scope });
  }
}

/** The typed text as a value. */
function readAs(kind: string, typed: string): unknown {
  if (kind === "part") return Number(typed) / 100;
  if (kind === "number") return Number(typed);
  if (kind === "list") return namesIn(typed);
  return kind === "budgets" ? budgetsIn(typed) : typed;
}

/** A value as it appears in a sentence. */
const inWords = (key: SettingKey, value: unknown): string =>
  typeof value === "string" ? (texts.settings.inPlace.words[value] ?? value) : shownIn(key, value);

/** A value as it is typed. */
function shownIn(key: SettingKey, value: unknown): string {
  const { kind } = settingOf(key);
  if (kind === "part") return typeof value === "number" ? String(Math.round(value * 100)) : ""; // words have a control of their own
  if (kind === "list") return [value as string | readonly string[]].flat().join(", ");
  if (kind === "budgets") return budgetsText(value as Budgets);
  return key === "model.contextLimit" && value === 0 ? "" : String(value);
}

declare global {
  interface HTMLElementTagNameMap {
    "setting-row": SettingRow;
  }
}
