/**
 * The card that asks whether the open folder's files for the Agent may be loaded (M4): lists each with its size and a
 * way to read it, and the changes since one was accepted. Fires `file-asked`; the user may leave it unanswered.
 */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  LOADABLE_KINDS,
  type AskedLoadable,
  type TrustDifference,
  type TrustQuestion,
} from "../../core/memory/trusted-folder.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import "../base/app-icon.js";
import { askStyles } from "../base/ask-styles.js";
import { ask, tell } from "../base/events.js";
import { base, buttons, scroller } from "../base/theme.js";
import { trustTexts } from "./trust-texts.js";

@customElement("trust-card")
class TrustCard extends LitElement {
  static override styles = [
    base,
    buttons,
    scroller,
    askStyles,
    css`
      .card {
        border-inline-start-color: var(--gold);
      }
      .list {
        flex: 0 1 auto;
        min-block-size: 3rem;
        max-block-size: min(18rem, 34dvh);
        padding: 0.15rem 0.7rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--paper-sunken);
      }
      .kind {
        display: grid;
        grid-template-columns: 8.5rem 1fr;
        gap: 0 0.9rem;
        padding-block: 0.3rem;
      }
      .kind + .kind {
        border-block-start: 1px solid var(--line);
      }
      h3 {
        font: 600 var(--small) / 1.75rem var(--font-text);
        color: var(--ink-soft);
      }
      .file {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 0.6rem;
        min-block-size: 1.75rem;
      }
      .file button {
        display: inline-flex;
        align-items: center;
        gap: 0.25rem;
        min-block-size: 1.75rem;
        padding: 0 0.4rem;
        font-size: var(--small);
      }
      .file .path {
        min-inline-size: 0;
        margin-inline-start: -0.4rem;
        font: 0.8125rem / 1.5 var(--font-code);
        text-align: start;
        text-decoration: underline;
        text-decoration-color: var(--line-strong);
        text-underline-offset: 0.2em;
        overflow-wrap: anywhere;
      }
      .size {
        margin-inline-start: auto;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .mark {
        padding-inline: 0.45rem;
        border-radius: 99px;
        background: var(--gold-wash);
        font-size: var(--small);
      }
      .more {
        flex-basis: 100%;
        overflow-wrap: anywhere;
      }
      .show app-icon {
        --icon: 0.95rem;
        transition: rotate var(--quick);
      }
      .show[aria-expanded="true"] app-icon {
        rotate: 90deg;
      }
      diff-view {
        --diff-height: min(16rem, 28dvh);
        display: block;
        margin-block: 0.3rem 0.5rem;
      }
      @media (max-width: 760px) {
        .kind {
          grid-template-columns: 1fr;
        }
      }
    `,
  ];
  /** The folder's name. */
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) question!: TrustQuestion;
  /** The files whose changes are shown. */
  @state() private shown: ReadonlyMap<string, TrustDifference> = new Map();

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("question");
    if (before && before.id !== this.question.id) this.shown = new Map();
  }

  override render() {
    const t = trustTexts;
    const { isAgain, found, leftOut, id } = this.question;
    const decide = (trusted: boolean) => () => ask(this, (port) => port.folder.trust(trusted, id));
    return html`<div class="card" role="group" aria-labelledby="title" aria-describedby="why">
      <h2 id="title">${t.title}</h2>
      <p id="why" dir="auto">${isAgain ? t.whyAgain(revealed(this.name)) : t.why(revealed(this.name))}</p>
      <div class="list scroller" role="region" aria-label=${t.list} tabindex="0">
        ${LOADABLE_KINDS.map((kind) =>
          this.#kind(
            t.kinds[kind],
            found.filter((each) => each.kind === kind),
          ),
        )}
      </div>
      ${leftOut > 0 ? html`<p class="why"><app-icon name="info"></app-icon><span>${t.leftOut(leftOut)}</span></p>` : nothing}
      <div class="buttons">
        <button class="primary" @click=${decide(true)}>${t.yes}</button>
        <button class="outlined" @click=${decide(false)}>${t.no}</button>
      </div>
    </div>`;
  }

  #kind(label: string, files: readonly AskedLoadable[]) {
    if (files.length === 0) return nothing;
    return html`<div class="kind">
      <h3>${label}</h3>
      <ul>
        ${files.map((file) => html`<li>${this.#file(file)}</li>`)}
      </ul>
    </div>`;
  }

  #file({ path, size, state, problem, servers }: AskedLoadable) {
    const t = trustTexts;
    const name = revealed(path);
    const difference = this.shown.get(path);
    const isAgain = this.question.isAgain;
    return html`<div class="file">
        <button class="path" dir="ltr" title=${t.read} @click=${() => tell(this, "file-asked", { path })}>
          ${name}
        </button>
        ${isAgain ? html`<span class="mark">${t.state[state]}</span>` : nothing}
        ${
          state === "changed"
            ? html`<button
                class="show"
                aria-expanded=${difference !== undefined}
                aria-label=${t.showOf(name)}
                @click=${() => this.#toggle(path)}
              >
                <app-icon name="chevron-right"></app-icon>${t.show}
              </button>`
            : nothing
        }
        <span class="size quiet">${t.size(size)}</span>
        ${problem ? html`<span class="more quiet">${t.problem[problem]}</span>` : nothing}
        ${servers ? html`<span class="more quiet" dir="auto">${t.servers(servers)}</span>` : nothing}
      </div>
      ${difference ? this.#change(difference) : nothing}`;
  }

  #change({ path, before, after }: TrustDifference) {
    if (before === undefined) return html`<p class="quiet">${trustTexts.notKept}</p>`;
    return html`<diff-view .path=${path} .oldText=${before} .newText=${after}></diff-view>`;
  }

  async #toggle(path: string): Promise<void> {
    const shown = new Map(this.shown);
    if (!shown.delete(path)) {
      const { id } = this.question;
      const [difference] = await Promise.all([
        ask(this, (port) => port.folder.trustDifference(path)),
        import("../diff/diff-view.js"),
      ]);
      if (!difference || this.question.id !== id) return;
      shown.set(path, difference);
    }
    this.shown = shown;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "trust-card": TrustCard;
  }
}
