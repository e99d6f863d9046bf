/**
 * A Log in a few words: `u1` a user's content, `m2` a model's, `r3` a tool's result (the number is only its name);
 * `S1-3` a Snapshot over them, `M3` a mask, `F1` a fold, `P2` a pin, `D2` a removal, `W3` a rewind to, `E1` an environment, `U` an
 * undo of the effect written just before what it follows, or `U:S1-3` of a named one. All of it is weighed by the plain rule.
 */
import * as fc from "fast-check";
import type { Content } from "../../src/core/content.js";
import { foldedContent, maskedContent } from "../../src/core/context/context.js";
import type { LogRecord, RecordBody } from "../../src/core/log/log.js";
import { plainCounter } from "./plain-counter.js";
import { weighContent } from "../../src/core/tokens/content-weight.js";

const idOf = (place: number) => String(place).padStart(6, "0");

export function logOf(notation: string): LogRecord[] {
  const saidAt = new Map<string, Content>();
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
          return {
            kind: "snapshot",
            from: at(from),
            through: at(through),
            contents: [text("user", `[${word}]`)],
            weight: [weighed(text("user", `[${word}]`))],
          };
        if (word.startsWith("M")) {
          const preview = `~${from}`;
          const weight = weighed(maskedContent(said("r"), [{ part: 0, preview }]));
          return { kind: "mask", record: at(from), part: 0, preview, weight };
        }
        if (word.startsWith("E"))
          return { kind: "environment", content: text("user", word), weight: weighed(text("user", word)) };
        if (word.startsWith("F")) {
          const words = { role: "user", parts: [], ...saidAt.get(at(from)) } satisfies Content;
          const parts = words.parts.filter(({ functionResponse }) => !functionResponse);
          const preview = `=${from}`;
          return {
            kind: "fold",
            record: at(from),
            preview,
            weight: weighed(foldedContent({ ...words, parts }, preview)),
          };
        }
        if (word.startsWith("D")) return { kind: "removal", records: [at(from)] };
        if (word.startsWith("P")) return { kind: "pin", record: at(from) };
        if (word.startsWith("W")) return { kind: "rewind", to: at(from) };
        saidAt.set(id, said(word));
        return {
          kind: "content",
          turn: "t",
          step: "s",
          from: "user",
          content: said(word),
          weight: weighed(said(word)),
        };
      })();
      places.set(/^[umr]/.test(word) ? name : word, id);
      return { id, session: "s", at: place, ...body };
    });
}

const text = (role: Content["role"], words: string): Content => ({ role, parts: [{ text: words }] });
const said = (word: string): Content =>
  word.startsWith("r")
    ? {
        role: "user",
        parts: [{ functionResponse: { name: "tool", response: { output: word, lines: LONG.split(" ") } } }],
      }
    : { role: word.startsWith("u") ? "user" : "model", parts: [{ text: word }, { text: " and more" }] };

const LONG = "a result with many values ".repeat(8);
const weighed = (content: Content) => weighContent(content, plainCounter);

/** Contents with effects of all kinds sprinkled between them. */
export const notation = fc
  .array(fc.tuple(fc.constantFrom("u", "m", "r", "r", "S", "M", "F", "P", "D", "W", "E"), fc.nat(), fc.nat()), {
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
