/** The Agent of agent-fakes.ts for tests: when a test has ended, what it told must have kept the laws of event-laws.ts. */
import { expect, onTestFinished } from "vitest";
import { createFakes } from "./agent-fakes.js";
import { breachesIn } from "./event-laws.js";
import { idle } from "./idle.js";

export { createHandClock, createLockHall } from "./agent-fakes.js";

/** `isCutOff`: the test ends in the middle of a Turn that nobody can stop, as a crash does. */
export function createRig({ isCutOff = false, ...options }: { readonly isCutOff?: boolean } & Options = {}) {
  const { tabs, heard, ...rig } = createFakes(options);
  onTestFinished(async () => {
    if (!isCutOff) for (const tab of tabs) await tab.turns.stop();
    await idle();
    for (const events of heard) {
      const breaches = breachesIn(events);
      expect(isCutOff ? breaches.filter((breach) => !breach.endsWith("is still running")) : breaches).toEqual([]);
    }
  });
  return { ...rig, idle };
}

type Options = NonNullable<Parameters<typeof createFakes>[0]>;
