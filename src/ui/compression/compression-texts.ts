/** Texts of the card of a compression while it is closed. */
import type { Section, SnapshotMethod } from "../../core/log/snapshot-sections.js";
import { number } from "../base/numbers.js";

export const compressionTexts = {
  title: "Compressed",
  undoneTitle: "Compressed, undone",
  sizes: (before: number, after: number) => `${number.format(before)} → ${number.format(after)} tokens`,
  method: {
    model: "written by the model, checked here",
    extractive: "made on this device, without a model",
    edited: "edited by you",
  } satisfies Record<SnapshotMethod, string>,
  score: (score: number) => `${Math.floor(100 * score)} % of what must not be lost is in it`,
  kept: "The originals are kept.",
  undone: "Undone: this part is sent in full again, unless a later summary stands for it.",
  undo: "Undo",
  redo: "Redo",
  details: "Details",
  sections: {
    overall_goal: "Goal",
    active_constraints: "Constraints",
    key_knowledge: "Known",
    artifact_trail: "Changed",
    file_system_state: "Files",
    recent_actions: "Recently done",
    task_state: "Plan",
  } satisfies Record<Section, string>,
} as const;
