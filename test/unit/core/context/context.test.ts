/** The notation is in log-notation.ts; the context is written the same way: `[S1-3] u4 m5`. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Content } from "../../../../src/core/content.js";
import { contextOf, foldedContent } from "../../../../src/core/context/context.js";
import { logOf, notation } from "../../../support/log-notation.js";

const wordOf = ({ parts: [part] }: Content) => part?.text ?? String(part?.functionResponse?.response?.output);
const context = (notation: string) =>
  contextOf(logOf(notation))
    .map(({ content }) => wordOf(content))
    .join(" ");

test("R1: contents stand in writing order", () => expect(context("u1 m2 u3 r4")).toBe("u1 m2 u3 r4"));
test("R2: a Snapshot stands for what it covers", () => expect(context("u1 m2 u3 m4 S1-2")).toBe("[S1-2] u3 m4"));
test("R2: a later Snapshot covers an earlier one", () => expect(context("u1 m2 u3 m4 S1-2 u5 S1-4")).toBe("[S1-4] u5"));
test("R2: what is pinned stays", () => expect(context("u1 m2 P1 u3 S1-2")).toBe("[S1-2] u1 u3"));
test("R2: a Snapshot in the middle leaves what stands before it", () =>
  expect(context("u1 m2 u3 m4 S3-4 u5")).toBe("u1 m2 [S3-4] u5"));
test("R3: a mask shows a preview", () => expect(context("u1 r2 m3 M2")).toBe("u1 ~2 m3"));
test("R1: a rewind takes what came after", () => expect(context("u1 m2 u3 m4 W3 u5")).toBe("u1 m2 u5"));
test("R2: a rewind behind a Snapshot keeps it", () => expect(context("u1 m2 u3 m4 S1-2 u5 W5")).toBe("[S1-2] u3 m4"));
test("R2: a rewind into what a Snapshot covers lifts it", () =>
  expect(context("u1 m2 u3 m4 S1-4 u5 W3")).toBe("u1 m2"));
test("R4: undo brings back what was", () => expect(context("u1 m2 u3 S1-2 m4 U:S1-2 u5")).toBe("u1 m2 u3 m4 u5"));
test("R4: an undone undo is a redo", () => expect(context("u1 m2 u3 S1-2 U:S1-2 U:U:S1-2")).toBe("[S1-2] u3"));
test("R5: the newest environment stands first, and no rewind takes it out", () => {
  expect(context("u1 E1 m2 u3")).toBe("E1 u1 m2 u3");
  expect(context("E1 u1 m2 E2 u3 W1")).toBe("E2");
  expect(context("E1 u1 m2 S1-2 E2 u3 U:E2")).toBe("E1 [S1-2] u3");
});
test("R4: undo of a rewind", () => expect(context("u1 m2 u3 W2 u4 U:W2")).toBe("u1 m2 u3 u4"));

test("R6: a removal takes a content out, pinned or not, and undo puts it back where it was", () => {
  expect(context("u1 m2 u3 m4 D2")).toBe("u1 u3 m4");
  expect(context("u1 m2 P2 u3 D2")).toBe("u1 u3");
  expect(context("u1 m2 u3 m4 D2 U:D2 u5")).toBe("u1 m2 u3 m4 u5");
});
test("R6: a Snapshot stands though what it covers was removed", () =>
  expect(context("u1 m2 u3 D1 S1-2 D2")).toBe("[S1-2] u3"));
test("R7: a fold shows a preview of words, and leaves a result as it is", () => {
  expect(context("u1 m2 u3 F2")).toBe("u1 =2 u3");
  expect(context("u1 r2 m3 F2")).toBe("u1 r2 m3");
  expect(context("u1 m2 u3 F2 U:F2")).toBe("u1 m2 u3");
});
test("R7: a fold leaves calls, media and signatures, and folds all words into one", () => {
  const content: Content = {
    role: "model",
    parts: [
      { text: "long thoughts", thought: true },
      { text: "one" },
      { functionCall: { name: "read_file" } },
      { text: "two", thoughtSignature: "s" },
      { text: "three" },
    ],
  };
  const [thought, , call] = content.parts;
  expect(foldedContent(content, "…").parts).toEqual([
    thought,
    { text: "…" },
    call,
    { text: "", thoughtSignature: "s" },
  ]);
});

test("L2: undo of any effect gives, byte for byte, the context without it, whatever came after", () =>
  fc.assert(
    fc.property(notation, fc.nat(), (words, pick) => {
      const effects = words.filter((word) => /^[SMFPDWE]/.test(word));
      fc.pre(effects.length > 0);
      const effect = effects[pick % effects.length]!;
      const undone = JSON.stringify(contextOf(logOf([...words, `U:${effect}`].join(" "))));
      // Without it: a record that changes nothing keeps its place, so that ids stay the same.
      const without = JSON.stringify(
        contextOf(logOf(words.map((word) => (word === effect ? "U:nothing" : word)).join(" "))),
      );
      expect(undone).toBe(without);
      const redone = JSON.stringify(contextOf(logOf([...words, `U:${effect}`, `U:U:${effect}`].join(" "))));
      expect(redone).toBe(JSON.stringify(contextOf(logOf(words.join(" ")))));
    }),
    { numRuns: 500 },
  ));

test("L2: any sequence of folds, pins, removals and their undo gives, byte for byte, the context of never having done them", () =>
  fc.assert(
    fc.property(notation, fc.array(fc.nat(), { maxLength: 8 }), (words, order) => {
      const done = words.filter((word) => /^[MFPD]/.test(word));
      // Each is taken back once, in any order, with anything between.
      const left = [...done];
      const undos = [...done].map((_, at) => `U:${left.splice((order[at] ?? 0) % left.length, 1)[0]!}`);
      const after = contextOf(logOf([...words, ...undos, "u99"].join(" ")));
      const nothing = words.map((word) => (/^[MFPD]/.test(word) ? "U:nothing" : word));
      const never = contextOf(logOf([...nothing, ...undos.map(() => "U:nothing"), "u99"].join(" ")));
      expect(JSON.stringify(after)).toBe(JSON.stringify(never));
    }),
    { numRuns: 500 },
  ));
