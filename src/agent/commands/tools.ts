/** `/tools`: what a Model may call here. */
import { defineCommand } from "../command.js";
import { asCode, asPlain } from "../markdown-text.js";

export const tools = defineCommand({
  name: "tools",
  description: "Lists the tools a model may call",
  async run(_args, { say, tools: all }) {
    const lines = (await all()).map(({ name, description }) => `- ${asCode(name)}: ${asPlain(description, 300)}`);
    say(lines.length > 0 ? lines.join("\n") : "No tools are there: open a folder, and a model can read in it.");
  },
});
