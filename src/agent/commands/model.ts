/** `/model`: who answers. */
import { AgentError } from "../../core/errors.js";
import { defineCommand } from "../command.js";
import { asCode, asPlain } from "../markdown-text.js";

export const model = defineCommand({
  name: "model",
  description: "Shows who answers, or chooses another model",
  usage: "[name]",
  async run(args, { say, models, changeSetting }) {
    // The place to pick a file is for a screen.
    const all = (await models()).filter(({ file }) => file !== "wanted");
    // `/model set x` is how others spell it.
    const wanted = args.replace(/^set\s+/u, "");
    if (wanted === "") {
      say(
        all
          .map(
            ({ name, description, chosen, unavailable }) =>
              `- ${asCode(name)}${chosen ? " **answers now**" : ""}: ${asPlain(unavailable ?? description, 200)}`,
          )
          .join("\n"),
      );
      return;
    }
    const found = all.find(({ name, label }) =>
      [name, label].some((word) => word.toLowerCase() === wanted.toLowerCase()),
    );
    if (!found)
      throw new AgentError(
        "InvalidArgsError",
        `There is no model named ${asCode(wanted)} here; nothing was changed. There are: ${all.map(({ name }) => asCode(name)).join(", ")}.`,
      );
    await changeSetting("model.name", found.name);
    say(
      `${asPlain(found.label)} answers from now on.${found.unavailable ? ` ${asPlain(found.unavailable, 200)}` : ""}`,
    );
  },
  complete: async ({ models }) => (await models()).flatMap(({ name, file }) => (file === "wanted" ? [] : [name])),
});
