/** The sections and lines of a Snapshot, as records store them; snapshot.ts reads and writes it whole. */
export const SECTIONS = [
  "overall_goal",
  "active_constraints",
  "key_knowledge",
  "artifact_trail",
  "file_system_state",
  "recent_actions",
  "task_state",
] as const;

export type Section = (typeof SECTIONS)[number];

export interface SnapshotLine {
  readonly text: string;
  /** Labels of the records it comes from: 3 is `#3`. */
  readonly from: readonly number[];
}

export type PlacedLine = SnapshotLine & { readonly section: Section };

/** How a Snapshot was made: by a Model, on the device, or by the user's edit. */
export type SnapshotMethod = "model" | "extractive" | "edited";
