/** Which ignore rules the user wants to hold (`context.fileFiltering`). */
import type { IgnoreOptions } from "../files/ignore.js";
import type { Settings } from "./settings.js";

export const ignoreOptions = (settings: Settings): IgnoreOptions => ({
  respectGitIgnore: settings["context.fileFiltering.respectGitIgnore"],
  respectGeminiIgnore: settings["context.fileFiltering.respectGeminiIgnore"],
});
