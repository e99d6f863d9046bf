/** The user's word on a call, carried to the Agent (A3). */
import type { FolderPicker } from "../../core/port/folder-port.js";
import type { Approval, Proposal } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import { isVirtual } from "../../core/memory/memory-file.js";
import type { AgentController } from "./agent-controller.js";
import type { UiEvents } from "../base/events.js";
import { texts } from "../base/texts.js";

/**
 * Whoever allows an edit allows the folder to be written: if the browser has to be asked for that, and says no, nothing is approved
 * and the call waits on. Must be called in the click: the browser asks for that (W2).
 */
export async function giveApproval(
  { request, approval }: UiEvents["approval-given"],
  agent: AgentController,
  folders: FolderPicker | undefined,
): Promise<void> {
  const { workspace } = agent.state;
  const writes = approval.kind !== "reject" && writesFolder(request.proposal, approval);
  const granted = writes && workspace?.readOnly ? folders?.allowWriting(workspace.id) : undefined;
  await agent.doing(granted ? texts.busy.permission : undefined, async (port) => {
    if (granted && (await granted) !== "granted") throw new AgentError("NotAllowedError", texts.problems.notWritable);
    await port.calls.approve(request.callId, approval);
  });
}

/** A fact goes into the folder only where the user has chosen its own file. */
function writesFolder(proposal: Proposal, approval: Approval): boolean {
  if (proposal.kind !== "remember") return proposal.kind === "edit" || proposal.kind === "commit";
  return !isVirtual((approval.kind === "edit" && approval.path) || proposal.path);
}
