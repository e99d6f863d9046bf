import { css } from "lit";

/** Styles of a Turn, which is part of the tree around it, so that text can be selected across Turns. */
export const turnStyles = css`
  turn-view {
    display: block;
    /* Visually hidden text in it scrolls with it. */
    article {
      position: relative;
    }
    h2 {
      font: 600 var(--small) / 1.4 var(--font-text);
      color: var(--ink);
    }
    header {
      display: flex;
      align-items: baseline;
      gap: 0.6rem;
      margin-block-end: 0.35rem;
    }
    .model,
    time {
      font-size: var(--small);
      color: var(--ink-faint);
    }
    time {
      margin-inline-start: auto;
      opacity: 0;
      transition: opacity var(--quick);
    }
    article:hover time,
    article:focus-within time {
      opacity: 1;
    }
    .you {
      margin-inline-start: auto;
      inline-size: fit-content;
      max-inline-size: 88%;
      background: var(--accent-wash);
      border-radius: 14px;
      border-end-end-radius: 4px;
      padding: 0.6rem 0.95rem;
    }
    .you .more {
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: 100%;
      opacity: 0;
      transition: opacity var(--quick);
    }
    .you:hover .more,
    .you .more:focus-visible,
    .you .more[aria-expanded="true"] {
      opacity: 1;
    }
    @media (hover: none) {
      .you .more {
        opacity: 0.7;
      }
    }
    .you + .agent {
      margin-block-start: 1.5rem;
    }
    .mark {
      display: flex;
      align-items: center;
      gap: 0.3rem;
      font-size: var(--small);
      color: var(--gold);
    }
    .mark app-icon {
      --icon: 0.85rem;
    }
    .said {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .said + .said,
    .text + .text,
    .folded + .text,
    .outcome + .text,
    .text + .folded {
      margin-block-start: 0.85rem;
    }
    .note {
      display: block;
      border-inline-start: 2px solid var(--line-strong);
      padding-inline-start: 0.9rem;
      color: var(--ink-soft);
    }
    .rewound > article {
      margin-block-start: 0.85rem;
    }
    details {
      font-size: 0.9375rem;
      color: var(--ink-soft);
    }
    summary {
      cursor: pointer;
      inline-size: fit-content;
      border-radius: 5px;
      font-size: var(--small);
      padding-block: 0.15rem;
    }
    summary:hover {
      color: var(--ink);
    }
    growing-text {
      display: block;
    }
    details > growing-text {
      margin-block-start: 0.4rem;
      padding-inline-start: 0.9rem;
      border-inline-start: 2px solid var(--line);
      font-family: var(--font-title);
    }
    .waiting {
      display: inline-flex;
      gap: 0.3rem;
      padding-block: 0.5rem;
    }
    .waiting i {
      inline-size: 0.4rem;
      block-size: 0.4rem;
      border-radius: 50%;
      background: var(--accent);
      animation: breathe 1.4s ease-in-out infinite;
    }
    .waiting i:nth-child(2) {
      animation-delay: 0.2s;
    }
    .waiting i:nth-child(3) {
      animation-delay: 0.4s;
    }
    @media (prefers-reduced-motion: reduce) {
      .waiting i {
        animation: none;
      }
    }
    .outcome {
      display: flex;
      align-items: center;
      flex-wrap: wrap;
      gap: 0.5rem 0.75rem;
      margin-block-start: 0.85rem;
      font-size: 0.9375rem;
      color: var(--ink-soft);
    }
    .outcome.failed {
      background: var(--rubric-wash);
      color: var(--ink);
      border-radius: var(--radius);
      padding: 0.6rem 0.9rem;
    }
    .failed app-icon {
      color: var(--rubric);
    }
    .outcome > span {
      flex: 1 1 16rem;
    }
  }
  @keyframes breathe {
    0%,
    100% {
      opacity: 0.25;
    }
    50% {
      opacity: 1;
    }
  }
`;
