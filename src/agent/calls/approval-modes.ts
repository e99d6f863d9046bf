/**
 * How much may happen without a question, in this tab (A3): what was clicked here, else what the Settings start with
 * (`general.defaultApprovalMode`); and of that what the folder's trust allows.
 */
import type { ApprovalMode } from "../../core/policy/approval.js";
import { APPROVAL_MODES } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";

export interface ApprovalModes {
  readonly mode: ApprovalMode;
  /** `NotAllowedError` where the folder is not trusted with that much. */
  set(mode: ApprovalMode): void;
  /** Another folder is open: what asks less than usual was not clicked for it. */
  folderChanged(): void;
  /** Settings or trust may be others than before: tells the mode if that is another one. */
  settle(): void;
}

interface ApprovalModesParts {
  /** Whether the folder brings words of its own that nobody has trusted yet (M4), or may do so. */
  readonly isDoubtful: () => boolean;
  /** What the Settings say. */
  readonly preferred: () => ApprovalMode;
  readonly tell: (event: AgentEvent) => void;
}

const LOOSE: ReadonlySet<ApprovalMode> = new Set(["auto_edit", "yolo"]);

export function createApprovalModes({ isDoubtful, preferred, tell }: ApprovalModesParts): ApprovalModes {
  let clicked: ApprovalMode | undefined;
  let told: ApprovalMode = "default";
  const current = (): ApprovalMode => {
    const wanted = clicked ?? preferred();
    return LOOSE.has(wanted) && isDoubtful() ? "default" : wanted;
  };
  const settle = () => {
    const mode = current();
    if (mode === told) return;
    told = mode;
    tell({ type: "approval-mode-changed", mode });
  };
  return {
    get mode() {
      return current();
    },
    set(to) {
      if (!APPROVAL_MODES.includes(to)) throw new AgentError("InvalidArgsError", "There is no such approval mode.");
      if (LOOSE.has(to) && isDoubtful()) {
        const message = "This folder is not trusted, so every change is asked about. Trust it first.";
        throw new AgentError("NotAllowedError", message);
      }
      clicked = to;
      settle();
    },
    folderChanged() {
      if (clicked !== undefined && LOOSE.has(clicked)) clicked = undefined;
      settle();
    },
    settle,
  };
}
