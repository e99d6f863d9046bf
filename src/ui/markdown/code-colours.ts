/** The colours of the classes that highlight.ts puts on code. */
import { css } from "lit";

export const codeColours = css`
  .hl-keyword,
  .hl-built_in,
  .hl-selector-tag,
  .hl-meta {
    color: var(--accent);
  }
  .hl-string,
  .hl-regexp,
  .hl-addition {
    color: var(--gold);
  }
  .hl-comment,
  .hl-quote {
    color: var(--ink-faint);
    font-style: italic;
  }
  .hl-number,
  .hl-literal,
  .hl-symbol,
  .hl-deletion {
    color: var(--rubric);
  }
  .hl-title,
  .hl-name,
  .hl-section,
  .hl-attr,
  .hl-property {
    font-weight: 600;
  }
`;
