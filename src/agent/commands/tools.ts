/** `/tools`: lists the Tools that a Model may call. */
import { defineCommand } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const tools = defineCommand({
  name: "tools",
  description: "Lists the tools a model may call",
  async run(_args, { say, tools: all, workspace }) {
    const lines = (await all()).map(({ name, description }) => `- ${asCode(name)}: ${asPlain(description, 300)}`);
    say(lines.length > 0 ? lines.join("\n") : "No tools are offered: the settings leave them out (`tools.exclude`).");
    if (!workspace()) say("Those that work in a folder are offered once one is open.");
  },
});
