/** Every labelled pair of facts. */
import { english, german } from "./facts-en-de.js";
import { russian, spanish } from "./facts-es-ru.js";
import { chinese, japanese } from "./facts-zh-ja.js";
import type { FactPair } from "./types.js";

export const factPairs: readonly FactPair[] = [...english, ...german, ...spanish, ...russian, ...chinese, ...japanese];
