/** The ignore rules that the user has switched on (`context.fileFiltering`). */
import type { IgnoreOptions } from "../files/ignore.js";
import type { Settings } from "./settings.js";

export const ignoreOptions = (settings: Settings): IgnoreOptions => ({
  respectGitIgnore: settings["context.fileFiltering.respectGitIgnore"],
  respectGeminiIgnore: settings["context.fileFiltering.respectGeminiIgnore"],
});
