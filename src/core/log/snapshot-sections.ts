/** A Snapshot in pieces, as records keep them: its sections, and lines that stand in one. snapshot.ts reads and writes it whole. */
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

/** Who wrote a Snapshot. */
export type SnapshotMethod = "model" | "extractive" | "edited";
