/** The system prompt and the Tools that are offered, as the next request sends them. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ContextPort, SystemPromptText } from "../../core/port/context-port.js";
import { texts } from "../base/texts.js";
import { base } from "../base/theme.js";

@customElement("system-prompt-view")
class SystemPromptView extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        border-block-start: 1px solid var(--line);
        padding-block-start: 0.75rem;
      }
      summary {
        cursor: pointer;
        min-block-size: 1.75rem;
        border-radius: var(--radius-small);
        font-size: 0.9375rem;
        font-weight: 600;
      }
      pre {
        margin: 0.5rem 0 0.9rem;
        padding: 0.75rem;
        max-block-size: 24rem;
        overflow: auto;
        border-radius: var(--radius);
        background: var(--paper);
        font: 0.8125rem/1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      dl {
        margin: 0.4rem 0 0;
        font-size: var(--small);
        line-height: 1.45;
      }
      dt {
        font-family: var(--font-code);
      }
      dd {
        margin: 0 0 0.5rem;
        color: var(--ink-soft);
        overflow-wrap: anywhere;
      }
    `,
  ];
  @property({ attribute: false }) context!: ContextPort;
  @state() private prompt?: SystemPromptText;
  @state() private problem = "";

  override render() {
    return html`<details @toggle=${this.#toggled}>
      <summary>${texts.frame.title}</summary>
      ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
      ${this.prompt ? written(this.prompt) : nothing}
    </details>`;
  }

  /** Reads the prompt each time it is opened: it depends on the open folder. */
  #toggled = async ({ target }: Event): Promise<void> => {
    if (!(target as HTMLDetailsElement).open) return;
    try {
      this.prompt = await this.context.systemPrompt();
      this.problem = "";
    } catch (error) {
      this.problem = `${texts.frame.failed} ${(error as Error).message}`;
    }
  };
}

const written = ({ system, tools, from }: SystemPromptText) =>
  html`<p class="quiet">${texts.frame.lead}</p>
    ${from ? html`<p class="quiet" dir="auto">${texts.frame.from(from)}</p>` : nothing}
    <pre tabindex="0" role="region" aria-label=${texts.frame.title} dir="auto">${system}</pre>
    <p class="quiet">${tools.length > 0 ? texts.frame.tools(tools.length) : texts.frame.noTools}</p>
    <dl>
      ${tools.map(
        ({ name, description }) =>
          html`<dt>${name}</dt>
            <dd>${description}</dd>`,
      )}
    </dl>`;

declare global {
  interface HTMLElementTagNameMap {
    "system-prompt-view": SystemPromptView;
  }
}
