/** The frame of every dialog: a sheet over a darkened page, with its parts below each other. */
import { css } from "lit";

export const dialogFrame = css`
  dialog {
    max-inline-size: 100vw;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: 16px;
    background: var(--paper);
    color: var(--ink);
    box-shadow: var(--shadow);
    overflow: hidden;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: var(--scrim);
  }
`;
