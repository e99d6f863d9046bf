import { expect, test } from "vitest";
import { LIGHT, QUICK, STRONG } from "../../../../src/core/models/providers.js";
import { classify, routeTo, standInFor, type RouteAsk } from "../../../../src/core/models/route.js";

const route = (ask: Partial<RouteAsk>, ...gone: string[]) => {
  const { model, by, insteadOf } = routeTo({
    wanted: "auto",
    isPlanning: false,
    isAvailable: (name) => !gone.includes(name),
    ...ask,
  });
  return `${by} ${model}${insteadOf ? ` for ${insteadOf}` : ""}`;
};

test("R6: the quick one by default", () => expect(route({})).toBe(`default ${QUICK}`));
test("R2: the one the user named", () => expect(route({ wanted: "my-own" })).toBe("override my-own"));
test("R4: the strong one for a plan", () =>
  expect(route({ isPlanning: true, found: "simple" })).toBe(`plan ${STRONG}`));
test("R5: as the classifier found", () => expect(route({ found: "hard" })).toBe(`classifier ${STRONG}`));
test("R3: who answered goes on, whatever else there is to go by", () =>
  expect(route({ kept: STRONG, isPlanning: false, found: "simple" })).toBe(`kept ${STRONG}`));
test("R1: the next in the chain, and it says for whom", () => {
  expect(route({ found: "hard" }, STRONG, QUICK)).toBe(`fallback ${LIGHT} for ${STRONG}`);
  expect(route({ kept: QUICK }, QUICK)).toBe(`fallback ${LIGHT} for ${QUICK}`);
});
test.each(["my-own", STRONG, QUICK, LIGHT])(
  "R2: nobody takes the place of %s, which the user named, unasked",
  (wanted) => expect(route({ wanted }, wanted)).toBe(`override ${wanted}`),
);
test("R1: with all gone the one that would be chosen is tried all the same", () =>
  expect(route({}, STRONG, QUICK, LIGHT)).toBe(`default ${QUICK}`));
test("R1: nobody stands in for a model of another kind", () => {
  expect(standInFor("my-own", () => true)).toBeUndefined();
  expect(standInFor("constructor", () => true)).toBeUndefined();
});

test.each([
  ["read src/app.ts 10-40", "simple"],
  ["What is a monad?", "simple"],
  ["fix the typo in the README", "simple"],
  ["Rename config to settings in src/app.ts", "simple"],
  [
    "Find the root cause of the race condition between the writer and the reader across the whole codebase, then fix it and add tests",
    "hard",
  ],
  [
    "Why does it deadlock? Investigate every module that takes the lock, design a better order, then migrate all the call sites",
    "hard",
  ],
  ["为什么整个程序会死锁？先找原因，然后重新设计架构，最后重构所有模块", "hard"],
])("R3: by rules, “%s” is %s", (prompt, expected) => expect(classify(prompt)).toBe(expected));
