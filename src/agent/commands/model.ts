/** `/model`: lists the Models, or chooses one. */
import { AgentError } from "../../core/errors.js";
import { isChoosable, modelMeant, providerOf } from "../../core/models/model-names.js";
import { defineCommand } from "./command.js";
import { commandWords } from "./command-words.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const model = defineCommand({
  name: "model",
  description: "Shows who answers, or chooses another model",
  usage: "[name]",
  async run(args, { say, models, settings, changeSetting }) {
    const all = (await models()).filter(({ file }) => file !== "wanted"); // a file is picked on the screen
    const wanted = args.replace(/^set\s+|\s+--persist$/gu, ""); // Gemini CLI has `/model set x --persist`
    if (wanted === "") {
      const lines = all.map(
        ({ name, description, chosen, unavailable }) =>
          `- ${asCode(name)}${chosen ? " **answers now**" : ""}: ${asPlain(unavailable ?? description, 200)}`,
      );
      return say(lines.join("\n"));
    }
    const meant = [modelMeant(wanted), modelMeant(wanted.toLowerCase())];
    const found = all.find(
      ({ name, label }) =>
        [name, label].some((word) => word.toLowerCase() === wanted.toLowerCase()) || meant.includes(name),
    );
    if (found) {
      await changeSetting("model.name", found.name);
      const problem = found.unavailable ? ` ${asPlain(found.unavailable, 200)}` : "";
      return say(`${asPlain(found.label)} answers from now on.${problem}`);
    }
    const { values, secrets } = await settings();
    const name = meant.find((each) => isChoosable(each, values));
    if (name === undefined) {
      const known = all.map((each) => each.name);
      throw new AgentError("InvalidArgsError", commandWords.noModel(wanted, known));
    }
    await changeSetting("model.name", name);
    const { secret } = providerOf(name);
    const lacksKey = secret?.isNeeded && !secrets.includes(secret.name);
    say(
      `${asCode(name)} answers from now on. It is not one of those listed here: if your key has no model of that name, the next message will tell.${lacksKey ? ` It needs a ${secret.label}: add one in Settings.` : ""}`,
    );
  },
  complete: async ({ models }) => (await models()).flatMap(({ name, file }) => (file === "wanted" ? [] : [name])),
});
