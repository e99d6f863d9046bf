/** The colours of the blocks of the context map, by kind. Text on them can be read in the light and in the dark theme. */
import { css } from "lit";

export const mapColours = css`
  .system {
    --fill: light-dark(#d8d0bf, #4b463c);
  }
  .memory {
    --fill: light-dark(#ecd59a, #5d4b1d);
  }
  .skills {
    --fill: light-dark(#ddc6e6, #50395c);
  }
  .tools {
    --fill: light-dark(#c6d2dd, #36454f);
  }
  .environment {
    --fill: light-dark(#d6dfba, #434d2b);
  }
  .snapshot {
    --fill: light-dark(#b3dccf, #1e554a);
  }
  .recalled {
    --fill: light-dark(#f3c9d3, #633042);
  }
  .user {
    --fill: light-dark(#f3c8b4, #6b3927);
  }
  .model,
  .turn,
  .turns,
  .steps {
    --fill: light-dark(#d2d0f0, #413c72);
  }
  .result {
    --fill: light-dark(#b9dcea, #1f4d61);
  }
  .overhead {
    --fill: light-dark(#e6e1d6, #35322c);
  }
  .swatch {
    display: inline-block;
    flex: none;
    inline-size: 0.75rem;
    block-size: 0.75rem;
    border-radius: 3px;
    background: var(--fill);
    border: 1px solid var(--line-strong);
  }
`;
