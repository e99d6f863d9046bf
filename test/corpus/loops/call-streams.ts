/** Every labelled run of tool calls, loops and others. */
import { callLoops } from "./call-loops.js";
import { callProgress } from "./call-progress.js";
import type { CallStream } from "./types.js";

export const callStreams: readonly CallStream[] = [...callLoops, ...callProgress];
