/** The open folder: which it is, what is known of it, and what is asked of it by the screen. */
import type { WorkspaceView } from "../../core/port/folder-port.js";
import { AgentError } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AgentSubjects } from "../agent-subjects.js";
import type { AgentParts, OpenFolder } from "../agent-parts.js";
import type { ViewedFile } from "../../core/context/editor-context.js";

export interface FolderState {
  readonly open: OpenFolder | undefined;
  /** Throws a sentence where none can be read. */
  readonly workspace: Workspace;
  /** What of it is open in the viewer. */
  viewed: readonly ViewedFile[];
  /** Whether it is trusted is known, and what it sets. */
  readonly considered: Promise<unknown>;
  use(folder: OpenFolder): WorkspaceView;
  trust(isTrusted: boolean, question?: string): Promise<void>;
}

interface FolderDeskParts {
  readonly indexer: AgentParts["indexer"];
  readonly tell: (event: AgentEvent) => void;
  /** They are joined with this one, and so come later. */
  readonly subjects: () => Pick<AgentSubjects, "settings" | "trust" | "memory" | "calls">;
  /** It can be read from now on. */
  readonly opened: () => void;
}

export function createFolderState({ indexer, tell, subjects, opened }: FolderDeskParts): FolderState {
  let folder: OpenFolder | undefined;
  let viewed: readonly ViewedFile[] = [];
  let considered: Promise<unknown> = Promise.resolve();
  let endWatch = () => {};

  async function readSettings(): Promise<void> {
    const { settings, trust, calls } = subjects();
    await settings.useFolder(folder?.workspace, trust.folder);
    calls.modes.settle();
  }

  /** Others may change files at any time. */
  function watch(workspace: Workspace | undefined): void {
    endWatch();
    endWatch = () => {};
    if (!workspace) return;
    endWatch = workspace.watch((paths) => {
      indexer?.refresh();
      tell({ type: "files-changed", workspaceId: workspace.id, paths });
      subjects().memory.loader.changed(paths, "outside");
    });
  }

  return {
    get open() {
      return folder;
    },
    get workspace() {
      const { view, workspace } = folder ?? {};
      if (workspace) return workspace;
      if (!view) throw new AgentError("NotFoundError", "No folder is open. Open one to see its files here.");
      const message = `The browser asks the user for a click before “${view.name}” can be read again.`;
      throw new AgentError("NotAllowedError", message);
    },
    get viewed() {
      return viewed;
    },
    set viewed(files) {
      viewed = files;
    },
    get considered() {
      return considered;
    },
    use(next) {
      const { settings, trust, memory, calls } = subjects();
      if (folder?.view.id !== next.view.id) {
        calls.modes.folderChanged();
        viewed = [];
      }
      folder = next;
      watch(next.workspace);
      void settings.useFolder(next.workspace, undefined);
      memory.loader.forget();
      considered = trust.consider(next.workspace, next.sampleTexts).then(readSettings);
      if (next.workspace) opened();
      const { id, name } = next.view;
      indexer?.useFolder({ id, name, ...(next.handle && { handle: next.handle }) });
      return next.view;
    },
    async trust(isTrusted, question) {
      await subjects().trust.decide(isTrusted, question);
      await readSettings();
      await subjects().memory.loader.refresh("trust");
    },
  };
}
