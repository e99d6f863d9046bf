/** Every Tool that needs no sandbox and no web, in the order in which requests declare them. */
import type { Tool } from "../calls/tool.js";
import { askUser } from "./ask-user.js";
import { glob } from "./glob.js";
import { grepSearch } from "./grep-search.js";
import { invokeAgent } from "./invoke-agent.js";
import { listDirectory } from "./list-directory.js";
import { readFile } from "./read-file.js";
import { readManyFiles } from "./read-many-files.js";
import { recall } from "./recall.js";
import { replace } from "./replace.js";
import { saveMemory } from "./save-memory.js";
import { writeFile } from "./write-file.js";
import { writeTodos } from "./write-todos.js";

/** The Tools that change nothing and may run side by side. */
export const readingTools: readonly Tool[] = [readFile, readManyFiles, listDirectory, glob, grepSearch];

export const allTools: readonly Tool[] = [
  ...readingTools,
  recall,
  writeFile,
  replace,
  saveMemory,
  invokeAgent,
  askUser,
  writeTodos,
];
