import { expect, test } from "vitest";
import { classify, LIGHT, QUICK, routeTo, STRONG, type RouteAsk } from "../../../src/core/route.js";

const route = (ask: Partial<RouteAsk>, ...gone: string[]) => {
  const { model, by, insteadOf } = routeTo({
    wanted: "auto",
    isPlanning: false,
    isAvailable: (name) => !gone.includes(name),
    ...ask,
  });
  return `${by} ${model}${insteadOf ? ` for ${insteadOf}` : ""}`;
};

test("R5: the quick one by default", () => expect(route({})).toBe(`default ${QUICK}`));
test("R2: the one the user named", () => expect(route({ wanted: "my-own" })).toBe("override my-own"));
test("R3: the strong one for a plan", () =>
  expect(route({ isPlanning: true, found: "simple" })).toBe(`plan ${STRONG}`));
test("R4: as the classifier found", () => expect(route({ found: "hard" })).toBe(`classifier ${STRONG}`));
test("R1: the next in the chain, and it says for whom", () =>
  expect(route({ wanted: STRONG }, STRONG, QUICK)).toBe(`fallback ${LIGHT} for ${STRONG}`));
test("R1: nobody takes the place of a custom model unasked", () =>
  expect(route({ wanted: "my-own" }, "my-own")).toBe("override my-own"));
test("R1: with all gone the wanted one is tried all the same", () =>
  expect(route({}, STRONG, QUICK, LIGHT)).toBe(`default ${QUICK}`));

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
