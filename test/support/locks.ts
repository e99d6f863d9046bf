/** Who has a Web Lock, and who waits for it: what a test looks at instead of waiting itself. */
import { expect } from "vitest";

export async function lockState(name: string): Promise<{ readonly held: number; readonly waiting: number }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const count = (locks: readonly LockInfo[]) => locks.filter((lock) => lock.name === name).length;
  return { held: count(held), waiting: count(pending) };
}

/** Until somebody is in line for a lock that another holds. */
export const waitsForLock = (name: string): Promise<void> =>
  expect.poll(() => lockState(name)).toMatchObject({ held: 1, waiting: 1 });
