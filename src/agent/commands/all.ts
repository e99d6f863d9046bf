/** The Commands of the app, in the order in which `/help` lists them. */
import type { Command } from "./command.js";
import { chat } from "./chat.js";
import { clear } from "./clear.js";
import { compress } from "./compress.js";
import { help } from "./help.js";
import { hooks } from "./hooks.js";
import { init } from "./init.js";
import { mcp } from "./mcp.js";
import { memory } from "./memory.js";
import { model } from "./model.js";
import { policies } from "./policies.js";
import { restore } from "./restore.js";
import { resume } from "./resume.js";
import { rewind } from "./rewind.js";
import { settings } from "./settings.js";
import { skills } from "./skills.js";
import { stats } from "./stats.js";
import { tidy } from "./tidy.js";
import { tools } from "./tools.js";
import { trust } from "./trust.js";

export const commands: readonly Command[] = [
  help,
  clear,
  model,
  settings,
  stats,
  tools,
  resume,
  chat,
  rewind,
  restore,
  compress,
  memory,
  tidy,
  skills,
  hooks,
  policies,
  trust,
  mcp,
  init,
];
