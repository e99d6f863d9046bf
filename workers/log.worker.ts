/** A thread for the log: the one writer (L7). It has no sense of its own: see src/platform/store/log-store.ts. */
import { expose } from "comlink";
import { createLogStore } from "../src/platform/store/log-store.js";
import type { NewsListener } from "../src/platform/log-link.js";

let listener: NewsListener | undefined;
const store = createLogStore({ onNews: (news, own) => void listener?.(news, own) });

expose({ ...store, listen: (callback: NewsListener) => void (listener = callback) });
