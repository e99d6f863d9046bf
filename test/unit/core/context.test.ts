/**
 * A Log in a few words: `u1` a user's content, `m2` a model's, `r3` a tool's result (the number is only its name);
 * `S1-3` a Snapshot over them, `M3` a mask, `P2` a pin, `W3` a rewind to, `U` an undo of the effect written just before
 * what it follows, or `U:S1-3` of a named one. The context is written the same way: `[S1-3] u4 m5`.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Content } from "../../../src/core/content.js";
import { contextOf } from "../../../src/core/context.js";
import type { LogRecord, RecordBody } from "../../../src/core/log.js";

const idOf = (place: number) => String(place).padStart(6, "0");

function logOf(notation: string): LogRecord[] {
  const places = new Map<string, string>(); // "3" → the id of content 3; "S1-3" → the id of that effect
  return notation
    .split(" ")
    .filter(Boolean)
    .map((word, place): LogRecord => {
      const id = idOf(place + 1);
      const name = word.replace(/^[umr]/, "");
      const at = (number: string) => places.get(number) ?? idOf(0);
      const body = ((): RecordBody => {
        if (word.startsWith("U:")) return { kind: "undo", of: at(word.slice(2)) };
        const [from = "", through = ""] = word.slice(1).split("-");
        if (word.startsWith("S"))
          return { kind: "snapshot", from: at(from), through: at(through), contents: [text("user", `[${word}]`)] };
        if (word.startsWith("M")) return { kind: "mask", record: at(from), part: 0, preview: `~${from}` };
        if (word.startsWith("P")) return { kind: "pin", record: at(from) };
        if (word.startsWith("W")) return { kind: "rewind", to: at(from) };
        return { kind: "content", turn: "t", step: "s", from: "user", content: said(word) };
      })();
      places.set(/^[umr]/.test(word) ? name : word, id);
      return { id, session: "s", at: place, ...body };
    });
}

const text = (role: Content["role"], words: string): Content => ({ role, parts: [{ text: words }] });
const said = (word: string): Content =>
  word.startsWith("r")
    ? { role: "user", parts: [{ functionResponse: { name: "tool", response: { output: word } } }] }
    : text(word.startsWith("u") ? "user" : "model", word);

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
test("R4: undo of a rewind", () => expect(context("u1 m2 u3 W2 u4 U:W2")).toBe("u1 m2 u3 u4"));

/** Contents with effects of all kinds sprinkled between them. */
const notation = fc
  .array(fc.tuple(fc.constantFrom("u", "m", "r", "r", "S", "M", "P", "W"), fc.nat(), fc.nat()), {
    minLength: 1,
    maxLength: 25,
  })
  .map((steps) => {
    let count = 0;
    const words: string[] = [];
    for (const [kind, one, other] of steps) {
      if ("umr".includes(kind)) words.push(`${kind}${++count}`);
      else if (count > 0) {
        const [low, high] = [(one % count) + 1, (other % count) + 1].toSorted((a, b) => a - b);
        const word = kind === "S" ? `S${low}-${high}` : `${kind}${low}`;
        if (!words.includes(word)) words.push(word);
      }
    }
    return words;
  });

test("L2: undo of any effect gives, byte for byte, the context without it, whatever came after", () =>
  fc.assert(
    fc.property(notation, fc.nat(), (words, pick) => {
      const effects = words.filter((word) => /^[SMPW]/.test(word));
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
