/** Every labelled run of tool calls, loops and others. */
import { callBatches } from "./call-batches.js";
import { callCuts } from "./call-cuts.js";
import { callLoops } from "./call-loops.js";
import { callProgress } from "./call-progress.js";
import type { CallStream } from "./types.js";

export const callStreams: readonly CallStream[] = [...callLoops, ...callBatches, ...callProgress, ...callCuts];
