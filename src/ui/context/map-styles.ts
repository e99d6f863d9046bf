/** The colours of the context map, by kind: ink on them is readable by day and by night, and the names say what they mean. */
import { css } from "lit";

export const mapColours = css`
  :host {
    --system: light-dark(#d8d0bf, #4b463c);
    --memory: light-dark(#ecd59a, #5d4b1d);
    --skills: light-dark(#ddc6e6, #50395c);
    --tools: light-dark(#c6d2dd, #36454f);
    --environment: light-dark(#d6dfba, #434d2b);
    --snapshot: light-dark(#b3dccf, #1e554a);
    --recalled: light-dark(#f3c9d3, #633042);
    --user: light-dark(#f3c8b4, #6b3927);
    --model: light-dark(#d2d0f0, #413c72);
    --turns: light-dark(#d2d0f0, #413c72);
    --result: light-dark(#b9dcea, #1f4d61);
    --overhead: light-dark(#e6e1d6, #35322c);
  }
  .system {
    --fill: var(--system);
  }
  .memory {
    --fill: var(--memory);
  }
  .skills {
    --fill: var(--skills);
  }
  .tools {
    --fill: var(--tools);
  }
  .environment {
    --fill: var(--environment);
  }
  .snapshot {
    --fill: var(--snapshot);
  }
  .recalled {
    --fill: var(--recalled);
  }
  .user {
    --fill: var(--user);
  }
  .model {
    --fill: var(--model);
  }
  .turn,
  .turns,
  .steps {
    --fill: var(--turns);
  }
  .result {
    --fill: var(--result);
  }
  .overhead {
    --fill: var(--overhead);
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
