/** How a card looks that shows the sides of a file which was changed twice, a diff at a time. */
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
  .sides,
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
  }
  .sides button {
    font-size: var(--small);
    min-block-size: 1.75rem;
    padding-block: 0.1rem;
    border-color: var(--line);
  }
  .sides [aria-pressed="true"] {
    background: var(--accent-wash);
    border-color: var(--accent);
  }
  diff-view {
    --diff-height: min(20rem, 40dvh);
  }
`;
