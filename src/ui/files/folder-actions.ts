/** Actions on folders: open, copy in and out, clean up. Each has to be called in the task of the click or drop, for the browser. */
import type { ReactiveControllerHost } from "lit";
import type { FolderPicker, ImportedFile, TellCopy, WorkspaceView } from "../../core/port/folder-port.js";
import { isNamed } from "../../core/errors.js";
import type { AgentController } from "../state/agent-controller.js";
import { chooseFiles } from "./chosen-files.js";
import { download } from "../base/download.js";
import { texts } from "../base/texts.js";

export class FolderActions {
  picker?: FolderPicker;
  /** The progress of the copy that is being made, in words. */
  progress?: string;
  #copy?: AbortController;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly agent: AgentController,
  ) {}

  /** Opens a folder, or makes a copy of it where the browser opens no folders. */
  pick(): void {
    if (this.picker && !this.picker.canPick) this.import("folder");
    else this.#open((picker) => picker.pick());
  }

  regain(id: string): void {
    this.#open((picker) => picker.regain(id));
  }

  /** Opens a dropped folder, or copies in a dropped zip. */
  adopt(dropped: Promise<readonly (FileSystemHandle | null)[]>): void {
    this.#open(async (picker) => {
      const handles = await dropped;
      if (handles.filter((each) => each?.kind === "directory").length > 1) throw new TypeError(texts.drop.several);
      const [handle] = handles;
      if (handle?.kind === "directory") return picker.adopt(handle);
      if (!handle || !/\.zip$/i.test(handle.name)) throw new TypeError(texts.drop.notFolder);
      const file = await (handle as FileSystemFileHandle).getFile();
      return this.#copyIn(picker, [{ path: file.name, file }]);
    });
  }

  import(what: "folder" | "zip"): void {
    this.#open(async (picker) => this.#copyIn(picker, await chooseFiles(what)));
  }

  /** Copies in dropped files, where the browser gives no handles. */
  importDropped(files: Promise<readonly ImportedFile[]>): void {
    this.#open(async (picker) => this.#copyIn(picker, await files));
  }

  async export(): Promise<void> {
    await this.#reporting(async (picker) => {
      const { name, zip } = await this.#copying(texts.copies.exporting, (tell, signal) =>
        picker.exportZip(tell, signal),
      );
      download(zip, name);
    });
  }

  async allowWriting(id: string): Promise<void> {
    await this.#reporting(async (picker) => {
      if ((await picker.allowWriting(id)) !== "granted") this.agent.report(texts.header.notAllowed);
    });
  }

  async cleanUp(): Promise<void> {
    await this.#reporting(async (picker) => {
      this.agent.report(texts.copies.cleanedUp(await picker.cleanUp(new AbortController().signal)));
    });
  }

  stopCopy(): void {
    this.#copy?.abort();
  }

  #open(open: (picker: FolderPicker) => Promise<WorkspaceView>): void {
    if (this.picker) void this.agent.openFolder(open(this.picker));
    else this.agent.report(texts.problems.noFolders);
  }

  async #copyIn(picker: FolderPicker, files: readonly ImportedFile[]): Promise<WorkspaceView> {
    const copied = await this.#copying(texts.copies.importing, (tell, signal) =>
      picker.importCopy(files, tell, signal),
    );
    if (copied.skipped.length > 0) this.agent.report(texts.copies.skipped(copied.skipped));
    return copied.workspace;
  }

  async #copying<T>(
    words: (files: number, of: number) => string,
    copy: (tell: TellCopy, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#copy?.abort(); // one at a time
    const own = (this.#copy = new AbortController());
    const show = (progress: string | undefined) => {
      if (this.#copy !== own) return;
      this.progress = progress;
      this.host.requestUpdate();
    };
    void import("./copy-progress.js");
    show(words(0, 0));
    try {
      return await copy(({ files, of }) => show(words(files, of)), own.signal);
    } finally {
      show(undefined);
    }
  }

  async #reporting(work: (picker: FolderPicker) => Promise<void>): Promise<void> {
    if (!this.picker) return this.agent.report(texts.problems.noFolders);
    try {
      await work(this.picker);
    } catch (error) {
      if (!isNamed(error, "AbortError")) this.agent.report((error as Error).message);
    }
  }
}
