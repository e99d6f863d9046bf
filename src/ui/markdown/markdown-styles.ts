/** The look of Markdown, book-like and quiet. A markdown-view has no shadow root: the element around it takes these in. */
import { css } from "lit";
import { codeColours } from "./code-colours.js";

export const markdownStyles = css`
  markdown-view {
    display: block;
    overflow-wrap: anywhere;
    .leaf {
      display: flow-root;
      contain-intrinsic-block-size: auto 60rem;
    }
    .leaf:not(:last-child) {
      content-visibility: auto;
    }
    :where(.leaf, blockquote) > * {
      margin-block-start: 0.85em;
    }
    /* No tag before a "+" here: whenever an element goes, the browser would compute the styles of all its siblings anew. */
    :where(blockquote) > :first-child {
      margin-block-start: 0;
    }
    h3,
    h4,
    h5,
    h6 {
      font-family: var(--font-title);
      font-weight: 600;
      line-height: 1.3;
      margin-block-end: -0.35rem; /* what follows comes closer */
      text-wrap: balance;
    }
    .leaf > :is(h3, h4, h5, h6) {
      margin-block-start: 1.5em;
    }
    .leaf:first-child > :first-child,
    .more {
      margin-block-start: 0;
    }
    :is(ul, ol).more {
      margin-block-start: 0.3em;
    }
    .leaf > .table.more {
      margin-block-start: -1px;
    }
    code.more {
      display: block;
    }
    h3 {
      font-size: 1.35rem;
    }
    h4 {
      font-size: 1.15rem;
    }
    h5,
    h6 {
      font-size: 1rem;
    }
    ul,
    ol {
      padding-inline-start: 1.5em;
    }
    ul {
      list-style: disc;
    }
    ol {
      list-style: decimal;
    }
    li::marker {
      color: var(--ink-faint);
    }
    li,
    li > :is(ul, ol) {
      margin-block-start: 0.3em;
    }
    li:first-child {
      margin-block-start: 0;
    }
    li:has(> .box) {
      list-style: none;
      margin-inline-start: -1.2em;
    }
    blockquote {
      margin-inline: 0;
      margin-block-end: 0;
      padding-inline-start: 1em;
      border-inline-start: 2px solid var(--line-strong);
      color: var(--ink-soft);
      font-family: var(--font-title);
      font-style: italic;
    }
    hr {
      border: 0;
      border-block-start: 1px solid var(--line);
      margin-block: 1.6em;
    }
    a {
      color: var(--accent);
      text-decoration-thickness: 1px;
      text-underline-offset: 0.18em;
    }
    a:hover {
      color: var(--accent-strong);
      text-decoration-thickness: 2px;
    }
    a.picture {
      display: inline-block;
      padding: 0.3em 0.7em;
      border: 1px dashed var(--line-strong);
      border-radius: var(--radius-small);
      font-size: var(--small);
    }
    code,
    .math {
      font-family: var(--font-code);
      font-size: 0.875em;
    }
    :not(pre) > code {
      background: var(--paper-sunken);
      border-radius: 4px;
      padding: 0.12em 0.35em;
      -webkit-box-decoration-break: clone;
      box-decoration-break: clone;
    }
    figure {
      margin-inline: 0;
      margin-block-end: 0;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--paper-sunken);
      overflow: clip;
    }
    figcaption {
      display: flex;
      align-items: center;
      justify-content: space-between;
      padding-inline: 0.9rem 0.35rem;
      padding-block: 0.2rem;
      font-size: var(--small);
      color: var(--ink-soft);
    }
    .copy {
      font: inherit;
      color: inherit;
      background: none;
      border: 0;
      border-radius: 5px;
      padding: 0.2rem 0.55rem;
      min-block-size: 1.75rem;
      cursor: pointer;
    }
    .copy:hover {
      color: var(--ink);
      background: var(--paper-hover);
    }
    pre {
      margin: 0;
      padding: 0.2rem 0.9rem 0.9rem;
      overflow: auto;
      scrollbar-width: thin;
      line-height: 1.55;
      tab-size: 4;
      text-align: left;
    }
    pre:focus-visible {
      outline-offset: -2px;
    }
    .table {
      overflow: auto;
      scrollbar-width: thin;
      border: 1px solid var(--line);
      border-radius: var(--radius);
    }
    table {
      border-collapse: collapse;
      inline-size: 100%;
      font-size: 0.9375em;
      overflow-wrap: normal;
    }
    th,
    td {
      text-align: start;
      vertical-align: top;
      padding: 0.45rem 0.9rem;
      border-block-end: 1px solid var(--line);
    }
    th {
      font-weight: 600;
      background: var(--paper-sunken);
    }
    tbody tr:last-child td {
      border-block-end: 0;
    }
    ${codeColours}
  }
`;
