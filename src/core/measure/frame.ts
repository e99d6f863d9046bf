/** The frame: the part of every request beside the conversation (system prompt and Tools), and its weight. */
import type { ToolDeclaration } from "../models/model.js";

export interface Frame {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  /** Pieces of the system text with a name: each Memory file, by its path (T5). */
  readonly parts?: readonly FramePart[];
}

export interface FramePart {
  /** Memory by default. */
  readonly kind?: "memory" | "skills";
  readonly id: string;
  readonly text: string;
}

export interface FrameWeight {
  /** The whole system text, the parts included. */
  readonly system: number;
  readonly parts?: readonly (Omit<FramePart, "text"> & { readonly tokens: number })[];
  readonly tools: number;
  readonly toolCount: number;
  readonly exact: boolean;
  /** The shares of each Tool in `tools`; not whole. */
  readonly eachTool?: readonly { readonly name: string; readonly tokens: number }[];
}
