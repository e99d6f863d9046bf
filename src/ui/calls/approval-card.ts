/**
 * A call that waits for approval (A3): all that it would do, and the answers to it. Hunks of an edit can be left out, and texts changed.
 * Tells `approval-given`. Ctrl+Enter allows once; no key alone allows anything, since the user may be typing.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Approval, ApprovalRequest, Proposal } from "../../core/policy/approval.js";
import { diffFiles, withoutHunks } from "../../core/text/diff-view.js";
import { revealed, turnsMore } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import { askStyles } from "../base/ask-styles.js";
import { codeColours } from "../markdown/code-colours.js";
import "../diff/diff-view.js";
import { tell, type UiEvent } from "../base/events.js";
import { highlight } from "../markdown/highlight.js";
import "./remember-view.js";
import { base, buttons, fields, scroller } from "../base/theme.js";
import { approvalTexts } from "./approval-texts.js";

type Edit = Extract<Proposal, { kind: "edit" }>;

/** Milliseconds without typing after which the diff follows the text. */
const PAUSE = 150;

@customElement("approval-card")
class ApprovalCard extends LitElement {
  static override styles = [
    base,
    buttons,
    fields,
    scroller,
    askStyles,
    codeColours,
    css`
      pre,
      textarea {
        margin: 0;
        padding: 0.7rem 0.8rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper-sunken);
        font: 0.8125rem / 1.55 var(--font-code);
        tab-size: 4;
      }
      pre {
        max-block-size: min(20rem, 34dvh);
        min-block-size: 2.7rem;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      textarea {
        inline-size: 100%;
        flex: 1 1 min(16rem, 26dvh);
        min-block-size: 6rem;
        resize: vertical;
        white-space: pre;
        overflow: auto;
      }
      textarea.short {
        flex: none;
        min-block-size: 4rem;
        white-space: pre-wrap;
      }
      diff-view {
        --diff-height: min(26rem, 38dvh);
      }
      textarea + diff-view {
        --diff-height: min(14rem, 20dvh);
      }
      ul {
        max-block-size: min(12rem, 20dvh);
        min-block-size: 2rem;
        overflow-wrap: anywhere;
        font: 0.8125rem / 1.6 var(--font-code);
      }
    `,
  ];
  @property({ attribute: false }) request!: ApprovalRequest;
  /** The number of calls that wait, this one among them. */
  @property({ attribute: false }) waiting = 1;
  @state() private leftOut: ReadonlySet<number> = new Set();
  /** The text as the user has changed it; undefined before "Edit" was pressed. */
  @state() private text?: string;
  /** The text that the diff shows, as of the last pause in typing. */
  @state() private compared = "";
  @state() private isEditing = false;
  /** The file that a fact is to be remembered in, if the user has chosen another one. */
  @state() private path?: string;
  @query(".card") private readonly card!: HTMLElement;
  @query(".note input") private readonly note!: HTMLInputElement;
  #typing?: ReturnType<typeof setTimeout>;

