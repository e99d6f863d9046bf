/** What stands before every conversation: the system prompt, ours or a trusted folder's (A7), what is remembered (M5), and the Tools. */
import type { RenderedMemory } from "../../core/memory/memory.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import { createBasePrompt, expandPrompt, type BasePromptParts } from "./base-prompt.js";
import { systemPrompt } from "../prompts/system.js";
import type { Tool } from "../calls/tool.js";
import type { FramePart } from "../../core/measure/frame.js";

interface StandingFrame {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  /** The Memory files in it, by path, each with what it takes of the system text (T5). */
  readonly parts?: readonly FramePart[];
  /** The file that the system prompt comes from; none for our own. */
  readonly from?: string;
}

interface FrameParts extends BasePromptParts {
  /** Names of Tools that no Model is offered; * for all. */
  readonly excluded: () => readonly string[];
  /** What is remembered (M5). */
  readonly memory?: () => Promise<RenderedMemory>;
}

export interface FrameMaker {
  /** With our own words: known at once. */
  ours(tools: readonly Tool[]): StandingFrame;
  /** As it is sent. Rejects where the user chose a file that can't be used. */
  asSent(tools: readonly Tool[]): Promise<StandingFrame>;
}

export function createFrameMaker(parts: FrameParts): FrameMaker {
  const base = createBasePrompt(parts);

  function ours(tools: readonly Tool[]): StandingFrame {
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
      const [file, memory] = await Promise.all([base.read(), parts.memory?.()]);
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

/** The base prompt, a line, and what is remembered (M5). */
export const withMemory = (base: string, memory: string): string =>
  memory === "" ? base : `${base}\n\n---\n\n${memory}`;
