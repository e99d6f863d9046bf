/** The styles of a row of the session list. They belong to the list: a row is part of its tree. */
import { css } from "lit";

export const rowStyles = css`
  session-row {
    position: relative;
    display: flex;
    align-items: center;
    border-radius: var(--radius-small);
    &:hover,
    &:focus-within {
      background: var(--paper-hover);
    }
    &[current] {
      background: var(--accent-wash);
    }
    a,
    .entry {
      flex: 1;
      min-inline-size: 0;
      display: block;
      padding: 0.4rem 0.65rem;
      color: inherit;
      text-decoration: none;
      border-radius: inherit;
    }
    a:focus-visible {
      outline-offset: -2px;
    }
    .title {
      display: block;
      line-height: 1.4;
    }
    .quiet {
      padding: 0;
      display: flex;
      gap: 0.35rem;
      line-height: 1.4;
    }
    .quiet b {
      font-weight: 500;
      color: var(--accent);
      &.asking {
        color: var(--rubric);
      }
    }
    .quiet app-icon {
      --icon: 0.8rem;
      margin-block-start: 0.15rem;
      color: var(--accent);
    }
    .actions {
      display: none;
      flex: none;
      padding-inline-end: 0.25rem;
    }
    &:hover .actions,
    &:focus-within .actions,
    &[trashed] .actions {
      display: flex;
    }
    @media (hover: none) {
      &[current] .actions {
        display: flex;
      }
    }
    .actions .icon {
      inline-size: 1.75rem;
      block-size: 1.75rem;
      min-block-size: 1.75rem;
    }
    .actions .icon app-icon {
      --icon: 0.95rem;
    }
    .actions [aria-pressed="true"] {
      color: var(--accent);
    }
    input {
      margin: 0.35rem;
    }
  }
`;
