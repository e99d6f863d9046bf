/** Hears what the user decides, anywhere on the screen, and carries it to the Agent. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FolderPicker } from "../../core/port/folder-port.js";
import type { AgentController } from "./agent-controller.js";
import { permissionFor } from "./call-actions.js";
import { listenFor, type UiEvents } from "../base/events.js";

export class ApprovalController implements ReactiveController {
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & { readonly folders?: FolderPicker },
    private readonly agent: AgentController,
  ) {
    const { approvals } = agent;
    listenFor(host, {
      "approval-given": (given) => this.#approve(given),
      "question-answered": ({ callId, answers }) => approvals.answer(callId, answers),
      "approval-mode-chosen": ({ mode }) => approvals.setMode(mode),
      "files-viewed": ({ files }) => approvals.viewing(files),
    });
  }
  /** Its host listens from the start. */
  hostConnected(): void {}

  #approve({ request, approval }: UiEvents["approval-given"]): void {
    const granted = permissionFor({ request, approval }, this.agent.state.workspace, this.host.folders);
    void this.agent.approvals.approve(request.callId, approval, granted);
  }
}
