/**
 * The approval mode of this tab (A3): the one clicked here, else `general.defaultApprovalMode`. In a folder that nobody has trusted
 * yet, a mode that asks less than usual does not hold.
 */
import { APPROVAL_MODES, type ApprovalMode } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";
import { modeWords } from "./mode-words.js";

export interface ApprovalModes {
  readonly mode: ApprovalMode;
  /** `NotAllowedError` where the folder is not trusted with that much. */
  set(mode: ApprovalMode): void;
  /** Another folder is open: a mode that asks less than usual was not clicked for it. */
  folderChanged(): void;
  /** To be called when Settings or trust may have changed: sends an event if the mode has. */
  settle(): void;
}

interface ApprovalModesParts {
  /** Whether the folder has, or may have, files to load that nobody has trusted yet (M4). */
  readonly isDoubtful: () => boolean;
  /** The mode that the Settings start with. */
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
      if (!APPROVAL_MODES.includes(to)) throw new AgentError("InvalidArgsError", modeWords.unknown);
      if (LOOSE.has(to) && isDoubtful()) throw new AgentError("NotAllowedError", modeWords.trustFirst);
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
