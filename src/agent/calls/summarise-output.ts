/**
 * Summaries of long outputs, for Tools of which the user wants that (X5): by a Model, or by rules where none can be asked or it fails.
 * The whole is kept (X2), and the summary says where.
 * R1 Off unless the Settings name the Tool; what fits the budget as it is stays as it is.
 * R2 Output of read_file is never summarised: it is how the whole is read, and a file must be seen as it is to be changed.
 * R3 A summary that is none, or no shorter, counts as a failure.
 */
import { userSaid } from "../../core/content.js";
import type { Model } from "../../core/models/model.js";
import type { Settings } from "../../core/settings/settings.js";
import { summariseOutput } from "../../core/text/output-excerpt.js";
import { estimateText } from "../../core/tokens/tokens.js";
import { outputAddress, truncateOutput } from "../../core/text/truncate.js";
import type { AskAside } from "../models/ask-aside.js";
import { summariseOutputPrompt } from "../prompts/summarise-output.js";
import { asUntrusted } from "../../core/text/untrusted.js";
import type { CallId } from "../../core/ids.js";

export interface SummariserParts {
  /** Tokens that a summary of this Tool's output may take; nothing for an output that is not summarised. */
  readonly budgetOf: (tool: string) => number | undefined;
  /** The Model that is asked; none where only the librarian answers. */
  readonly model: () => Promise<Model | undefined>;
  readonly ask: AskAside;
}

export type Summarise = (
  output: string,
  call: { readonly id: CallId; readonly name: string },
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Tokens for a Tool that is named without a figure, as in Gemini CLI. */
const USUAL_BUDGET = 2_000;
/** About 100,000 tokens: a size that every small Model takes. */
const SENT = { chars: 400_000, lines: 0 };

export function summaryBudget(settings: Settings, tool: string): number | undefined {
  const budgets = settings["model.summarizeToolOutput"];
  if (!Object.hasOwn(budgets, tool) || tool === "read_file") return undefined; // R1, R2
  return budgets[tool]?.tokenBudget ?? USUAL_BUDGET;
}

export function createSummariser({ budgetOf, model, ask }: SummariserParts): Summarise {
  async function byModel(output: string, callId: CallId, budget: number, signal: AbortSignal) {
    const asked = await model();
    if (!asked) return undefined;
    const { text } = truncateOutput(output, { callId, limits: SENT });
    const contents = [userSaid(`At most ${budget} tokens. The output:\n${asUntrusted(text)}`)];
    const said = await ask({ role: "summary", model: asked, system: summariseOutputPrompt, contents }, signal);
    const summary = said.trim();
    return summary === "" || summary.length >= output.length ? undefined : { summary, by: asked.name }; // R3
  }

  return async (output, call, signal) => {
    const budget = budgetOf(call.name);
    if (budget === undefined || estimateText(output) <= budget) return undefined;
    const made = await byModel(output, call.id, budget, signal).catch((error: Error) => {
      signal.throwIfAborted();
      console.warn("A tool's output could not be summarised by a model; lines of it are taken instead.", error);
      return undefined;
    });
    const { summary, by } = made ?? { summary: summariseOutput(output, budget), by: "rules: these are lines of it" };
    return (
      `[Summary of ${output.length} characters, by ${by}. The whole can be read with read_file: ${outputAddress(call.id)}]\n` +
      summary
    );
  };
}
