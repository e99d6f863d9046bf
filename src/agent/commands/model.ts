/** `/model`: who answers. */
import { AgentError } from "../../core/errors.js";
import { isChoosable, modelMeant, providerOf } from "../../core/models/model-names.js";
import { defineCommand } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const model = defineCommand({
  name: "model",
  description: "Shows who answers, or chooses another model",
  usage: "[name]",
  async run(args, { say, models, settings, changeSetting }) {
    // The place to pick a file is for a screen.
    const all = (await models()).filter(({ file }) => file !== "wanted");
    // `/model set x --persist` is how others spell it.
    const wanted = args.replace(/^set\s+|\s+--persist$/gu, "");
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
    const meant = [modelMeant(wanted), modelMeant(wanted.toLowerCase())];
    const found = all.find(
      ({ name, label }) =>
        [name, label].some((word) => word.toLowerCase() === wanted.toLowerCase()) || meant.includes(name),
    );
    if (found) {
      await changeSetting("model.name", found.name);
      say(
        `${asPlain(found.label)} answers from now on.${found.unavailable ? ` ${asPlain(found.unavailable, 200)}` : ""}`,
      );
      return;
    }
    const { values, secrets } = await settings();
    const name = meant.find((each) => isChoosable(each, values));
    if (name === undefined)
      throw new AgentError(
        "InvalidArgsError",
        `There is no model named ${asCode(wanted)} here; nothing was changed. There are: ${all.map((each) => asCode(each.name)).join(", ")}, and any other Gemini by its name, such as ${asCode("gemini-3-pro-preview")}.`,
      );
    await changeSetting("model.name", name);
    const { secret } = providerOf(name);
    const lacksKey = secret?.isNeeded && !secrets.includes(secret.name);
    say(
      `${asCode(name)} answers from now on. It is not one of those listed here: if your key has no model of that name, the next message will tell.${lacksKey ? ` It needs a ${secret.label}: add one in Settings.` : ""}`,
    );
  },
  complete: async ({ models }) => (await models()).flatMap(({ name, file }) => (file === "wanted" ? [] : [name])),
});
