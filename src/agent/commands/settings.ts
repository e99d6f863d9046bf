/** `/settings`: opens the Settings, or changes one. */
import { AgentError } from "../../core/errors.js";
import { budgetsIn, namesIn } from "../../core/settings/settings-files.js";
import { isSettingKey, settingOf, settingKeys } from "../../core/settings/settings.js";
import { defineCommand } from "./command.js";
import { commandWords } from "./command-words.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const settings = defineCommand({
  name: "settings",
  description: "Opens the settings, or changes one",
  usage: "[key value]",
  async run(args, { say, ask, settings: read, changeSetting }) {
    const [, key = "", value = ""] = /^(\S*)\s*([\s\S]*)$/u.exec(args) ?? [];
    if (key === "") return ask({ kind: "settings" });
    if (!isSettingKey(key)) throw new AgentError("InvalidArgsError", commandWords.noSetting(key));
    const { label, hint, fits } = settingOf(key);
    if (value === "") {
      const now = (await read()).values[key];
      return say(`${asCode(key)} is ${asCode(JSON.stringify(now))}. ${asPlain(`${label}: ${hint}`, 200)}`);
    }
    const meant = meanings(value).find(fits);
    if (meant === undefined) throw new AgentError("InvalidArgsError", commandWords.unfitValue(label, value));
    await changeSetting(key, meant);
    const counts = JSON.stringify((await read()).values[key]);
    say(
      counts === JSON.stringify(meant)
        ? `${asCode(key)} is ${asCode(counts)} now.`
        : `Your ${asCode(key)} is ${asCode(JSON.stringify(meant))} now; in this folder its own file makes it ${asCode(counts)}.`,
    );
  },
  complete: () => Promise.resolve(settingKeys),
});

/** Values that the typed text may stand for, the likeliest first. */
function meanings(value: string): readonly unknown[] {
  const quoted = /^"(.*)"$/u.exec(value)?.[1];
  const number = value.trim() === "" ? Number.NaN : Number(value);
  return [
    ...(value === "true" || value === "false" ? [value === "true"] : []),
    ...(Number.isFinite(number) ? [number] : []),
    quoted ?? value,
    namesIn(quoted ?? value),
    budgetsIn(quoted ?? value),
  ];
}
