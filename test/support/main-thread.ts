/**
 * What a page costs: time of its main thread (its own, not the clock's: steady on a busy machine, decisions/37), what
 * it keeps in memory, and what its log worker does.
 */
import type { CDPSession, Page } from "playwright";

export interface Cost {
  /** Milliseconds the main thread has worked. */
  readonly busy: number;
  readonly nodes: number;
}

export interface MainThread {
  cost(): Promise<Cost>;
  /** Bytes in use after a collection: of the page, and of its log worker. */
  heap(): Promise<{ readonly page: number; readonly log: number }>;
}

/** Best called before the page goes anywhere: the log worker is found as it starts. */
export async function watchMainThread(page: Page): Promise<MainThread> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worker = await watchWorker(devtools, "log");
  return {
    async cost() {
      const { metrics } = await devtools.send("Performance.getMetrics");
      const value = (name: string) => metrics.find((metric) => metric.name === name)!.value;
      return { busy: value("TaskDuration") * 1000, nodes: value("Nodes") };
    },
    async heap() {
      await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      await worker("HeapProfiler.collectGarbage");
      const used = (await worker("Runtime.getHeapUsage")) as { usedSize: number };
      return { page: usedSize, log: used.usedSize };
    },
  };
}

/** A way to call a page's worker through the page's own session: its messages are carried inside the page's. */
async function watchWorker(devtools: CDPSession, name: string) {
  let found: (sessionId: string) => void;
  const session = new Promise<string>((resolve) => (found = resolve));
  const waiting = new Map<number, (result: unknown) => void>();
  let calls = 0;
  devtools.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker" && targetInfo.title === name) found(sessionId);
  });
  devtools.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  await devtools.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return async (method: string): Promise<unknown> => {
    const sessionId = await session;
    const id = ++calls;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    await devtools.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
