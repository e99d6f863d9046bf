/** Every Tool, in the order in which a Model is told of them. */
import type { Tool } from "../tool.js";
import { glob } from "./glob.js";
import { grepSearch } from "./grep-search.js";
import { listDirectory } from "./list-directory.js";
import { readFile } from "./read-file.js";

/** They change nothing, and may run side by side. */
export const readingTools: readonly Tool[] = [readFile, listDirectory, glob, grepSearch];
