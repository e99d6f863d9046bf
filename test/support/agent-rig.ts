/** The Agent of agent-fakes.ts for tests: when a test has ended, what it told must have kept the laws of event-laws.ts. */
import { expect, onTestFinished, vi } from "vitest";
import { createFakes } from "./agent-fakes.js";
import { breachesIn } from "./event-laws.js";

export { createHandClock, createLockHall } from "./agent-fakes.js";

/** `isCutOff`: the test ends in the middle of a Turn that nobody can stop, as a crash does. */
export function createRig({ isCutOff = false, ...options }: { readonly isCutOff?: boolean } & Options = {}) {
  const { tabs, heard, ...rig } = createFakes(options);
  onTestFinished(async () => {
    if (!isCutOff) for (const tab of tabs) await tab.turns.stop();
    await settled();
    for (const events of heard) {
      const breaches = breachesIn(events);
      expect(isCutOff ? breaches.filter((breach) => !breach.endsWith("is still running")) : breaches).toEqual([]);
    }
  });
  return rig;
}

type Options = NonNullable<Parameters<typeof createFakes>[0]>;

/** Lets everything that only waits for promises come to rest, and for parts of the Agent: each takes vitest a round trip, even if it is there. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 6; round++) await vi.dynamicImportSettled();
}
