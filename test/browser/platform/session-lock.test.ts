/** Owners of Sessions, by real Web Locks: two locks in one page stand for two tabs (L4). */
import { expect, test } from "vitest";
import { createSessionLock } from "../../../src/platform/session-lock.js";
import { lockState } from "../../support/locks.js";
import type { Ownership } from "../../../src/core/log/session-lock.js";

/** Two tabs, two Sessions that no other test has, and a diary of what the owners were told. */
function twoTabs() {
  const diary: string[] = [];
  const note = (who: string) => (owner: Ownership) => {
    diary.push(`${who} ${owner}`);
    return Promise.resolve();
  };
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  return { first: createSessionLock(), second: createSessionLock(), a, b, diary, note };
}

test("L4: a tab holds several Sessions, in which Turns may run; others follow", async () => {
  const { first, second, a, b, note } = twoTabs();
  expect(await first.hold(a, note("first a"))).toBe("here");
  expect(await first.hold(b, note("first b"))).toBe("here");
  expect(await second.hold(a, note("second a"))).toBe("elsewhere");
  expect(await second.hold(b, note("second b"))).toBe("elsewhere");
});

test("L4: one that is let go of comes to who waits for it, and no other", async () => {
  const { first, second, a, b, diary, note } = twoTabs();
  for (const id of [a, b]) await first.hold(id, note("first"));
  await second.hold(a, note("second a"));
  await second.hold(b, note("second b"));
  first.letGo(a);
  await expect.poll(() => diary).toEqual(["second a here"]);
});

test("L4: one is taken over, and the other stays", async () => {
  const { first, second, a, b, diary, note } = twoTabs();
  await first.hold(a, note("first a"));
  await first.hold(b, note("first b"));
  await second.hold(b, note("second b"));
  await second.takeOver(b);
  expect(diary).toEqual(["first b elsewhere", "second b here"]);
  expect(await createSessionLock().hold(a, note("third a"))).toBe("elsewhere");
});

test("L4: who asks for what it holds goes on holding it, and is told from then on", async () => {
  const { first, second, a, diary, note } = twoTabs();
  await first.hold(a, note("before"));
  expect(await first.hold(a, note("after"))).toBe("here");
  await second.hold(a, note("second"));
  await second.takeOver(a);
  expect(diary).toEqual(["after elsewhere", "second here"]);
});

test("L4: who let go while waiting in line gets nothing", async () => {
  const { first, second, a, diary, note } = twoTabs();
  await first.hold(a, note("first"));
  await second.hold(a, note("second"));
  second.letGo(a);
  first.letGo(a);
  expect(await createSessionLock().hold(a, note("third"))).toBeDefined();
  // The third has it, and nobody else is in line for it.
  await expect.poll(() => lockState(`session:${a}`)).toEqual({ held: 1, waiting: 0 });
  expect(diary.filter((line) => line.startsWith("second"))).toEqual([]);
});
