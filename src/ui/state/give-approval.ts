/** The user's decision on a call, sent to the Agent (A3). */
import type { FolderPicker } from "../../core/port/folder-port.js";
import type { Approval, Proposal } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import { isVirtual } from "../../core/memory/memory-file.js";
import type { AgentController } from "./agent-controller.js";
import type { UiEvents } from "../base/events.js";
import { texts } from "../base/texts.js";

/**
 * Approving an edit includes permission to write the folder: if the browser asks for it and the user refuses, nothing is
 * approved and the call goes on waiting. Must be called within the click, as the browser demands (W2).
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

/** A fact is written into the folder only if the user has chosen the folder's own file. */
function writesFolder(proposal: Proposal, approval: Approval): boolean {
  if (proposal.kind !== "remember") return proposal.kind === "edit" || proposal.kind === "commit";
  return !isVirtual((approval.kind === "edit" && approval.path) || proposal.path);
}
