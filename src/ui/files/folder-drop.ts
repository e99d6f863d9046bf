/** The controller for a folder dropped anywhere on the window (N). It listens while its host is on the page. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ImportedFile } from "../../core/port/folder-port.js";
import { droppedFiles } from "./chosen-files.js";

interface DropOutcome {
  /** Must be called in the task of the drop. */
  dropped(handles: Promise<readonly (FileSystemHandle | null)[]>): void;
  /** The files to be copied, in a browser that gives no handles. */
  files(files: Promise<readonly ImportedFile[]>): void;
}

export class FolderDrop implements ReactiveController {
  /** Whether something that may be a folder is dragged over the window. */
  hovering = false;
  #depth = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly outcome: DropOutcome,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const [type, listener] of this.#listeners) addEventListener(type, listener as EventListener);
  }
  hostDisconnected(): void {
    for (const [type, listener] of this.#listeners) removeEventListener(type, listener as EventListener);
  }

  #hover(depth: number): void {
    this.#depth = Math.max(0, depth);
    if (this.hovering === this.#depth > 0) return;
    this.hovering = this.#depth > 0;
    this.host.requestUpdate();
  }

  #entered = (event: DragEvent): void => {
    if (hasFiles(event)) this.#hover(this.#depth + 1);
  };
  #left = (event: DragEvent): void => {
    if (hasFiles(event)) this.#hover(this.#depth - 1);
  };
  #over = (event: DragEvent): void => {
    if (hasFiles(event)) event.preventDefault();
  };
  #dropped = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    // Without this the browser would leave the app to show the file.
    event.preventDefault();
    this.#hover(0);
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file");
    const [item] = items;
    if (!item) return;
    if ("getAsFileSystemHandle" in item)
      this.outcome.dropped(Promise.all(items.map((each) => each.getAsFileSystemHandle())));
    else this.outcome.files(droppedFiles(items));
  };

  readonly #listeners = [
    ["dragenter", this.#entered],
    ["dragleave", this.#left],
    ["dragover", this.#over],
    ["drop", this.#dropped],
  ] as const;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
