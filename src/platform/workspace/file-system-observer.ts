/** The browser's FileSystemObserver, which TypeScript's library does not declare yet. */
export interface ObservedChange {
  readonly type: "appeared" | "disappeared" | "modified" | "moved" | "errored" | "unknown";
  readonly changedHandle?: FileSystemHandle | null;
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}

type ObserverClass = new (onChanges: (changes: readonly ObservedChange[]) => void) => {
  observe(handle: FileSystemHandle, options: { readonly recursive: boolean }): Promise<void>;
  disconnect(): void;
};

/** None in browsers without it. */
export const observerClass = (): ObserverClass | undefined =>
  (globalThis as { FileSystemObserver?: ObserverClass }).FileSystemObserver;
