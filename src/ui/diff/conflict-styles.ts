/** The look of a card for a file that was changed twice: its sides are shown as one diff at a time. */
import { css } from "lit";

export const conflictStyles = css`
  .card {
    display: grid;
    gap: 0.6rem;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.7rem 0.8rem;
    border: 1px solid var(--line-strong);
    border-inline-start: 4px solid var(--gold);
    border-radius: 12px;
    background: var(--paper-raised);
    font-size: 0.9375rem;
    line-height: 1.45;
  }
  diff-view {
    --diff-height: min(20rem, 40dvh);
  }
`;
