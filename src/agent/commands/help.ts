/** `/help`: lists what can be typed. */
import type { CommandView } from "../../core/agent-port.js";
import { defineCommand } from "../command.js";
import { asCode, asPlain } from "../markdown-text.js";

export const help = defineCommand({
  name: "help",
  aliases: ["?"],
  description: "Lists the commands",
  async run(_args, { say, commands }) {
    const all = await commands();
    const folders = all.filter(({ source }) => source === "folder");
    say(["**Commands**", "", ...all.filter(({ source }) => source === "app").map(lineOf)].join("\n"));
    if (folders.length > 0) say(["**Commands of this folder**", "", ...folders.map(lineOf)].join("\n"));
    say(
      "Point at a file with `@path`, and its content goes along with the message. A message that begins with a slash and is no command: put a backslash or a space before it.",
    );
  },
});

function lineOf({ name, aliases, description, usage }: CommandView): string {
  const others = aliases.length > 0 ? ` (also ${aliases.map((alias) => asCode(`/${alias}`)).join(", ")})` : "";
  return `- ${asCode(`/${name}${usage ? ` ${usage}` : ""}`)}${others}: ${asPlain(description, 200)}`;
}
