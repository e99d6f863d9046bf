/** Styles of the cards above the composer that ask the user something. */
import { css } from "lit";

export const askStyles = css`
  :host {
    display: block;
  }
  .card {
    display: flex;
    flex-direction: column;
    gap: 0.65rem;
    max-block-size: min(44rem, 72dvh);
    overflow-y: auto;
    scrollbar-width: thin;
    padding: 0.8rem 0.9rem;
    margin-block-end: 0.6rem;
    border: 1px solid var(--line-strong);
    border-inline-start: 4px solid var(--accent);
    border-radius: 14px;
    background: var(--paper-raised);
    box-shadow: var(--shadow);
    font-size: 0.9375rem;
    line-height: 1.45;
  }
  .card:focus-visible {
    outline: 2px solid var(--accent);
  }
  .head {
    display: flex;
    align-items: baseline;
    gap: 0.6rem;
  }
  h2 {
    flex: 1;
    min-inline-size: 0;
    font: 600 1rem / 1.4 var(--font-text);
    overflow-wrap: anywhere;
    /* Two lines of it: the whole text stands below in the card. */
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  /* The verb is set apart from its object: a commit's first line may begin with a verb, too. */
  h2 .verb {
    font-weight: 400;
    color: var(--ink-soft);
  }
  .body {
    flex: 0 1 auto;
    display: flex;
    flex-direction: column;
    gap: 0.6rem;
    min-block-size: 2.9rem;
  }
  .body:has(diff-view, textarea) {
    min-block-size: 7rem;
  }
  .why {
    display: flex;
    gap: 0.5rem;
    padding: 0.45rem 0.7rem;
    border-radius: var(--radius-small);
    background: var(--gold-wash);
  }
  .why app-icon {
    color: var(--gold);
    margin-block-start: 0.1rem;
  }
  .note {
    display: flex;
    flex: 1 1 16rem;
    gap: 0.4rem;
    min-inline-size: 0;
  }
  .note input {
    flex: 1;
  }
  @media (max-width: 760px) {
    .card {
      padding: 0.65rem;
    }
    .buttons > button {
      flex: 1 1 auto;
    }
    .note {
      flex-basis: 100%;
    }
  }
  @media (max-height: 600px) {
    .card {
      max-block-size: 80dvh;
    }
  }
`;
