/**
 * What the user does with folders: opens them, copies them in and out, cleans up. What is called here runs in the task of
 * the click or drop: the browser asks for that.
 */
import type { ReactiveControllerHost } from "lit";
import type { FolderPicker, ImportedFile, TellCopy, WorkspaceView } from "../../core/port/folder-port.js";
import { isNamed } from "../../core/errors.js";
import type { AgentController } from "../state/agent-controller.js";
import { chooseFiles } from "./chosen-files.js";
import { download } from "../base/download.js";
import { texts } from "../base/texts.js";

export class FolderActions {
  door?: FolderPicker;
  /** How far the copy is that is being made. */
  progress?: string;
  #copy?: AbortController;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly agent: AgentController,
  ) {}

  /** Where the browser opens no folders a copy is made. */
  pick(): void {
    if (this.door && !this.door.canPick) this.import("folder");
    else this.#open((door) => door.pick());
  }

  regain(id: string): void {
    this.#open((door) => door.regain(id));
  }

  /** A folder is opened, a zip copied in. */
  adopt(dropped: Promise<readonly (FileSystemHandle | null)[]>): void {
    this.#open(async (door) => {
      const handles = await dropped;
      if (handles.filter((each) => each?.kind === "directory").length > 1) throw new TypeError(texts.drop.several);
      const [handle] = handles;
      if (handle?.kind === "directory") return door.adopt(handle);
      if (!handle || !/\.zip$/i.test(handle.name)) throw new TypeError(texts.drop.notFolder);
      const file = await (handle as FileSystemFileHandle).getFile();
      return this.#copyIn(door, [{ path: file.name, file }]);
    });
  }

  import(what: "folder" | "zip"): void {
    this.#open(async (door) => this.#copyIn(door, await chooseFiles(what)));
  }

  /** Files dropped where the browser gives no handles. */
  importDropped(files: Promise<readonly ImportedFile[]>): void {
    this.#open(async (door) => this.#copyIn(door, await files));
  }

  async export(): Promise<void> {
    await this.#telling(async (door) => {
      const { name, zip } = await this.#copying(texts.copies.exporting, (tell, signal) => door.exportZip(tell, signal));
      download(zip, name);
    });
  }

  async allowWriting(id: string): Promise<void> {
    await this.#telling(async (door) => {
      if ((await door.allowWriting(id)) !== "granted") this.agent.report(texts.header.notAllowed);
    });
  }

  async cleanUp(): Promise<void> {
    await this.#telling(async (door) => {
      this.agent.report(texts.copies.cleanedUp(await door.cleanUp(new AbortController().signal)));
    });
  }

  stopCopy(): void {
    this.#copy?.abort();
  }

  #open(open: (door: FolderPicker) => Promise<WorkspaceView>): void {
    if (this.door) void this.agent.openFolder(open(this.door));
    else this.agent.report(texts.problems.noFolders);
  }

  async #copyIn(door: FolderPicker, files: readonly ImportedFile[]): Promise<WorkspaceView> {
    const copied = await this.#copying(texts.copies.importing, (tell, signal) => door.importCopy(files, tell, signal));
    const { workspace, skipped } = copied;
    if (skipped.length > 0) this.agent.report(texts.copies.skipped(skipped));
    return workspace;
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

  async #telling(work: (door: FolderPicker) => Promise<void>): Promise<void> {
    if (!this.door) return this.agent.report(texts.problems.noFolders);
    try {
      await work(this.door);
    } catch (error) {
      if (!isNamed(error, "AbortError")) this.agent.report((error as Error).message);
    }
  }
}
