/** The layout of the three panes: beside each other, or over each other where they do not fit (U1). */
import { css } from "lit";

export const shellStyles = css`
  :host {
    display: grid;
    /* One row: an open dialog is a child too, and must not get one of its own. */
    grid-template: minmax(0, 1fr) / 17.5rem minmax(0, 1fr) auto;
    grid-auto-rows: 0;
    block-size: 100dvh;
    background: var(--paper);
    color: var(--ink);
    overflow: hidden;
  }
  nav,
  aside {
    min-block-size: 0;
    background: var(--paper-sunken);
  }
  nav {
    border-inline-end: 1px solid var(--line);
  }
  aside {
    inline-size: 22rem;
    border-inline-start: 1px solid var(--line);
  }
  nav:focus-visible,
  aside:focus-visible {
    outline: none;
  }
  .middle,
  main {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-block-size: 0;
    min-inline-size: 0;
  }
  chat-view {
    grid-row: 2;
  }
  .scrim {
    position: fixed;
    inset: 0;
    z-index: 40;
    background: var(--scrim);
    border: 0;
  }
  .drop {
    position: fixed;
    inset: 0.75rem;
    z-index: 60;
    display: grid;
    place-items: center;
    background: color-mix(in srgb, var(--paper) 88%, transparent);
    border: 2px dashed var(--accent);
    border-radius: 18px;
    font: 500 1.6rem / 1.3 var(--font-title);
    pointer-events: none;
  }
  @media (min-width: 2200px) {
    :host {
      grid-template-columns: 22rem minmax(0, 1fr) auto;
    }
    aside {
      inline-size: 30rem;
    }
  }
  /* A closed drawer is hidden, and not only pushed aside, so that it takes no focus. */
  .drawer {
    position: fixed;
    inset-block: 0;
    z-index: 50;
    inline-size: min(22rem, calc(100vw - 3rem));
    box-shadow: var(--shadow);
    transition: translate var(--calm) ease-out;
  }
  nav.drawer {
    inset-inline-start: 0;
  }
  aside.drawer {
    inset-inline-end: 0;
  }
  .drawer.shut {
    visibility: hidden;
    box-shadow: none;
    /* Hidden only once it has slid away, but visible at once when opened, since it must take the focus. */
    transition:
      translate var(--calm) ease-out,
      visibility 0s var(--calm);
  }
  nav.shut,
  aside.shut:dir(rtl) {
    translate: -100% 0;
  }
  aside.shut,
  nav.shut:dir(rtl) {
    translate: 100% 0;
  }
  aside.away {
    display: none;
  }
  @media (max-width: 1100px) {
    :host {
      grid-template-columns: 16rem minmax(0, 1fr);
    }
  }
  @media (max-width: 760px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
