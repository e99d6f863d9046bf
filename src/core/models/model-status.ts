/** The work of a Model on the device before it can answer, shown while the user waits (U4). Plain data. */
export interface ModelStatus {
  /** The Model's name. */
  readonly model: string;
  /** `downloading`: by the browser; `copying`: into our storage; `loading`: into memory; `reading`: the prompt; `ready`: none of it. */
  readonly kind: "downloading" | "copying" | "loading" | "reading" | "ready";
  /** From 0 to 1, where it is known. */
  readonly done?: number;
}
