/** Tool calls of the open Session: a UI answers them here, and undoes or redoes their edits (A3). */
import type { Approval, ApprovalMode } from "../policy/approval.js";
import type { ChangedFile, EditView, RestoreView, UndoView } from "../text/edits.js";
import type { CallId, TurnId } from "../ids.js";

export interface CallsPort {
  /** The user's answer to a call that waits (`tool-asked`). `NotFoundError` if none does: it was answered or stopped. */
  approve(callId: CallId, approval: Approval): Promise<void>;
  /** Answers to `question-asked`, one each, several choices joined by ", "; none: the user does not want to answer. */
  answer(callId: CallId, answers: readonly string[] | undefined): Promise<void>;
  mode(): Promise<ApprovalMode>;
  /** Sets the approval mode of this tab, kept until the tab is closed. `NotAllowedError` where the folder is not trusted with that much. */
  setMode(mode: ApprovalMode): Promise<void>;
  /** The change that a finished edit made, for its diff. */
  editOf(callId: CallId): Promise<EditView | undefined>;
  /** Puts the file back as it was before the call; not while a Turn runs, and never over a later change. */
  undoEdit(callId: CallId): Promise<UndoView>;
  redoEdit(callId: CallId): Promise<UndoView>;
  /**
   * Writes the text that the user chose for a file that was changed since (`UndoView`), if it still is as it was shown; no text removes it.
   * This is an edit, and can be undone. Other files of the call are undone then, up to the next one that was changed since, which is returned.
   */
  settleEdit(callId: CallId, file: ChangedFile, text: string | undefined): Promise<UndoView>;
  /** Puts all files back as they were before this Turn, or none if one of them was changed since by someone else. */
  restoreTo(turnId: TurnId): Promise<RestoreView>;
}
