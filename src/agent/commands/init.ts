/** `/init`: has the Model write a first GEMINI.md for the folder. */
import { AgentError, isNamed } from "../../core/errors.js";
import { onlyQuotes } from "../../core/models/model-names.js";
import { defineCommand } from "./command.js";
import { commandWords } from "./command-words.js";
import { asPlain } from "../../core/text/markdown-text.js";
import { initPrompt } from "../prompts/init.js";

const FILE = "GEMINI.md";

export const init = defineCommand({
  name: "init",
  description: "Has the model look through this folder and write a first GEMINI.md",
  async promptFor(_args, { workspace, models }) {
    const folder = workspace();
    if (!folder) throw new AgentError("NotFoundError", commandWords.noFolder);
    const { size } = await folder.stat(FILE).catch((error: unknown) => {
      if (isNamed(error, "NotFoundError")) return { size: 0 };
      throw error;
    });
    if (size > 0) throw new AgentError("InvalidArgsError", commandWords.fileThere(FILE));
    const chosen = (await models()).find((model) => model.chosen);
    if (chosen && !onlyQuotes(chosen.name)) return initPrompt;
    const name = asPlain(chosen?.label ?? "who answers now");
    throw new AgentError("NotSupportedError", commandWords.writerNeeded(FILE, name));
  },
});
