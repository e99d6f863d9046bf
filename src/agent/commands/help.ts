/** `/help`: lists the Commands. */
import type { CommandView } from "../../core/port/commands-port.js";
import { defineCommand } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const help = defineCommand({
  name: "help",
  aliases: ["?"],
  description: "Lists the commands",
  async run(_args, { say, commands }) {
    const all = await commands();
    for (const [source, title] of GROUPS) {
      const lines = all.filter((command) => command.source === source).map(lineOf);
      if (lines.length > 0) say([`**${title}**`, "", ...lines].join("\n"));
    }
    say(
      "Point at a file with `@path`, and its content goes along with the message. A message that begins with a slash and is no command: put a backslash or a space before it.",
    );
  },
});

const GROUPS = [
  ["app", "Commands"],
  ["user", "Your own commands"],
  ["folder", "Commands of this folder"],
] as const;

function lineOf({ name, aliases, description, usage }: CommandView): string {
  const others = aliases.length > 0 ? ` (also ${aliases.map((alias) => asCode(`/${alias}`)).join(", ")})` : "";
  return `- ${asCode(`/${name}${usage ? ` ${usage}` : ""}`)}${others}: ${asPlain(description, 200)}`;
}
