/** The look of the files pane. */
import { css } from "lit";

export const filesStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.6rem;
  }
  /* A file scrolls in a pane of its own, so that the lines in sight are known. */
  :host(.viewing) {
    block-size: 100%;
    min-block-size: 0;
  }
  file-viewer {
    flex: 1;
    min-block-size: 12rem;
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .back {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    margin-inline-start: -0.6rem;
    font-size: var(--small);
    color: var(--ink-soft);
  }
  h3 {
    font: 600 0.9375rem / 1.4 var(--font-text);
    overflow-wrap: anywhere;
  }
  section h3 {
    font-size: var(--small);
    color: var(--ink-soft);
  }
  li {
    display: flex;
    align-items: center;
  }
  .name {
    flex: 1;
    margin-inline-start: -0.5rem;
    padding-inline: 0.5rem;
    text-align: start;
    font-size: 0.9375rem;
  }
  button.icon {
    inline-size: 1.9rem;
    block-size: 1.9rem;
  }
  button.icon app-icon {
    inline-size: 1rem;
    block-size: 1rem;
  }
  .notice {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.4rem 0.7rem;
    padding: 0.4rem 0.6rem;
    border-radius: var(--radius-small);
    background: var(--gold-wash);
    font-size: var(--small);
  }
  .notice span {
    flex: 1 1 10rem;
  }
`;
