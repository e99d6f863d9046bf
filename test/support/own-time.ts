/**
 * Milliseconds that the page's main thread itself has worked for something: by the processor's count, not the clock's, so
 * that others on the machine do not matter. For browser tests.
 */
import { cdp } from "vitest/browser";

export async function ownTime(work: () => unknown): Promise<number> {
  await devtools().send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await spent();
  await work();
  return (await spent()) - before;
}

interface Devtools {
  send(method: string, options?: object): Promise<unknown>;
}
const devtools = () => cdp() as unknown as Devtools;

async function spent(): Promise<number> {
  const { metrics } = (await devtools().send("Performance.getMetrics")) as {
    readonly metrics: readonly { readonly name: string; readonly value: number }[];
  };
  return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
}
