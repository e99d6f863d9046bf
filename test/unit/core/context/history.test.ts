import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Content } from "../../../../src/core/content.js";
import { curate, traceCurated } from "../../../../src/core/context/history.js";
import { contents, written } from "../../../support/histories.js";

const curated = (history: string) => written(curate(contents(history)));

describe("R1 what is valid", () => {
  test("a History of words stays as it is", () => expect(curated("u m u m")).toBe("u m u m"));
  test("an invalid model turn is left out, the user's turn before it stays", () =>
    expect(curated("u x u m")).toBe("u+u m"));
  test("a run of model turns goes as a whole", () => expect(curated("u m x m u")).toBe("u+u"));
  test("a model turn without parts is invalid", () => expect(curated("u m- u")).toBe("u+u"));
  test("one empty part makes a turn invalid", () => expect(curated("u m+x u")).toBe("u+u"));
  test("an empty text with a signature is a valid part", () => expect(curated("u m+x!s")).toBe("u m+x!s"));
  test("an empty text beside a call is taken off it", () => {
    const call: Content = { role: "model", parts: [{ text: "", functionCall: { id: "1", name: "glob" } }] };
    const part = curate([...contents("u"), call, ...contents("r1")])[1]!.parts[0]!;
    expect(part).not.toHaveProperty("text");
    expect(part.functionCall).toBe(call.parts[0]!.functionCall);
  });
  test("a user's turn loses its empty parts, and goes with the last of them", () => {
    expect(written(curate([{ role: "user", parts: [{ text: "" }, { text: "u" }, {}] }]))).toBe("u");
    expect(curate([{ role: "user", parts: [{ text: "" }] }])).toEqual([]);
  });
});

test("R2 starts with a user's turn", () => expect(curated("m c1 r1 m u m")).toBe("u m"));

describe("R3 thoughts", () => {
  test("are not sent back", () => expect(curated("u t+m u t+m+t")).toBe("u m u m"));
  test("a turn of nothing but thoughts is left out", () => expect(curated("u m u t u")).toBe("u m u+u"));
  test("a signature stays with its call", () => expect(curated("u t+c1!s r1 m")).toBe("u c1!s r1 m"));
  test("a thought's own signature goes to the part that follows", () => expect(curated("u t!s+t+m")).toBe("u m!s"));
  test("or to an empty text in its place", () =>
    expect(curated("u m+t!a+t!b+m!c+m+t!d")).toBe("u m+x!a+x!b+m!c+m+x!d"));
});

describe("R4 turns of one role", () => {
  test("of a Model become one", () => expect(curated("u m m c1 r1 m")).toBe("u m+m+c1!* r1 m"));
  test("a user's words become one", () => expect(curated("u u m")).toBe("u+u m"));
});

describe("R5 pairs", () => {
  test("a call without a result gets one that says so", () => expect(curated("u c1 u m")).toBe("u c1 r1? u m"));
  test("so does one at the end", () => expect(curated("u c1+c2 r2")).toBe("u c1!*+c2 r1?+r2"));
  test("a result without a call is left out", () => expect(curated("u m r1 u r2 m")).toBe("u m u m"));
  test("so is a second result of one call", () => expect(curated("u c1 r1+r1 m")).toBe("u c1!* r1 m"));
  test("and the result of a call that was left out", () => expect(curated("u c1+x r1 m")).toBe("u m"));
  test("results come in the order of the calls, in one turn", () =>
    expect(curated("u c1+c2+c3 r3 r2+r1 m")).toBe("u c1!*+c2+c3 r1+r2+r3 m"));
  test("words that came with a result stay behind it", () => expect(curated("u c1 u+r1 m")).toBe("u c1!* r1+u m"));
  test("other words make a turn of their own, after the results", () =>
    expect(curated("u c1 u r1 m")).toBe("u c1 r1 u m"));
  test("without ids names decide, in order", () => {
    const result = (output: string) => ({ functionResponse: { name: "glob", response: { output } } });
    const call = { functionCall: { name: "glob" } };
    const [, , results] = curate([
      ...contents("u"),
      { role: "model", parts: [call, { functionCall: { name: "read_file" } }, call] },
      { role: "user", parts: [result("first"), result("second")] },
    ]);
    expect(results!.parts.map((part) => part.functionResponse!.response)).toEqual([
      { output: "first" },
      { error: expect.stringContaining("no result") },
      { output: "second" },
    ]);
  });
});

