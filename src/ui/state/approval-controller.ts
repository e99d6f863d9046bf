/** Hears what the user decides, anywhere on the screen, and carries it to the Agent; Alt+M is the next approval mode. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FolderPicker } from "../../core/port/folder-port.js";
import type { AgentController } from "./agent-controller.js";
import { modeAfter } from "../conversation/approval-mode.js";
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
  hostConnected(): void {
    addEventListener("keydown", this.#keyed);
  }
  hostDisconnected(): void {
    removeEventListener("keydown", this.#keyed);
  }

  #approve({ request, approval }: UiEvents["approval-given"]): void {
    const granted = permissionFor({ request, approval }, this.agent.state.workspace, this.host.folders);
    void this.agent.approvals.approve(request.callId, approval, granted);
  }

  #keyed = (event: KeyboardEvent): void => {
    if (event.code !== "KeyM" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void this.agent.approvals.setMode(modeAfter(this.agent.state.approvalMode));
  };
}
