/** Styles of the Settings dialog and its rows. */
import { css } from "lit";

export const settingsStyles = css`
  dialog {
    inline-size: min(40rem, 100vw);
    block-size: min(46rem, 92dvh);
  }
  .head {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    gap: 0.6rem;
    padding: 1rem 1.25rem;
    border-block-end: 1px solid var(--line);
  }
  .head input {
    grid-column: 1 / -1;
  }
  h2 {
    font: 500 1.375rem / 1.3 var(--font-title);
  }
  h3 {
    font: 600 var(--small) / 1.4 var(--font-text);
    color: var(--ink-soft);
    letter-spacing: 0.02em;
  }
  .scroller {
    flex: 1;
    padding: 0.25rem 1.25rem 1.25rem;
  }
  section {
    display: grid;
    gap: 1.1rem;
    padding-block: 1.25rem;
  }
  section + section {
    border-block-start: 1px solid var(--line);
  }
  .tools {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
  }
  .remark {
    padding-block-start: 1rem;
  }
  .note {
    min-block-size: 2.2rem;
    padding: 0.4rem 1.25rem;
    border-block-start: 1px solid var(--line);
  }
  .note:empty {
    min-block-size: 0;
    padding: 0;
    border: 0;
  }
  @media (max-width: 560px) {
    dialog {
      inline-size: 100vw;
      block-size: 100dvh;
      max-block-size: 100dvh;
      margin: 0;
      border: 0;
      border-radius: 0;
    }
  }
`;

export const settingRowStyles = css`
  :host {
    display: block;
  }
  .field {
    display: grid;
    gap: 0.3rem;
  }
  label,
  .label,
  legend {
    font-weight: 600;
    font-size: 0.9375rem;
    padding: 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .row > input {
    flex: 1 1 12rem;
  }
  .row > select {
    flex: 0 1 14rem;
    inline-size: auto;
  }
  /* Masked, but no password field: password managers would offer to save it elsewhere. */
  .secret {
    -webkit-text-security: disc;
  }
  input[type="number"] {
    max-inline-size: 12rem;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 0.4rem;
  }
  .choice {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    font-weight: 400;
    padding: 0.35rem 0.8rem;
    min-block-size: 2rem;
    border: 1px solid var(--line-strong);
    border-radius: 999px;
    cursor: pointer;
  }
  .choice:has(:checked) {
    background: var(--accent-wash);
    border-color: var(--accent);
  }
  .choice input {
    inline-size: auto;
    margin: 0;
    accent-color: var(--accent);
  }
  .wrong {
    color: var(--rubric);
    font-size: var(--small);
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.6rem;
  }
  .line > :first-child {
    flex: 1 1 auto;
  }
  .line button {
    min-block-size: 1.5rem;
    padding: 0 0.5rem;
    margin-inline-end: -0.5rem;
    font-size: var(--small);
    color: var(--accent);
  }
  input[type="checkbox"] {
    inline-size: 1.15rem;
    block-size: 1.15rem;
    margin: 0.3rem 0;
    accent-color: var(--accent);
  }
  input:disabled,
  select:disabled {
    opacity: 0.6;
  }
`;
