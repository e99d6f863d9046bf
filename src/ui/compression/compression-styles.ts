/** The look of the card of a compression. */
import { css } from "lit";

export const compressionStyles = css`
  :host {
    display: block;
    margin-block: 0.6rem;
  }
  .card {
    padding: 0.6rem 0.7rem 0.6rem 0.9rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    font-size: 0.9375rem;
    line-height: 1.45;
    overflow-wrap: anywhere;
  }
  .undone {
    border-style: dashed;
  }
  .line {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.4rem 0.7rem;
  }
  .line > div {
    flex: 1 1 16rem;
  }
  h3,
  h4 {
    font: 600 0.9375rem / 1.45 var(--font-text);
  }
  h4 {
    margin-block: 0.7rem 0.15rem;
    color: var(--ink-soft);
  }
  [role="tablist"] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem;
    margin-block: 0.6rem 0.4rem;
    border-block-end: 1px solid var(--line);
  }
  [role="tab"] {
    border-radius: var(--radius-small) var(--radius-small) 0 0;
    border-block-end: 2px solid transparent;
  }
  [role="tab"][aria-selected="true"] {
    border-block-end-color: var(--accent);
  }
  [role="tabpanel"] {
    max-block-size: min(60vh, 34rem);
    padding-inline-end: 0.4rem;
  }
  li {
    padding-block: 0.3rem;
  }
  .text {
    white-space: pre-line;
  }
  li + li {
    border-block-start: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  .chips {
    white-space: normal;
  }
  button.chip {
    display: inline-flex;
    align-items: center;
    min-block-size: 1.5rem;
    min-inline-size: 1.5rem;
    justify-content: center;
    padding: 0 0.3rem;
    font-size: var(--small);
    color: var(--accent);
    vertical-align: baseline;
  }
  .chip app-icon {
    inline-size: 0.875rem;
    block-size: 0.875rem;
  }
  .buttons {
    margin-block-start: 0.6rem;
  }
  .editor {
    white-space: normal;
    margin-block: 0.4rem;
  }
  textarea {
    display: block;
    field-sizing: content;
    min-block-size: 4.5rem;
    max-block-size: 50vh;
    resize: vertical;
  }
  textarea.all {
    min-block-size: 16rem;
    font: 0.875rem / 1.5 var(--font-code);
  }
`;
