/** JSON with comments, read and changed in place. The numbers are the rules in json-text.ts. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findIn, readJsonText, withJsonValue } from "../../../../src/core/text/json-text.js";

const read = (text: string) => {
  const found = readJsonText(text);
  return "group" in found ? found.group : found.fault;
};
/** Changes written as `a.b=1`, `a.b=` to remove. */
const change = (text: string, ...changes: string[]) =>
  changes.reduce((left, each) => {
    const [path = "", value = ""] = each.split("=");
    return withJsonValue(left, path.split("."), value === "" ? undefined : JSON.parse(value));
  }, text);

const commented = `// mine
{
  "model": {
    "name": "auto", // for now
    /* a stretch */ "compressionThreshold": 0.3
  },
  "mcpServers": { "a": { "url": "http://127.0.0.1" } },
}
`;

test("R1: comments and a last comma are read over", () =>
  expect(read(commented)).toEqual({
    model: { name: "auto", compressionThreshold: 0.3 },
    mcpServers: { a: { url: "http://127.0.0.1" } },
  }));

test("R1: what looks like a comment inside a text is text", () =>
  expect(read('{"a": "// no /* no */"}')).toEqual({ a: "// no /* no */" }));

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', { line: 3, message: 'a comma or "}" is missing' }],
  ['{\n  "a" 1 }', { line: 2, message: "a colon after “a” is missing" }],
  ["{\n\n  a: 1 }", { line: 3, message: 'a name in double quotes, or "}" is missing' }],
  ['{ "a": yes }', { line: 1, message: "yes is no value" }],
  ['{ "a": "b\n" }', { line: 1, message: "a text has no closing quote on its line" }],
  ["{ /* \n", { line: 1, message: "a comment does not end" }],
  ["{} {}", { line: 1, message: "there is more after the closing bracket" }],
  ["[1]", { line: 1, message: "the whole must stand between { and }" }],
  ["[".repeat(5_000), { line: 1, message: "there are more than 100 brackets inside each other" }],
])("R2: %j is told with its line", (text, fault) => expect(read(text)).toEqual(fault));

test("R3: of two members the last counts, and both are removed", () => {
  const text = '{ "a": 1, "b": 0, "a": 2 }';
  expect(read(text)).toEqual({ a: 2, b: 0 });
  expect(read(change(text, "a=3"))).toEqual({ a: 3, b: 0 });
  expect(read(change(text, "a="))).toEqual({ b: 0 });
});

test("R4: a change leaves every other byte as it is", () =>
  expect(change(commented, 'model.name="pro"')).toBe(commented.replace('"auto"', '"pro"')));

test("R5: what is new stands at the end of its group, and a comment stays with its line", () => {
  expect(change('{\n    "a": 1 // one\n}\n', "b=2")).toBe('{\n    "a": 1, // one\n    "b": 2\n}\n');
  expect(change('{"a":1}', "b=2")).toBe('{"a":1, "b": 2}');
  expect(change(commented, "ui.theme=1")).toBe(
    commented.replace('" } },\n}', '" } },\n  "ui": {\n    "theme": 1\n  }\n}'),
  );
  expect(change("", "a.b.c=[1]")).toBe('{\n  "a": {\n    "b": {\n      "c": [\n        1\n      ]\n    }\n  }\n}\n');
  expect(change('{\r\n\t"a": {}\r\n}', "a.b=1")).toBe('{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}');
});

test("R6: what is removed takes its line, its comma and its empty group with it, but no comment", () => {
  expect(change('{\n  "a": 1,\n  "b": 2\n}', "b=")).toBe('{\n  "a": 1\n}');
  expect(change('{\n  "a": 1,\n  "b": 2\n}', "a=")).toBe('{\n  "b": 2\n}');
  expect(change('{\n  "g": {\n    "b": 2\n  },\n  "a": 1\n}', "g.b=")).toBe('{\n  "a": 1\n}');
  expect(read(change('{ "g": { "b": 2 /* why */ } }', "g.b="))).toEqual({ g: {} });
  expect(change('{ "a": 1 }', "x.y=")).toBe('{ "a": 1 }');
});

