/** What the user decides, carried to the Agent: approvals, answers, the mode, and what becomes of finished edits (A3). */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { FolderPicker, WorkspaceView } from "../../core/port/folder-port.js";
import type { Approval, ApprovalMode, Proposal } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import { isVirtual } from "../../core/memory/memory-file.js";
import type { Permission } from "../../core/files/workspace.js";
import type { EditActions } from "../calls/edit-card.js";
import type { UiEvents } from "../base/events.js";
import { texts } from "../base/texts.js";
import type { ViewedFile } from "../../core/context/editor-context.js";
import type { CallId } from "../../core/ids.js";

/** Runs what may fail; gives nothing where it did, and has said so. */
type Ask = <T>(sentence: string | undefined, work: (port: AgentPort) => Promise<T>) => Promise<T | undefined>;

interface Approvals {
  /** `granted`: a permission that was asked for in the same click; without it nothing is approved, and the call waits on. */
  approve(callId: CallId, approval: Approval, granted?: Promise<Permission>): Promise<void>;
  answer(callId: CallId, answers: readonly string[] | undefined): Promise<void>;
  setMode(mode: ApprovalMode): Promise<void>;
  viewing(files: readonly ViewedFile[]): Promise<void>;
  readonly edits: EditActions;
}

export const createApprovals = (ask: Ask): Approvals => ({
  async approve(callId, approval, granted) {
    await ask(granted ? texts.busy.permission : undefined, async (port) => {
      if (granted && (await granted) !== "granted") throw new AgentError("NotAllowedError", texts.problems.notWritable);
      await port.calls.approve(callId, approval);
    });
  },
  async answer(callId, answers) {
    await ask(undefined, (port) => port.calls.answer(callId, answers));
  },
  async setMode(mode) {
    await ask(undefined, (port) => port.calls.setMode(mode));
  },
  async viewing(files) {
    await ask(undefined, async (port) => port.folder.viewing(files));
  },
  edits: {
    of: (callId) => ask(undefined, (port) => port.calls.editOf(callId)),
    undo: (callId) => ask(texts.busy.undoing, (port) => port.calls.undoEdit(callId)),
    redo: (callId) => ask(texts.busy.redoing, (port) => port.calls.redoEdit(callId)),
    settle: (callId, file, text) => ask(texts.busy.undoing, (port) => port.calls.settleEdit(callId, file, text)),
  },
});

/** Whoever allows an edit allows the folder to be written. Must be called in the click: the browser asks for that (W2). */
export function permissionFor(
  { request, approval }: UiEvents["approval-given"],
  workspace: WorkspaceView | undefined,
  door: FolderPicker | undefined,
): Promise<Permission> | undefined {
  const writes = approval.kind !== "reject" && writesFolder(request.proposal, approval);
  return writes && workspace?.readOnly ? door?.allowWriting(workspace.id) : undefined;
}

/** A fact goes into the folder only where the user has chosen its own file. */
function writesFolder(proposal: Proposal, approval: Approval): boolean {
  if (proposal.kind !== "remember") return proposal.kind === "edit" || proposal.kind === "commit";
  return !isVirtual((approval.kind === "edit" && approval.path) || proposal.path);
}
