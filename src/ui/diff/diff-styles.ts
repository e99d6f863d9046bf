/** The look of a diff: green-blue for added lines, red for removed ones, and a sign beside each for readers without colours. */
import { css } from "lit";

export const diffStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
    --come: light-dark(#e2eee4, #1d2f28);
    --come-word: light-dark(#b5d9bf, #2f5a48);
    --go: light-dark(#f7e5de, #38241f);
    --go-word: light-dark(#eebfae, #6e3a2c);
  }
  .bar {
    flex: none;
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    padding-block-end: 0.35rem;
    font-size: var(--small);
  }
  .counts {
    flex: 1;
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
  }
  .bar button {
    min-block-size: 1.75rem;
    padding: 0.1rem 0.55rem;
    font-size: var(--small);
  }
  .bar button.icon {
    inline-size: 1.75rem;
    block-size: 1.75rem;
    padding: 0;
  }
  .bar app-icon {
    inline-size: 1rem;
    block-size: 1rem;
  }
  .layouts {
    display: inline-flex;
    border: 1px solid var(--line);
    border-radius: var(--radius-small);
  }
  .layouts button[aria-pressed="true"] {
    background: var(--accent-wash);
  }
  .scroller {
    flex: 0 1 auto;
    min-block-size: 4rem;
    max-block-size: var(--diff-height, 26rem);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--paper-raised);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    font: 0.8125rem / 1.55 var(--font-code);
    tab-size: 4;
  }
  .number-column {
    inline-size: calc(var(--digits) * 1ch + 1rem);
  }
  td {
    padding: 0;
    vertical-align: top;
  }
  td.number {
    padding-inline: 0.25rem 0.5rem;
    text-align: end;
    color: var(--ink-faint);
    user-select: none;
    font-variant-numeric: tabular-nums;
  }
  td.text {
    position: relative;
    padding-inline: 1.35rem 0.5rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  td.come {
    background: var(--come);
  }
  td.go {
    background: var(--go);
  }
  td.text::before {
    content: attr(data-sign);
    position: absolute;
    inset-inline-start: 0.4rem;
    color: var(--ink-soft);
  }
  .split td.number:nth-child(3) {
    border-inline-start: 1px solid var(--line);
  }
  td.none {
    background: var(--paper-sunken);
  }
  ins,
  del {
    text-decoration: none;
    border-radius: 3px;
  }
  ins {
    background: var(--come-word);
  }
  del {
    background: var(--go-word);
  }
  .end {
    color: var(--ink-soft);
    font-style: italic;
    user-select: none;
  }
  tr.out td {
    background: none;
    color: var(--ink-faint);
  }
  tr.out :is(ins, del) {
    background: none;
  }
  th {
    padding: 0.2rem 0.6rem;
    text-align: start;
    font: 500 var(--small) / 1.6 var(--font-text);
    color: var(--ink-soft);
    background: var(--paper-sunken);
  }
  tr.hunk th {
    border-block: 1px solid var(--line);
  }
  tbody:first-of-type tr.hunk:first-child th {
    border-block-start: 0;
  }
  tr.hunk:focus-visible {
    outline-offset: -2px;
  }
  th label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 1.75rem;
    cursor: pointer;
  }
  th input {
    inline-size: 1.05rem;
    block-size: 1.05rem;
    margin: 0;
    accent-color: var(--accent);
  }
  th button,
  .more {
    inline-size: 100%;
    min-block-size: 1.6rem;
    padding-block: 0;
    font-size: var(--small);
    color: var(--ink-soft);
    text-align: start;
  }
  .more {
    text-align: center;
    min-block-size: 2.25rem;
  }
  .remark {
    padding: 0.75rem;
  }
  @media (forced-colors: active) {
    ins,
    del {
      outline: 1px solid;
    }
  }
`;