test("R7: nothing is put inside what is no group", () =>
  expect(() => change('{ "model": "pro" }', "model.name=1")).toThrow(/“model” is no group/));

test("a name that means something to JavaScript is a name like others", () => {
  const found = read('{ "__proto__": { "polluted": true } }');
  expect(findIn(found, ["__proto__", "polluted"])).toBe(true);
  expect(findIn(found, ["polluted"])).toBeUndefined();
  expect(findIn(found, ["constructor"])).toBeUndefined();
});

describe("whatever stands in the file", () => {
  const name = fc.constantFrom("a", "b", "c", "model", "__proto__", "x y");
  const { group } = fc.letrec<{ group: Record<string, unknown>; value: unknown }>((tie) => ({
    value: fc.oneof({ depthSize: "small" }, fc.jsonValue({ maxDepth: 1 }), tie("group")),
    group: fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));
  /** Trivia that a hand may leave at any joint; each is marked, to be found again. */
  const trivia = fc.constantFrom("", "", " ", "\n  ", " /* kept */ ", " // kept\n ");
  const text = fc.tuple(group, fc.infiniteStream(trivia), fc.boolean()).map(([value, stream, last]) => {
    const joint = () => stream.next().value;
    const write = (each: unknown): string => {
      if (typeof each !== "object" || each === null || Array.isArray(each)) return JSON.stringify(each);
      const members = Object.entries(each).map(
        ([key, inner]) => `${joint()}${JSON.stringify(key)}${joint()}:${joint()}${write(inner)}${joint()}`,
      );
      return `{${members.join(",")}${last && members.length > 0 ? "," : ""}${joint()}}`;
    };
    return joint() + write(value) + joint();
  });
  const path = fc.array(name, { minLength: 1, maxLength: 3 });
  const comments = (written: string) => written.match(/kept/g)?.length ?? 0;

  test("R4, R5: what was put is read again, all else is as before, and no comment is lost", () =>
    fc.assert(
      fc.property(text, path, fc.jsonValue({ maxDepth: 1 }), (before, at, value) => {
        const whole = read(before) as Record<string, unknown>;
        const prefix = at.findIndex((_, depth) => depth > 0 && isNoGroup(findIn(whole, at.slice(0, depth))));
        if (prefix > 0) return void expect(() => withJsonValue(before, at, value)).toThrow(/is no group/);
        const after = withJsonValue(before, at, value);
        expect(findIn(read(after), at)).toEqual(plain(value));
        const outside = Object.keys(whole).filter((key) => key !== at[0]);
        for (const key of outside) expect(findIn(read(after), [key])).toEqual(findIn(whole, [key]));
        const replaced = JSON.stringify(findIn(whole, at));
        if (replaced === undefined) expect(comments(after)).toBe(comments(before) + comments(JSON.stringify(value)));
      }),
    ));

  test("R6: what was removed is gone, and all else is as before", () =>
    fc.assert(
      fc.property(text, path, (before, at) => {
        const whole = read(before) as Record<string, unknown>;
        const after = withJsonValue(before, at, undefined);
        expect(findIn(read(after), at)).toBeUndefined();
        const outside = Object.keys(whole).filter((key) => key !== at[0]);
        for (const key of outside) expect(findIn(read(after), [key])).toEqual(findIn(whole, [key]));
        if (findIn(whole, at) === undefined) expect(after).toBe(before.trim() === "" ? "{}\n" : before);
      }),
    ));

  const isNoGroup = (value: unknown) =>
    value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value));
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
});

test("any text at all gets an answer, never an exception", () =>
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:/*\\ \n1a') }), (text) => void read(text))));
