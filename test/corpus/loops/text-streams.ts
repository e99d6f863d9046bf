/** Every labelled stream of text, loops and others. */
import { chants } from "./text-chants.js";
import { dataAndLogs } from "./text-data-and-logs.js";
import { chantsInDisguise } from "./text-disguises.js";
import { driftingChants } from "./text-drifts.js";
import { fencesAndCode } from "./text-fences.js";
import { listsAndTables } from "./text-lists-and-tables.js";
import { proseAndVerse } from "./text-prose.js";
import type { TextStream } from "./types.js";

export const textStreams: readonly TextStream[] = [
  ...chants,
  ...driftingChants,
  ...chantsInDisguise,
  ...listsAndTables,
  ...fencesAndCode,
  ...dataAndLogs,
  ...proseAndVerse,
];
