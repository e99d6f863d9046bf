/** The frame of a request: the system prompt, the app's or a trusted folder's (A7), the Memories (M5), and the Tools. */
import type { RenderedMemory } from "../../core/memory/memory.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import { createBasePrompt, expandPrompt, type BasePromptParts } from "./base-prompt.js";
import { systemPrompt } from "../prompts/system.js";
import type { Tool } from "../calls/tool.js";
import type { FramePart } from "../../core/measure/frame.js";

interface RequestFrame {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  /** The Memory files in the system text, by path (T5). */
  readonly parts?: readonly FramePart[];
  /** The file that the system prompt comes from; none for the app's. */
  readonly from?: string;
}

interface FrameParts extends BasePromptParts {
  /** Names of Tools that no Model is offered; * for all. */
  readonly excluded: () => readonly string[];
  readonly memory?: () => Promise<RenderedMemory>;
}

export interface FrameMaker {
  /** The frame with the app's own prompt, without Memories: known at once. */
  ours(tools: readonly Tool[]): RequestFrame;
  /** The frame as it is sent. Rejects where the user chose a file that can't be used. */
  asSent(tools: readonly Tool[]): Promise<RequestFrame>;
}

export function createFrameMaker(parts: FrameParts): FrameMaker {
  const readPromptFile = createBasePrompt(parts);

  function ours(tools: readonly Tool[]): RequestFrame {
    const leftOut = parts.excluded();
    const isOffered = (name: string) => !leftOut.includes(name) && !leftOut.includes("*");
    const hasFolder = parts.workspace() !== undefined;
    const usable = tools
      .filter(({ needsFolder, declaration }) => (hasFolder || !needsFolder) && isOffered(declaration.name))
      .map(({ declaration }) => declaration);
    const system = systemPrompt({ tools: usable.map(({ name }) => name), hasFolder });
    return { system, tools: usable };
  }

  return {
    ours,
    async asSent(tools) {
      const frame = ours(tools);
      const [file, memory] = await Promise.all([readPromptFile(), parts.memory?.()]);
      const names = frame.tools.map(({ name }) => name);
      const words = file ? expandPrompt(file.text, names) : frame.system;
      return {
        ...frame,
        system: withMemory(words, memory?.text ?? ""),
        ...(memory && { parts: memory.parts.map(({ path, text }) => ({ id: path, text })) }),
        ...(file && { from: file.path }),
      };
    },
  };
}

/** The base prompt, a line, and the Memories (M5). */
export const withMemory = (base: string, memory: string): string =>
  memory === "" ? base : `${base}\n\n---\n\n${memory}`;
