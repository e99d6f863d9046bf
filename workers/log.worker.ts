/** The log worker writes and reads the log, as its one writer (L7); the code is in src/platform/store/log-store.ts. */
import { expose } from "comlink";
import { slicesOf } from "../src/core/context/context-slices.js";
import { createLogStore } from "../src/platform/store/log-store.js";
import type { LogWorker, NewsListener } from "../src/platform/store/log-link.js";

let listener: NewsListener | undefined;
const store = createLogStore({ onNews: (news, own) => void listener?.(news, own) });
const worker: LogWorker = {
  ...store,
  listen: (callback) => void (listener = callback),
  async contextInSlices(session, take) {
    for (const slice of slicesOf(await store.context(session))) await take(slice);
  },
};

expose(worker);
