/** Which ignore rules the user wants to hold (`context.fileFiltering`). */
import type { IgnoreOptions } from "../core/ignore.js";
import type { Settings } from "../core/settings.js";

export const ignoreOptions = (settings: Settings): IgnoreOptions => ({
  respectGitIgnore: settings["context.fileFiltering.respectGitIgnore"],
  respectGeminiIgnore: settings["context.fileFiltering.respectGeminiIgnore"],
});
