/** The look of a file's text. Lines are of one height and do not wrap, so that their places can be computed. */
import { css } from "lit";

export const viewerStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.4rem;
    min-block-size: 12rem;
  }
  .tools,
  .find {
    display: flex;
    align-items: center;
    gap: 0.4rem;
  }
  .tools .quiet {
    flex: 1;
  }
  .tools button,
  .find button {
    min-block-size: 1.9rem;
    padding-block: 0.1rem;
    font-size: var(--small);
  }
  button.icon {
    inline-size: 1.9rem;
    block-size: 1.9rem;
  }
  .find input {
    flex: 1;
    padding-block: 0.2rem;
    font-size: 0.9375rem;
  }
  /* The button beside the field closes it, and so does Escape. */
  .find input::-webkit-search-cancel-button {
    display: none;
  }
  .find .quiet {
    white-space: nowrap;
  }
  .scroller {
    flex: 1;
    min-block-size: 0;
    background: var(--paper-raised);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    font: 0.8125rem / 1.3rem var(--font-code);
    tab-size: 4;
    /* The layout of the page does not depend on the lines, nor they on it. */
    contain: strict;
  }
  .sheet {
    position: relative;
  }
  .window {
    position: absolute;
    inset-inline-start: 0;
    min-inline-size: 100%;
    inline-size: max-content;
  }
  .line {
    display: flex;
    block-size: 1.3rem;
    white-space: pre;
  }
  .number {
    position: sticky;
    inset-inline-start: 0;
    flex: none;
    inline-size: calc(var(--digits) * 1ch + 1.4rem);
    padding-inline: 0.4rem 0.6rem;
    text-align: end;
    color: var(--ink-faint);
    background: var(--paper-sunken);
    border-inline-end: 1px solid var(--line);
    cursor: pointer;
    user-select: none;
    font-variant-numeric: tabular-nums;
  }
  .number::before {
    content: attr(data-number);
  }
  .words {
    flex: 1;
    padding-inline: 0.6rem;
    unicode-bidi: plaintext;
    text-align: start;
  }
  .chosen {
    background: var(--accent-wash);
  }
  .chosen .number {
    background: var(--accent-wash);
    color: var(--ink);
  }
  mark {
    background: var(--gold-wash);
    color: inherit;
    outline: 1px solid var(--gold);
    border-radius: 2px;
  }
  mark.here {
    background: var(--gold);
    color: var(--paper);
  }
`;