describe("R5 pairs where ids are missing or stand twice", () => {
  /** "a1 b" are calls, or results, of the Tools a and b, the first with the id 1. A result's output is what it is of, and its place. */
  const named = (said: string) => {
    const [, name, id] = /^(\D+)(\d*)$/.exec(said)!;
    return { name: name!, ...(id && { id }) };
  };
  const history = (calls: readonly string[], results: readonly string[]): Content[] => [
    ...contents("u"),
    { role: "model", parts: calls.map((call) => ({ functionCall: named(call) })) },
    {
      role: "user",
      parts: results.map((each, at) => ({
        functionResponse: { ...named(each), response: { output: `${each}@${at}` } },
      })),
    },
  ];
  const outputs = ({ parts }: Content) =>
    parts.map(({ functionResponse: result }) => (result?.response?.["output"] as string | undefined) ?? "lost");
  const pairs = (calls: string, results: string) =>
    outputs(curate(history(calls.split(" "), results.split(" ")))[2]!).join(" ");

  test("one id for two Tools: the name decides", () => expect(pairs("a1 b1", "b1 a1")).toBe("a1@1 b1@0"));
  test("a call without an id leaves a result to the call that has its id", () =>
    expect(pairs("a a2", "a2 a")).toBe("a@1 a2@0"));
  test("a second result of a call is nobody's", () => expect(pairs("a1 a", "a1 a1")).toBe("a1@0 lost"));
  test("nor is it of a call of another Tool", () => expect(pairs("a1 b1", "a1 a1")).toBe("a1@0 lost"));
  test("one id, twice for the same Tool: in order", () => expect(pairs("a1 a1", "a1 a1")).toBe("a1@0 a1@1"));
  test("an id is enough where the name is another", () => expect(pairs("a1 b2", "b2 c1")).toBe("c1@1 b2@0"));
  test("a name is enough where one of the two has no id", () => {
    expect(pairs("a1 b", "b7 a")).toBe("a@1 b7@0");
    expect(pairs("a1", "a2")).toBe("lost");
  });

  test("a result bears the id and the name of its call", () => {
    const [, , results] = curate(history(["a1", "b"], ["c1", "b7"]));
    expect(results!.parts.map(({ functionResponse }) => functionResponse)).toEqual([
      { id: "1", name: "a", response: { output: "c1@0" } },
      { name: "b", response: { output: "b7@1" } },
    ]);
  });

  const some = fc.array(fc.constantFrom("a", "a1", "a2", "b", "b1", "b2"), { minLength: 1, maxLength: 6 });
  test("whatever the ids: each result once, none that is another's, and all that are surely a call's", () =>
    fc.assert(
      fc.property(some, some, (calls, results) => {
        const once = curate(history(calls, results));
        expect(curate(once)).toEqual(once);
        const given = outputs(once[2]!);
        expect(given).toHaveLength(calls.length);
        const taken = given.filter((output) => output !== "lost");
        expect(new Set(taken).size).toBe(taken.length);
        const count = (all: readonly string[], one: string) => all.filter((each) => each === one).length;
        for (const [at, call] of calls.entries()) {
          const of = given[at]!.split("@")[0]!;
          if (of === "lost" || of === call) continue;
          const [said, result] = [named(call), named(of)];
          expect(said.name === result.name || (said.id !== undefined && said.id === result.id)).toBe(true);
          expect(result.id === undefined || !calls.some((each) => each === of)).toBe(true);
          if (said.id !== result.id) expect(said.id === undefined || result.id === undefined).toBe(true);
        }
        for (const call of new Set(calls)) {
          const own = given.filter((output, at) => calls[at] === call && output.split("@")[0] === call);
          if (named(call).id) expect(own).toHaveLength(Math.min(count(calls, call), count(results, call)));
        }
      }),
      { numRuns: 2_000 },
    ));
});

test("R6 only calls after the last words of a user need a signature, and only the first of a turn", () =>
  expect(curated("u c1 r1 m u c2+c3 r2+r3 c4!s r4")).toBe("u c1 r1 m u c2!*+c3 r2+r3 c4!s r4"));

test("tells which Contents each curated one comes from", () => {
  const sources = traceCurated(contents("u x u c1+c2 r1 m")).map((traced) => traced.sources);
  expect(sources).toEqual([[0, 2], [3], [4], [5]]);
});

const anyHistory = fc
  .array(
    fc.array(fc.constantFrom("u", "m", "c1", "c2", "c3!s", "r1", "r2", "r3", "t", "t!q", "x", "x!p"), {
      minLength: 1,
      maxLength: 4,
    }),
    { maxLength: 12 },
  )
  .map((turns) => contents(turns.map((parts) => parts.join("+")).join(" ")));

const holds = (name: string, law: (once: readonly Content[], given: readonly Content[]) => void) =>
  test(name, () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        law(curate(history), history);
      }),
      { numRuns: 500 },
    ),
  );

holds("R7 curating twice is curating once", (once) => expect(curate(once)).toEqual(once));

holds("R2 R4 a user comes first, and never two turns of a Model in a row", (once) => {
  if (once.length > 0) expect(once[0]!.role).toBe("user");
  for (const [at, { role }] of once.entries()) if (role === "model") expect(once[at - 1]!.role).toBe("user");
});

holds("R5 every call has its result right after it, in order, and every result its call", (once) => {
  for (const [at, content] of once.entries()) {
    const calls = content.parts.flatMap(({ functionCall }) => functionCall?.id ?? []);
    const results = (once[at + 1]?.parts ?? []).flatMap(({ functionResponse }) => functionResponse?.id ?? []);
    if (content.role === "model") expect(results).toEqual(calls);
    else expect(calls).toEqual([]);
    if (content.role === "user" && content.parts.some((part) => part.functionResponse))
      expect(once[at - 1]!.role).toBe("model");
  }
});

holds("R3 no thought is left, and every signature of a turn that is left is", (once, given) => {
  const parts = once.flatMap((content) => content.parts);
  expect(parts.filter((part) => part.thought)).toEqual([]);
  for (const { sources } of traceCurated(given)) {
    for (const source of sources) {
      if (given[source]!.role === "user") continue;
      const signatures = given[source]!.parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []);
      for (const signature of signatures) expect(parts.some((part) => part.thoughtSignature === signature)).toBe(true);
    }
  }
});

holds("R7 what was given is not changed, and parts that need no change are the same", (once, given) => {
  const before = structuredClone(given);
  const again = curate(given);
  expect(given).toEqual(before);
  expect(again).toEqual(once);
  const known = new Set(given.flatMap(({ parts }) => parts));
  for (const { role, parts } of again) {
    if (role === "user")
      for (const part of parts) expect(known.has(part) || part.functionResponse?.response?.["error"]).toBeTruthy();
  }
});
