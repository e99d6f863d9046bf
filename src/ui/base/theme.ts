/** The styles that every element starts from: boxes, buttons, fields, the focus ring. Colours come from page.css. */
import { css } from "lit";

export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol {
    margin: 0;
    padding: 0;
  }
  /* Browsers count a summary among list items, and lay out every list of the page anew when one comes or goes. */
  summary {
    counter-increment: none;
  }
  ul,
  ol {
    list-style: none;
  }
  .quiet {
    color: var(--ink-soft);
    font-size: var(--small);
  }
  .wrong {
    color: var(--rubric);
  }
  .ellipsis {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .clipped {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    button {
      border: 1px solid ButtonText;
    }
  }
`;

export const buttons = css`
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid transparent;
    border-radius: var(--radius-small);
    padding: 0.3rem 0.7rem;
    min-block-size: 2rem;
    cursor: pointer;
    transition:
      background-color var(--quick),
      color var(--quick),
      border-color var(--quick);
  }
  button:hover {
    background: var(--paper-hover);
  }
  button:disabled {
    cursor: default;
    opacity: 0.55;
    background: none;
  }
  button.icon {
    display: inline-grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    padding: 0;
    flex: none;
    color: var(--ink-soft);
  }
  button.icon:hover,
  button.icon[aria-expanded="true"],
  button.icon[aria-pressed="true"] {
    color: var(--ink);
  }
  button.outlined {
    border-color: var(--line-strong);
  }
  button.primary {
    background: var(--accent);
    color: var(--on-accent);
  }
  button.primary:hover {
    background: var(--accent-strong);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
  }
  .small button,
  button.small {
    min-block-size: 1.75rem;
    padding-block: 0.1rem;
    font-size: var(--small);
  }
  .choices button {
    border-color: var(--line);
  }
  .choices [aria-pressed="true"] {
    background: var(--accent-wash);
    border-color: var(--accent);
  }
  @media (pointer: coarse) {
    button,
    button.icon {
      min-block-size: 2.75rem;
      min-inline-size: 2.75rem;
    }
  }
`;

export const fields = css`
  input,
  textarea,
  select {
    font: inherit;
    color: inherit;
    background: var(--paper-raised);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-small);
    padding: 0.4rem 0.65rem;
    inline-size: 100%;
    min-inline-size: 0;
  }
  input:focus-visible,
  textarea:focus-visible,
  select:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
    border-color: transparent;
  }
  ::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }
`;

/** Thin scroll bars for every scroller. */
export const scroller = css`
  .scroller {
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--line-strong) transparent;
  }
`;
