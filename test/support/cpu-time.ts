/** Milliseconds that this process itself has worked for something: others on the machine do not matter. For tests in node. */
import process from "node:process";

export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