  override focus(): void {
    void this.updateComplete.then(() => this.card.focus({ preventScroll: true }));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("request");
    if (!before || before.callId === this.request.callId) return;
    this.leftOut = new Set();
    this.text = this.path = undefined;
    this.isEditing = false;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("request")) this.#colour();
  }

  #colour(): void {
    const { proposal } = this.request;
    const code = this.renderRoot.querySelector<HTMLElement>("pre code");
    if (code && proposal.kind === "run") void highlight(code, proposal.language);
  }

  override render() {
    const t = approvalTexts;
    const { why, proposal } = this.request;
    const title = revealed(this.request.title);
    const remark = proposal.kind === "edit" ? proposal.remark : undefined;
    const isTurning = proposal.kind === "edit" && turnsMore(proposal.before ?? "", proposal.after);
    return html`<div
      class="card"
      role="group"
      tabindex="-1"
      aria-label=${t.name(title)}
      aria-describedby="what"
      aria-keyshortcuts="Control+Enter"
      @keydown=${this.#keyed}
    >
      <div class="head">
        <h2 id="what" dir="auto"><span class="verb">${t.what[proposal.kind]}</span> <span>${title}</span></h2>
        ${this.waiting > 1 ? html`<span class="quiet">${t.waiting(this.waiting)}</span>` : nothing}
      </div>
      ${why ? html`<p class="why"><app-icon name="info"></app-icon><span dir="auto">${why}</span></p>` : nothing}
      ${remark ? html`<p class="quiet" dir="auto">${remark}</p>` : nothing}
      ${isTurning ? html`<p class="why"><app-icon name="info"></app-icon><span>${t.turning}</span></p>` : nothing}
      <div class="body">${this.#body(proposal)}</div>
      ${this.#buttons(proposal)}
    </div>`;
  }

  #body(proposal: Proposal) {
    if (this.isEditing) return this.#editor(proposal);
    switch (proposal.kind) {
      case "edit":
        return this.#diff(proposal);
      case "run":
        // prettier-ignore
        return html`<pre class="scroller" tabindex="0" role="region" aria-label=${approvalTexts.command}><code dir="ltr" .textContent=${revealed(this.text ?? proposal.text)}></code></pre>
          ${proposal.directory ? html`<p class="quiet">${approvalTexts.directory} <code dir="ltr">${proposal.directory}</code></p>` : nothing}`;
      case "fetch":
        // prettier-ignore
        return html`<pre class="scroller" tabindex="0" role="region" aria-label=${approvalTexts.address}><code dir="ltr">${proposal.address}</code></pre>`;
      case "commit":
        // prettier-ignore
        return html`<pre class="scroller" tabindex="0" role="region" aria-label=${approvalTexts.message} dir="auto">${revealed(this.text ?? proposal.message)}</pre>
          <ul class="scroller" tabindex="0" aria-label=${approvalTexts.files}>
            ${proposal.files.map((file) => html`<li dir="auto">${revealed(file)}</li>`)}
          </ul>`;
      case "remember":
        return this.#remember(proposal);
    }
  }

  #diff = (proposal: Edit) =>
    html`<diff-view
      .path=${proposal.path}
      .oldText=${proposal.before}
      .newText=${this.text ?? proposal.after}
      ?choosing=${this.text === undefined}
      .leftOut=${this.leftOut}
      @hunks-chosen=${(event: UiEvent<"hunks-chosen">) => (this.leftOut = event.detail.leftOut)}
    ></diff-view>`;

  #remember = (proposal: Extract<Proposal, { kind: "remember" }>) =>
    html`<remember-view
      .proposal=${proposal}
      .fact=${this.isEditing ? this.compared : this.#currentText()}
      .path=${this.path ?? proposal.path}
      ?editing=${this.isEditing}
      @place-chosen=${(event: UiEvent<"place-chosen">) => (this.path = event.detail.path)}
    ></remember-view>`;

  #editor = (proposal: Proposal) =>
    html`<textarea
        aria-label=${proposal.kind === "edit" ? approvalTexts.text(proposal.path) : approvalTexts.otherText}
        class=${proposal.kind === "remember" ? "short" : ""}
        spellcheck=${proposal.kind === "commit" || proposal.kind === "remember" ? "true" : "false"}
        dir="auto"
        .value=${this.text ?? ""}
        @input=${this.#typed}
      ></textarea>
      ${
        proposal.kind === "edit"
          ? html`<diff-view .path=${proposal.path} .oldText=${proposal.before} .newText=${this.compared}></diff-view>`
          : proposal.kind === "remember"
            ? this.#remember(proposal)
            : nothing
      }`;

  #buttons(proposal: Proposal) {
    const t = approvalTexts;
    const isChanged = this.text !== undefined || this.leftOut.size > 0 || this.path !== undefined;
    const old = proposal.kind === "edit" ? (proposal.before ?? "") : "";
    const isNothing =
      isChanged && this.#currentText().trim() === old.trim() && (old === "" || this.#currentText() === old);
    const { covers, isOnce = false } = this.request;
    const allow = (kind: "once" | "always" | "save") => () => this.#give(this.#approvalOf(kind));
    return html`${isNothing ? html`<p class="quiet" role="note">${t.nothingLeft}</p>` : nothing}
      ${covers && !isChanged ? html`<p class="quiet" dir="auto">${t.covers(revealed(covers))}</p>` : nothing}
      <div class="buttons">
        <button class="primary" title=${t.onceKeys} ?disabled=${isNothing} @click=${allow("once")}>${t.once}</button>
        <button class="outlined" title=${t.alwaysHow} ?disabled=${isChanged || isOnce} @click=${allow("always")}>
          ${t.always}
        </button>
        <button class="outlined" title=${t.saveHow} ?disabled=${isChanged || isOnce} @click=${allow("save")}>
          ${t.save}
        </button>
        ${
          canEdit(this.request)
            ? html`<button class="outlined" aria-pressed=${this.isEditing} @click=${this.#edit}>${t.edit}</button>`
            : nothing
        }
        <span class="note">
          <input
            aria-label=${t.note}
            placeholder=${t.noteShort}
            dir="auto"
            @keydown=${(event: KeyboardEvent) => {
              if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) this.#reject();
            }}
          />
          <button class="outlined" @click=${this.#reject}>${t.reject}</button>
        </span>
      </div>`;
  }

  /** The text that would be written or run, with the changes that the user has made. */
  #currentText(): string {
    const { proposal } = this.request;
    if (this.text !== undefined) return this.text;
    if (proposal.kind !== "edit" || this.leftOut.size === 0) return textOf(proposal);
    return withoutHunks(diffFiles(proposal.before ?? "", proposal.after), this.leftOut);
  }

  #approvalOf(kind: "once" | "always" | "save"): Approval {
    const after = this.#currentText();
    const { path } = this;
    const isChanged = after !== textOf(this.request.proposal) || path !== undefined;
    return kind === "once" && isChanged ? { kind: "edit", after, ...(path && { path }) } : { kind };
  }

  #edit = async (): Promise<void> => {
    const { proposal } = this.request;
    this.text = this.compared = this.#currentText();
    this.leftOut = new Set();
    this.isEditing = !this.isEditing;
    if (this.text === textOf(proposal) && !this.isEditing) this.text = undefined;
    await this.updateComplete;
    if (this.isEditing) this.#startWriting(proposal);
    else this.#colour();
  };

  /** Puts the caret at the first change of the text. */
  #startWriting(proposal: Proposal): void {
    const before = proposal.kind === "edit" ? (proposal.before ?? "") : "";
    const field = this.renderRoot.querySelector("textarea")!;
    const text = this.text!;
    const [first] = diffFiles(before, text).hunks;
    const line = first?.changes[0]?.newFrom ?? 0;
    const place = text.split(/\r?\n/, line).reduce((sum, each) => sum + each.length + 1, 0);
    field.focus();
    field.setSelectionRange(place, place);
    field.scrollTop = Math.max(0, line - 3) * (field.scrollHeight / Math.max(1, text.split("\n").length));
  }

  #typed = (event: Event): void => {
    const { value } = event.target as HTMLTextAreaElement;
    // A text field ends its lines with \n; a file with Windows line ends must keep them.
    const { proposal } = this.request;
    const isWindows = proposal.kind === "edit" && /\r\n/.test(proposal.after) && !/[^\r]\n/.test(proposal.after);
    this.text = isWindows ? value.replaceAll(/\r?\n/g, "\r\n") : value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => (this.compared = this.text ?? ""), PAUSE);
  };

  #keyed = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    this.renderRoot.querySelector<HTMLButtonElement>("button.primary")?.click();
  };

  #reject = (): void => {
    const note = this.note.value.trim();
    this.#give({ kind: "reject", ...(note && { note }) });
  };

  #give = (approval: Approval): void => tell(this, "approval-given", { request: this.request, approval });
}

/** The text of a proposal that the user could change. */
function textOf(proposal: Proposal): string {
  switch (proposal.kind) {
    case "edit":
      return proposal.after;
    case "run":
      return proposal.text;
    case "commit":
      return proposal.message;
    case "fetch":
      return proposal.address;
    case "remember":
      return proposal.fact;
  }
}

/** Addresses cannot be changed, nor can calls of a Tool that are shown as a command for want of a view of their own. */
const canEdit = ({ proposal, tool }: ApprovalRequest): boolean =>
  proposal.kind === "edit" ||
  proposal.kind === "commit" ||
  proposal.kind === "remember" ||
  (proposal.kind === "run" && ["run_shell_command", "run_javascript"].includes(tool));

declare global {
  interface HTMLElementTagNameMap {
    "approval-card": ApprovalCard;
  }
}
