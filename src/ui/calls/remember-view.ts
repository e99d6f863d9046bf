/** A fact to be remembered (M8), the file to write it to, facts like it that are there, and the diff. Tells `place-chosen`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Proposal } from "../../core/policy/approval.js";
import { notesOn, sanitiseFact, saveFact } from "../../core/memory/memory-save.js";
import type { RememberPlace } from "../../core/memory/remember.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import "../diff/diff-view.js";
import { tell } from "../base/events.js";
import { base } from "../base/theme.js";
import { rememberTexts } from "./approval-texts.js";

@customElement("remember-view")
class RememberView extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 0.7rem;
        grid-template-columns: minmax(0, 1fr);
      }
      blockquote {
        margin: 0;
        padding: 0.1rem 0.8rem;
        border-inline-start: 3px solid var(--accent);
        overflow-wrap: anywhere;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem 0.5rem;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0;
        margin-block-end: 0.3rem;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      label {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0 0.45rem;
        align-items: baseline;
        padding: 0.3rem 0.7rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        cursor: pointer;
      }
      label:has(:checked) {
        border-color: var(--accent);
        background: var(--accent-wash);
      }
      label:has(:focus-visible) {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
      input {
        margin: 0;
        accent-color: var(--accent);
      }
      small {
        grid-column: 2;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      ul {
        display: grid;
        gap: 0.2rem;
        font-size: 0.9375rem;
      }
      li {
        overflow-wrap: anywhere;
      }
      .kind {
        font-size: var(--small);
        color: var(--ink-soft);
      }
      .against .kind {
        color: var(--rubric);
        font-weight: 600;
      }
      diff-view {
        --diff-height: min(14rem, 24dvh);
      }
    `,
  ];
  @property({ attribute: false }) proposal!: Proposal & { readonly kind: "remember" };
  @property({ attribute: false }) fact = "";
  /** The file that is chosen. */
  @property({ attribute: false }) path = "";
  /** Whether the fact is being changed in a field beside this, and so is not shown here. */
  @property({ type: Boolean }) editing = false;

  override render() {
    const t = rememberTexts;
    const { places } = this.proposal;
    const place = places.find(({ path }) => path === this.path) ?? places[0]!;
    const saved = saveFact(place.before, this.fact, (line) => place.saved.includes(line));
    return html`
      ${this.editing ? nothing : html`<blockquote dir="auto">${revealed(this.fact)}</blockquote>`}
      <fieldset>
        <legend>${t.where}</legend>
        ${places.map((each) => this.#place(each, each === place))}
      </fieldset>
      ${this.proposal.isManaged ? html`<p class="quiet">${t.managed}</p>` : nothing} ${this.#notes()}
      ${saved.how === "merged" ? html`<p class="quiet" dir="auto">${t.merged(revealed(saved.replaced!))}</p>` : nothing}
      ${
        saved.how === "there"
          ? html`<p class="quiet">${t.there}</p>`
          : html`<diff-view .path=${place.path} .oldText=${place.before} .newText=${saved.text}></diff-view>`
      }
    `;
  }

  #place = ({ scope, path }: RememberPlace, isChosen: boolean) =>
    html`<label title=${path}>
      <input type="radio" name="place" .checked=${isChosen} @change=${() => tell(this, "place-chosen", { path })} />
      <span>${rememberTexts.scopes[scope]}</span>
      <small>${rememberTexts.scopeHow[scope]}</small>
    </label>`;

  /** Facts like the proposed one, or like the one that the user has made of it. */
  #notes() {
    const { fact, notes, places } = this.proposal;
    const shown =
      this.fact === fact
        ? notes
        : places.flatMap(({ path, before = "" }) =>
            notesOn(before, sanitiseFact(this.fact)).map((note) => ({ ...note, path })),
          );
    if (shown.length === 0) return nothing;
    const t = rememberTexts;
    return html`<ul aria-label=${t.notes}>
      ${shown.slice(0, 6).map(
        ({ likeness, line, path }) =>
          html`<li class=${likeness} dir="auto">
            <span class="kind">${t.likeness[likeness]}:</span> ${revealed(line)}
            <span class="kind" dir="ltr">${path}</span>
          </li>`,
      )}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "remember-view": RememberView;
  }
}
