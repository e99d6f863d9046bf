/** This tab's log worker, started at once and never killed: it may be in the middle of a write. */
import { proxy, wrap, type Remote } from "comlink";
import type { LogNews, LogStore, ContextItem } from "../../core/log/store.js";
import type { SessionId } from "../../core/ids.js";
import { scriptUrl } from "../threads/script-url.js";
import logUrl from "../../../workers/log.worker.ts?worker&url"; // a plain new URL() fails under Trusted Types

export type NewsListener = (news: readonly LogNews[], own: boolean) => void;
export interface LogWorker extends LogStore {
  listen(listener: NewsListener): void;
  /** As `context`, passed slice by slice: see src/core/context/context-slices.ts. */
  contextInSlices(session: SessionId, take: (slice: readonly ContextItem[]) => void): Promise<void>;
}

export function startLog(onNews: NewsListener): LogStore {
  const worker = new Worker(scriptUrl(logUrl), { type: "module", name: "log" });
  const remote: Remote<LogWorker> = wrap<LogWorker>(worker);
  void remote.listen(proxy(onNews));
  const context: LogStore["context"] = async (session) => {
    const slices: (readonly ContextItem[])[] = [];
    await remote.contextInSlices(
      session,
      proxy((slice) => void slices.push(slice)),
    );
    return slices.flat();
  };
  // Every method of LogStore is async, so the remote has the same shape; only `context` is made from slices.
  return Object.create(remote, { context: { value: context } }) as LogStore;
}
