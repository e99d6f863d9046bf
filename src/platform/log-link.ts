/** This tab's log worker. It is started at once and never killed: it may be in the middle of a write. */
import { proxy, wrap, type Remote } from "comlink";
import type { LogNews, LogStore } from "../core/store.js";
import { scriptUrl } from "./script-url.js";
import logUrl from "../../workers/log.worker.ts?worker&url"; // a plain new URL() dies under Trusted Types

export type NewsListener = (news: readonly LogNews[], own: boolean) => void;
type LogWorker = LogStore & { listen(listener: NewsListener): void };

export function startLog(onNews: NewsListener): LogStore {
  const worker = new Worker(scriptUrl(logUrl), { type: "module", name: "log" });
  const remote: Remote<LogWorker> = wrap<LogWorker>(worker);
  void remote.listen(proxy(onNews));
  return remote as unknown as LogStore; // every method of LogStore is async already, so the remote has the same shape
}
