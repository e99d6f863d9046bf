/** Cycles of Tool calls (D1). */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallLoopDetector, type CallLoopDetector } from "../../../../src/core/loops/call-loop.js";

/** A: a call of the Tool A. A2: the same call, with the result 2. Says what came of the last call: "A B ×5" or "progress". */
function after(calls: string, detector: CallLoopDetector = createCallLoopDetector()): string {
  let cycle;
  for (const [index, call] of calls.split(" ").entries()) {
    const name = call[0]!;
    cycle = detector.push(
      { id: `call-${index}`, name, args: { path: "x" } },
      { id: `call-${index}`, name, response: { output: call.slice(1) } },
    );
  }
  return cycle ? `${cycle.calls.map(({ name }) => name).join(" ")} ×${cycle.times}` : "progress";
}
const times = (count: number, calls: string) => Array.from({ length: count }, () => calls).join(" ");

describe("a cycle (R2)", () => {
  test("is the same call five times", () => {
    expect(after("A A A A")).toBe("progress");
    expect(after("A A A A A")).toBe("A ×5");
  });
  for (const calls of ["A B", "A B C", "A B C D", "A B C D E", "A A B", "A B A C"]) {
    test(`is ${calls} five times, not four and not almost five`, () => {
      expect(after(times(5, calls))).toBe(`${calls} ×5`);
      expect(after(times(4, calls))).toBe("progress");
      expect(after(times(5, calls).slice(0, -2))).toBe("progress");
    });
  }
  test("has no more than five calls", () => expect(after(times(9, "A B C D E F"))).toBe("progress"));
  test("may begin after other work", () => expect(after("X Y B " + times(5, "A B"))).toBe("A B ×5"));
  test("is broken by another call", () => expect(after("A A A A B A A A A")).toBe("progress"));
  test("is told at each further call while it goes on", () => {
    const detector = createCallLoopDetector();
    expect(after("A A A A A", detector)).toBe("A ×5");
    expect(after("A", detector)).toBe("A ×6");
    expect(after("B", detector)).toBe("progress");
  });
  test("is forgotten at a new prompt", () => {
    const detector = createCallLoopDetector();
    after("A A A A", detector);
    detector.reset();
    expect(after("A", detector)).toBe("progress");
  });
});

describe("progress (R3)", () => {
  test("is a poll whose result changes", () => expect(after("A1 A2 A3 A4 A5 A6 A7")).toBe("progress"));
  test("is a fifth result that differs", () => expect(after("A A A A A2")).toBe("progress"));
  test("is a cycle in which one result changes", () => expect(after("A B1 A B2 A B3 A B4 A B5")).toBe("progress"));
  test("ends when the results stay the same", () => expect(after("A1 A2 A3 A3 A3 A3 A3")).toBe("A ×5"));
});

describe("the same call (R1)", () => {
  const push = (count: number, args: (index: number) => Record<string, unknown>) => {
    const detector = createCallLoopDetector();
    let cycle;
    for (let index = 0; index < count; index++) cycle = detector.push({ name: "A", args: args(index) }, { name: "A" });
    return cycle;
  };
  test("has its keys in any order, however deep", () =>
    expect(push(5, (index) => (index % 2 ? { a: 1, b: { c: 2, d: 3 } } : { b: { d: 3, c: 2 }, a: 1 }))).toBeDefined());
  test("has its lists in one order", () =>
    expect(push(5, (index) => ({ list: index % 2 ? [1, 2] : [2, 1] }))).toBeUndefined());
  test("has the same arguments: batch work is none", () =>
    expect(push(50, (index) => ({ file_path: `src/${index}.ts` }))).toBeUndefined());
  test("may have no arguments, or none in it", () => {
    const detector = createCallLoopDetector();
    const calls = [{ name: "A" }, { name: "A", args: {} }, { name: "A" }, { name: "A" }, { name: "A", args: {} }];
    expect(calls.map((call) => detector.push(call, { name: "A" })).at(-1)).toBeDefined();
  });
  test("has the same media in its result", () => {
    const detector = createCallLoopDetector();
    const shot = (data: string) => ({ name: "A", parts: [{ inlineData: { mimeType: "image/png", data } }] });
    for (let index = 0; index < 9; index++)
      expect(detector.push({ name: "A" }, shot(`frame ${index}`))).toBeUndefined();
  });
});

describe("what the Tool gave (R1, R3)", () => {
  const cut = (at: number) => ({ name: "A", response: { output: `head … tail: tool-output://call-${at}` } });
  const push = (count: number, given: (at: number) => string | undefined) => {
    const detector = createCallLoopDetector();
    let cycle;
    for (let at = 0; at < count; at++) cycle = detector.push({ name: "A" }, cut(at), given(at));
    return cycle;
  };
  test("counts, not what is shown of it", () => {
    expect(push(5, () => "all of it")).toBeDefined();
    expect(push(9, (at) => `all of it, ${at}`)).toBeUndefined();
  });
  test("is compared without the id in its address", () => expect(push(5, () => undefined)).toBeDefined());
  test("is another thing where it failed", () => {
    const detector = createCallLoopDetector();
    for (let at = 0; at < 12; at++) {
      const response = at % 5 === 4 ? { error: "cut" } : { output: "cut" };
      expect(detector.push({ name: "A" }, { name: "A", response }, "the same words")).toBeUndefined();
    }
  });
});

test("for any calls the verdict is the one of a plain look at the last 25", () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom("A", "B", "C1", "C2"), { maxLength: 60 }), fc.nat(5), (calls, length) => {
      const all = [...calls, ...Array.from({ length: 5 }, () => calls.slice(0, length)).flat()];
      if (all.length === 0) return;
      const plain = [1, 2, 3, 4, 5].find((length) => {
        const tail = all.slice(-5 * length);
        return tail.length === 5 * length && tail.every((call, index) => call === tail[index % length]);
      });
      const found = after(all.join(" "));
      expect(found === "progress" ? undefined : found.split(" ").length - 1).toBe(plain);
    }),
  ));
