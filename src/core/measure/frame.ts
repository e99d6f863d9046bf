/** The frame: what stands in every request beside the conversation, and what it weighs. */
import type { ToolDeclaration } from "../models/model.js";

export interface Frame {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  /** Pieces of the system text that have a name of their own: each Memory file, by its path (T5). */
  readonly parts?: readonly FramePart[];
}

export interface FramePart {
  /** Memory where it does not say. */
  readonly kind?: "memory" | "skills";
  readonly id: string;
  readonly text: string;
}

export interface FrameWeight {
  /** All of it, the parts included. */
  readonly system: number;
  readonly parts?: readonly (Omit<FramePart, "text"> & { readonly tokens: number })[];
  readonly tools: number;
  readonly toolCount: number;
  readonly exact: boolean;
  /** Of `tools`; not whole. */
  readonly eachTool?: readonly { readonly name: string; readonly tokens: number }[];
}
