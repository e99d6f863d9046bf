/** R1–R7 of src/core/models/tool-protocol-reader.ts. Events are written as they are told: words as text, calls as `name {args}`. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelEvent } from "../../../../src/core/models/model.js";
import { createProtocolReader } from "../../../../src/core/models/tool-protocol-reader.js";

const tools = ["read_file", "glob"];
const shown = (event: ModelEvent): string => {
  if (event.type === "text") return event.delta;
  return event.type === "call" ? `${event.call.name} ${JSON.stringify(event.call.args)}` : event.type;
};

function read(...pieces: readonly string[]) {
  const reader = createProtocolReader(tools);
  const told = pieces.map((piece) => reader.push(piece));
  const { events, malformed } = reader.end();
  return { all: [...told.flat(), ...events], told: [...told, events].map((each) => each.map(shown)), malformed };
}
const events = (...pieces: readonly string[]) => read(...pieces).all.map(shown);
const textIn = (...pieces: readonly string[]) =>
  read(...pieces)
    .all.map((event) => (event.type === "text" ? event.delta : ""))
    .join("");

describe("R1 answers", () => {
  test("are told as they come", () =>
    expect(read('{"answer":"Hel', "lo, ", 'you"}').told).toEqual([["Hel"], ["lo, "], ["you"], []]));
  test("wait for the rest of an escape, and of a pair", () =>
    expect(read('{"answer":"a\\', "n\\u00", "e4 \\ud83d", '\\udc4b"}').told).toEqual([
      ["a"],
      ["\n"],
      ["ä "],
      ["👋"],
      [],
    ]));
  test("that are cut are told as far as they came", () =>
    expect(read('{"answer":"half a sen')).toMatchObject({ told: [["half a sen"], []], malformed: false }));
});

describe("R2 calls", () => {
  test("are told when they are closed", () =>
    expect(read('{"tool":"read_file","args":{"file_path":"a', '.ts"}', "}").told).toEqual([
      [],
      [],
      ['read_file {"file_path":"a.ts"}'],
      [],
    ]));
  test("may be several", () =>
    expect(events('{"tool":"glob","args":{"pattern":"*"}}\n{"tool":"glob","args":{"pattern":"}{"}},')).toEqual([
      'glob {"pattern":"*"}',
      'glob {"pattern":"}{"}',
    ]));
  test("may come with an answer in the same object", () =>
    expect(events('{"answer":"I look.","tool":"glob","args":{}}')).toEqual(["I look.", "glob {}"]));
  test("need no arguments", () => expect(events('{"tool":"glob"}')).toEqual(["glob {}"]));
});

describe("R3 words around objects", () => {
  test("are text", () =>
    expect(events('I look it up.\n{"tool":"glob","args":{}}\nThen I go on.')).toEqual([
      "I look it up.",
      "glob {}",
      "\nThen I go on.",
    ]));
  test("keep their distance from an answer", () => expect(textIn('So:\n{"answer":"yes"}\n')).toBe("So:\nyes"));
  test("fences around an object are dropped", () =>
    expect(events('```json\n{"tool":"glob","args":{}}\n```\n')).toEqual(["glob {}"]));
  test("fences around anything else are kept", () =>
    expect(textIn("```ts\nconst a = { b: 1 };\n```\n")).toBe("```ts\nconst a = { b: 1 };\n```\n"));
});

describe("R4 what Models were trained on", () => {
  test("name and arguments, the arguments as JSON in a string", () =>
    expect(events('{"name":"glob","arguments":"{\\"pattern\\":\\"*\\"}"}')).toEqual(['glob {"pattern":"*"}']));
  test("but not any name", () =>
    expect(events('{"name":"left-pad","version":"1"}')).toEqual(['{"name":"left-pad","version":"1"}']));
});

test("R5 line breaks inside a string are meant", () =>
  expect(events('{"tool":"glob","args":{"pattern":"a\nb"}}')).toEqual(['glob {"pattern":"a\\nb"}']));

describe("R6 malformed calls", () => {
  test.each([
    ["cut in the arguments", '{"tool":"glob","args":{"pat'],
    ["with arguments that are no object", '{"tool":"glob","args":[1]}'],
    ["with JSON that is none", '{"tool":"glob","args":{pattern:*}}'],
    ["without a name", '{"tool":7,"args":{}}'],
  ])("%s", (_how, said) => expect(read(said)).toMatchObject({ all: [], malformed: true }));
});

describe("R7 other JSON is text", () => {
  test.each(['{"port": 80}', "{}", "{ not json", '{\n  "a": {\n    "b": 1\n  }\n}', '{"na'])("%s", (json) =>
    expect(read(json)).toMatchObject({ malformed: false, all: [{ type: "text", delta: json }] }),
  );
});

const cut = (text: string, at: readonly number[]): readonly string[] => {
  const cuts = [...new Set(at.map((each) => each % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...cuts].map((start, index) => text.slice(start, cuts[index]));
};
const joined = (all: readonly ModelEvent[]): readonly string[] =>
  all.reduce<string[]>((out, event) => {
    const isWords = event.type === "text" && out.at(-1)?.startsWith("text ");
    if (isWords) out[out.length - 1] += shown(event);
    else out.push(`${event.type} ${shown(event)}`);
    return out;
  }, []);

const speech = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "```",
        "```json\n",
        "{",
        "}",
        '"',
        "\\",
        ",",
        " ",
        "tool",
        '{"answer":"',
        '{"tool":"glob","args":',
        '"}',
      ),
      fc.string(),
      fc
        .record({ tool: fc.constantFrom(...tools), args: fc.dictionary(fc.string(), fc.jsonValue()) })
        .map((it) => JSON.stringify(it)),
      fc.record({ answer: fc.string({ unit: "grapheme" }) }).map((it) => JSON.stringify(it)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("however it is cut, the same is told", () =>
  fc.assert(
    fc.property(speech, fc.array(fc.nat(), { maxLength: 8 }), (said, at) => {
      const whole = read(said);
      const pieces = read(...cut(said, at));
      expect(joined(pieces.all)).toEqual(joined(whole.all));
      expect(pieces.malformed).toBe(whole.malformed);
    }),
    { numRuns: 500 },
  ));

test("R1 any answer is told as it was meant", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.array(fc.nat(), { maxLength: 5 }), (answer, at) => {
      expect(textIn(...cut(JSON.stringify({ answer }), at))).toBe(answer);
    }),
  ));

test("R2 any call is told as it was meant", () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
      const json = JSON.stringify({ tool: "glob", args });
      expect(read(json).all).toEqual([
        { type: "call", call: { name: "glob", args: JSON.parse(JSON.stringify(args)) } },
      ]);
    }),
  ));

test("R3 plain words are told as they stand", () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\n", ".", "}", "ü", "-") }), (words) => {
      expect(textIn(words)).toBe(words);
    }),
  ));

test("blanks without end are not held back without end", () => {
  const blanks = "\n".repeat(50_000);
  expect(read("a", blanks).told[1]!.join("").length).toBeGreaterThan(49_000);
  expect(textIn("a", blanks)).toBe(`a${blanks}`);
});
