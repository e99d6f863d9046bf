/** The state of the open folder. */
import type { WorkspaceView } from "../../core/port/folder-port.js";
import { AgentError } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AgentSubjects } from "../agent-subjects.js";
import type { AgentParts, OpenFolder } from "../agent-parts.js";
import type { ViewedFile } from "../../core/context/editor-context.js";
import { folderWords } from "./folder-words.js";

export interface FolderState {
  readonly open: OpenFolder | undefined;
  /** Throws a sentence where no folder can be read. */
  readonly workspace: Workspace;
  /** Files that are open in the viewer. */
  viewed: readonly ViewedFile[];
  /** Resolves when the trust in the folder is known, and its settings are read. */
  readonly considered: Promise<unknown>;
  use(folder: OpenFolder): WorkspaceView;
  trust(isTrusted: boolean, question?: string): Promise<void>;
}

interface FolderStateParts {
  readonly indexer: AgentParts["indexer"];
  readonly tell: (event: AgentEvent) => void;
  /** A function, since the subjects are made after this state. */
  readonly subjects: () => Pick<AgentSubjects, "settings" | "trust" | "memory" | "calls">;
  /** Called when a folder can be read. */
  readonly opened: () => void;
}

export function createFolderState({ indexer, tell, subjects, opened }: FolderStateParts): FolderState {
  let folder: OpenFolder | undefined;
  let viewed: readonly ViewedFile[] = [];
  let considered: Promise<unknown> = Promise.resolve();
  let endWatch = () => {};

  async function readSettings(): Promise<void> {
    const { settings, trust, calls } = subjects();
    await settings.useFolder(folder?.workspace, trust.folder);
    calls.modes.settle();
  }

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
      if (!view) throw new AgentError("NotFoundError", folderWords.noneToRead);
      throw new AgentError("NotAllowedError", folderWords.clickNeeded(view.name));
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
