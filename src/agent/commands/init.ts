/** `/init`: has the Model write a first GEMINI.md for the folder. */
import { AgentError, isNamed } from "../../core/errors.js";
import { onlyQuotes } from "../../core/models/model-names.js";
import { defineCommand } from "./command.js";
import { asPlain } from "../../core/text/markdown-text.js";
import { initPrompt } from "../prompts/init.js";

const FILE = "GEMINI.md";

export const init = defineCommand({
  name: "init",
  description: "Has the model look through this folder and write a first GEMINI.md",
  async promptFor(_args, { workspace, models }) {
    const folder = workspace();
    if (!folder) throw new AgentError("NotFoundError", "No folder is open. Open one, and type `/init` again.");
    if (await hasWords(folder.stat(FILE)))
      throw new AgentError("InvalidArgsError", `There is a ${FILE} already; nothing was sent. To change it, say what.`);
    const chosen = (await models()).find((model) => model.chosen);
    if (!chosen || onlyQuotes(chosen.name))
      throw new AgentError(
        "NotSupportedError",
        `Writing a ${FILE} takes a model that can write; ${asPlain(chosen?.label ?? "who answers now")} only finds and quotes. Choose one with \`/model\`, and type \`/init\` again.`,
      );
    return initPrompt;
  },
});

/** An empty file is as good as none. */
async function hasWords(file: Promise<{ readonly size: number }>): Promise<boolean> {
  try {
    return (await file).size > 0;
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return false;
    throw error;
  }
}
