/** How much may happen without a question, in this tab (A3): the mode, and what the folder's trust allows of it. */
import type { ApprovalMode } from "../core/approval.js";
import { APPROVAL_MODES } from "../core/approval.js";
import { AgentError } from "../core/errors.js";
import type { AgentEvent } from "../core/events.js";

export interface ApprovalModes {
  readonly mode: ApprovalMode;
  /** `NotAllowedError` where the folder is not trusted with that much. */
  set(mode: ApprovalMode): void;
  /** Another folder is open: what asks less than usual was not meant for it. */
  folderChanged(): void;
}

const LOOSE: ReadonlySet<ApprovalMode> = new Set(["auto_edit", "yolo"]);

/** `isDoubtful`: whether the folder brings words of its own that nobody has trusted yet (M4). */
export function createApprovalModes(isDoubtful: () => boolean, tell: (event: AgentEvent) => void): ApprovalModes {
  let mode: ApprovalMode = "default";
  const change = (to: ApprovalMode) => {
    if (mode === to) return;
    mode = to;
    tell({ type: "approval-mode-changed", mode });
  };
  return {
    get mode() {
      // Trust may have been taken back, or not been given yet.
      return LOOSE.has(mode) && isDoubtful() ? "default" : mode;
    },
    set(to) {
      if (!APPROVAL_MODES.includes(to)) throw new AgentError("InvalidArgsError", "There is no such approval mode.");
      if (LOOSE.has(to) && isDoubtful()) {
        const message = "This folder is not trusted, so every change is asked about. Trust it first.";
        throw new AgentError("NotAllowedError", message);
      }
      change(to);
    },
    folderChanged: () => (LOOSE.has(mode) ? change("default") : undefined),
  };
}
