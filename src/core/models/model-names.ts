/** Names of Models, as users, files and Gemini CLI write them. */
import { AUTO, LIGHT, QUICK, STRONG } from "./route.js";

/** Gemini CLI's own short names. */
const ALIASES: Readonly<Record<string, string>> = {
  pro: STRONG,
  flash: QUICK,
  "flash-lite": LIGHT,
  "auto-gemini-3": AUTO,
  "auto-gemini-2.5": AUTO,
};

/** The name that is meant: `pro` and `models/gemini-2.5-pro` are both `gemini-2.5-pro`. */
export const modelMeant = (said: string): string =>
  Object.hasOwn(ALIASES, said) ? ALIASES[said]! : said.replace(/^models\/(?=gem)/, "");

/** One of this device, or of the server that the user calls local. */
export const isNearName = (name: string): boolean => /^(?:librarian$|browser$|local\/|file\/)/.test(name);

/** Whether it is Gemini's API that is asked for it. Where the user gave its address, there may be any model behind it. */
export const isGeminiName = (name: string, baseUrl: string): boolean =>
  /^(?:gem(?:ini|ma)-|(?:tunedM|m)odels\/)[\w.-]+$/.test(name) ||
  (baseUrl !== "" && name !== AUTO && !isNearName(name) && /^\w(?!.*\.\.)[\w.:@/-]*$/.test(name));
