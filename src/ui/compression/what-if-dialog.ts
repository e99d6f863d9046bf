/**
 * The dialog that compares three methods of compression by size and score before one is chosen (C12). Two cost nothing and are previewed
 * when the dialog opens; a Model is asked only by a click. Tells `dialog-closed`.
 */
import { LitElement, css, html, nothing, svg } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import {
  COMPRESSION_METHODS,
  type CompressionMethod,
  type CompressionPreview,
  type CompressionsPort,
} from "../../core/port/compressions-port.js";
import type { AgentPort } from "../../core/port/agent-port.js";
import { failureOf, isNamed } from "../../core/errors.js";
import { whatIfTexts } from "./compression-card-texts.js";
import { dialogFrame } from "../base/dialog-styles.js";
import { ask, tell } from "../base/events.js";
import { base, buttons, scroller } from "../base/theme.js";

type Look =
  | { readonly kind: "looking" }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "seen"; readonly preview: CompressionPreview };

@customElement("what-if-dialog")
class WhatIfDialog extends LitElement {
  static override styles = [
    base,
    buttons,
    dialogFrame,
    scroller,
    css`
      dialog {
        inline-size: min(44rem, 100vw - 2rem);
        max-block-size: min(46rem, 100dvh - 2rem);
        margin: auto;
      }
      header,
      .scroller {
        padding: 1rem 1.25rem;
      }
      header {
        display: flex;
        align-items: start;
        gap: 1rem;
        padding-block-end: 0.4rem;
      }
      header div {
        flex: 1;
      }
      h2 {
        font: 500 1.35rem / 1.25 var(--font-title);
      }
      section {
        padding: 0.8rem 0.95rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      section + section {
        margin-block-start: 0.7rem;
      }
      h3 {
        font: 600 1rem / 1.4 var(--font-text);
      }
      .figures {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.2rem 0.9rem;
        margin-block: 0.5rem 0.3rem;
        font-variant-numeric: tabular-nums;
      }
      .figures b {
        font-weight: 600;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 0.4rem;
        border-radius: 999px;
      }
      .all {
        fill: var(--line);
      }
      .left {
        fill: var(--accent);
      }
      .buttons {
        margin-block-start: 0.6rem;
      }
      summary {
        cursor: pointer;
        font-size: var(--small);
        color: var(--ink-soft);
      }
      ul {
        margin: 0.3rem 0 0;
        padding-inline-start: 1.1rem;
        font-size: 0.9375rem;
        line-height: 1.45;
        overflow-wrap: anywhere;
      }
    `,
  ];
  @property({ attribute: false }) compressions!: CompressionsPort;
  @state() private looks: Partial<Record<CompressionMethod, Look>> = {};
  @query("dialog") private readonly dialog!: HTMLDialogElement;

  override firstUpdated(): void {
    this.dialog.showModal();
    void this.#look("masking").then(() => this.#look("extractive"));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.compressions.endPreview();
  }

  override render() {
    const t = whatIfTexts;
    return html`<dialog aria-labelledby="title" @close=${() => tell(this, "dialog-closed")}>
      <header>
        <div>
          <h2 id="title">${t.title}</h2>
          <p class="quiet">${t.lead}</p>
        </div>
        <button class="outlined" @click=${() => this.dialog.close()}>${t.close}</button>
      </header>
      <div class="scroller">${COMPRESSION_METHODS.map(this.#method)}</div>
    </dialog>`;
  }

  #method = (method: CompressionMethod) => {
    const [title, how] = whatIfTexts.methods[method];
    return html`<section role="group" aria-label=${title}>
      <h3>${title}</h3>
      <p class="quiet">${how}</p>
      ${this.#figures(method)}
    </section>`;
  };

  #figures(method: CompressionMethod) {
    const t = whatIfTexts;
    const look = this.looks[method];
    const ask = html`<button class="outlined" @click=${() => this.#look(method)}>${t.ask}</button>`;
    if (!look) return method === "model" ? html`<p class="buttons">${ask}</p>` : nothing;
    if (look.kind === "looking")
      return html`<p class="buttons" role="status">
        <span class="quiet">${t.looking}</span>
        ${method === "model" ? html`<button class="outlined" @click=${this.#stop}>${t.stop}</button>` : nothing}
      </p>`;
    if (look.kind === "failed")
      return html`<p class="wrong" role="alert">${look.why}</p>
        ${method === "model" ? html`<p class="buttons">${ask}</p>` : nothing}`;
    return this.#seen(look.preview);
  }

  #seen({ method, before, after, score, lines, leftOut, shortened, cannot }: CompressionPreview) {
    const t = whatIfTexts;
    const share = before > 0 ? Math.min(1, after / before) : 1;
    const remarks = [
      score === undefined ? t.whole : t.score(score),
      ...(lines.length > 0 ? [t.lines(lines.length, leftOut.length)] : []),
      ...(shortened.length > 0 ? [t.results(shortened.length)] : []),
    ];
    return html`<p class="figures">
        <b>${t.sizes(before, after)}</b><span>${t.saved(before, after)}</span>
        ${cannot ? nothing : html`<span class="quiet">${remarks.join(" · ")}</span>`}
      </p>
      ${svg`<svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label=${t.size(share)}>
        <rect class="all" width="100" height="1"></rect><rect class="left" width=${100 * share} height="1"></rect>
      </svg>`}
      ${
        lines.length > 0
          ? html`<details>
              <summary>${t.show}</summary>
              <ul>
                ${lines.map(({ text }) => html`<li dir="auto">${text}</li>`)}
              </ul>
            </details>`
          : nothing
      }
      ${
        cannot
          ? html`<p class="quiet">${cannot}</p>`
          : html`<p class="buttons">
              <button
                class="primary"
                aria-label=${t.chooseOf(t.methods[method][0])}
                @click=${() => this.#choose(method)}
              >
                ${t.choose}
              </button>
            </p>`
      }`;
  }

  async #look(method: CompressionMethod): Promise<void> {
    this.looks = { ...this.looks, [method]: { kind: "looking" } };
    const look = await this.compressions.preview(method).then(
      (preview): Look => ({ kind: "seen", preview }),
      (error: unknown): Look | undefined =>
        isNamed(error, "AbortError") ? undefined : { kind: "failed", why: failureOf(error).message },
    );
    if (this.isConnected) this.looks = { ...this.looks, [method]: look };
  }

  /** Ending a preview drops those of the other methods too: they are made again. */
  #stop = async (): Promise<void> => {
    await this.compressions.endPreview();
    this.looks = {};
    await this.#look("masking");
    await this.#look("extractive");
  };

  async #choose(method: CompressionMethod): Promise<void> {
    const install = (port: AgentPort) => port.compressions.installPreview(method).then(() => true);
    if (await ask(this, install)) this.dialog.close();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "what-if-dialog": WhatIfDialog;
  }
}
