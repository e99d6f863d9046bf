/** Questions of the Model to the user (`ask_user`), with options to choose from or a text to write. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Question } from "../../core/policy/approval.js";
import { askStyles } from "../base/ask-styles.js";
import { ask } from "../base/events.js";
import { base, buttons, fields, scroller } from "../base/theme.js";
import { questionTexts } from "./approval-texts.js";

/** The answer to one question so far: options by their index, and a text of the user's own. */
interface Choice {
  readonly options: ReadonlySet<number>;
  readonly other: string;
}
const NONE: Choice = { options: new Set(), other: "" };

@customElement("question-card")
class QuestionCard extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    scroller,
    askStyles,
    css`
      fieldset {
        display: grid;
        gap: 0.3rem;
        margin: 0;
        padding: 0;
        border: 0;
        min-inline-size: 0;
      }
      fieldset + fieldset {
        margin-block-start: 0.6rem;
      }
      legend {
        padding: 0 0 0.25rem;
        font-weight: 600;
      }
      .header {
        display: block;
        font: 500 var(--small) / 1.5 var(--font-text);
        color: var(--ink-soft);
      }
      label {
        display: flex;
        align-items: baseline;
        gap: 0.6rem;
        padding: 0.35rem 0.55rem;
        border-radius: var(--radius-small);
        cursor: pointer;
      }
      label:hover {
        background: var(--paper-hover);
      }
      label:has(input:checked) {
        background: var(--accent-wash);
      }
      input:is([type="radio"], [type="checkbox"]) {
        inline-size: 1.05rem;
        block-size: 1.05rem;
        flex: none;
        margin: 0;
        translate: 0 0.15rem;
        accent-color: var(--accent);
      }
      label span {
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      .quiet {
        display: block;
      }
    `,
  ];
  @property({ attribute: false }) callId = "";
  @property({ attribute: false }) questions: readonly Question[] = [];
  @state() private choices: readonly Choice[] = [];
  @query(".card") private readonly card!: HTMLElement;

  override focus(): void {
    void this.updateComplete.then(() => this.card.focus({ preventScroll: true }));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("callId")) this.choices = this.questions.map(() => NONE);
  }

  override render() {
    const t = questionTexts;
    const isWhole = this.questions.every((_, index) => this.#answer(index) !== "");
    return html`<div
      class="card"
      role="group"
      tabindex="-1"
      aria-label=${t.name}
      aria-keyshortcuts="Control+Enter"
      @keydown=${this.#keyed}
    >
      <div class="body scroller">${this.questions.map(this.#question)}</div>
      <div class="buttons">
        <button class="primary" title=${t.answerKeys} ?disabled=${!isWhole} @click=${this.#answered}>
          ${t.answer}
        </button>
        <button class="outlined" @click=${() => this.#send()}>${t.dismiss}</button>
      </div>
    </div>`;
  }

  #question = (question: Question, index: number) => {
    const { options = [], header } = question;
    return html`<fieldset>
      <legend dir="auto">${header ? html`<span class="header">${header}</span>` : nothing}${question.question}</legend>
      ${options.map(
        ({ label, description }, option) =>
          html`<label
            ><input
              type=${question.multiple ? "checkbox" : "radio"}
              name=${`question-${index}`}
              .checked=${this.choices[index]!.options.has(option)}
              @change=${(event: Event) => this.#chosen(index, option, (event.target as HTMLInputElement).checked)}
            /><span dir="auto"
              >${label}${description ? html`<span class="quiet">${description}</span>` : nothing}</span
            ></label
          >`,
      )}
      <input
        aria-label=${options.length > 0 ? questionTexts.other : question.question}
        placeholder=${options.length > 0 ? questionTexts.other : questionTexts.own}
        dir="auto"
        .value=${this.choices[index]!.other}
        @input=${(event: Event) => this.#wrote(index, (event.target as HTMLInputElement).value)}
      />
    </fieldset>`;
  };

  #chosen(index: number, option: number, isOn: boolean): void {
    const { multiple } = this.questions[index]!;
    const { options, other } = this.choices[index]!;
    const next = new Set(multiple ? options : []);
    if (isOn) next.add(option);
    else next.delete(option);
    this.choices = this.choices.with(index, { options: next, other: multiple ? other : "" });
  }

  /** A text of the user's own replaces the option, where only one may be chosen. */
  #wrote(index: number, other: string): void {
    const { multiple } = this.questions[index]!;
    const { options } = this.choices[index]!;
    this.choices = this.choices.with(index, { options: multiple || other === "" ? options : new Set(), other });
  }

  #answer(index: number): string {
    const { options, other } = this.choices[index] ?? NONE;
    const labels = this.questions[index]!.options?.filter((_, at) => options.has(at)).map(({ label }) => label) ?? [];
    return [...labels, other.trim()].filter(Boolean).join(", ");
  }

  #keyed = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    this.#answered();
  };

  #answered = (): void => {
    const answers = this.questions.map((_, index) => this.#answer(index));
    if (answers.every(Boolean)) this.#send(answers);
  };

  /** No answers: the user does not want to answer. */
  #send(answers?: readonly string[]): void {
    void ask(this, (port) => port.calls.answer(this.callId, answers));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "question-card": QuestionCard;
  }
}
