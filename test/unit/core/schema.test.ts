import * as fc from "fast-check";
import { expect, test } from "vitest";
import { flag, integer, listOf, oneOf, optional, readArgs, schemaOf, text } from "../../../src/core/schema.js";

const fields = {
  path: text("Where"),
  line: optional(integer("From", 1)),
  deep: optional(flag("All of it")),
  names: optional(listOf(text("A name"), "Names")),
  how: optional(oneOf(["tree", "flat"], "How")),
};

test("a declaration names what is required", () =>
  expect(schemaOf(fields)).toMatchObject({
    type: "object",
    required: ["path"],
    properties: { line: { type: "integer" } },
  }));

test("what can only mean one thing is taken as that", () =>
  expect(readArgs(fields, { path: "a", line: "3", deep: "true", names: "one", unknown: 1 })).toEqual({
    path: "a",
    line: 3,
    deep: true,
    names: ["one"],
  }));

test("what can't be read is refused, all of it in one sentence", () =>
  expect(() => readArgs(fields, { line: 0, how: "up" })).toThrow(
    'The arguments don\'t fit: “path” is missing: it must be a text; “line” must be a whole number of at least 1, not 0; “how” must be one of tree, flat, not "up".',
  ));

test("P4: whatever a Model sends, the answer is arguments or InvalidArgsError", () =>
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("path", "line", "deep", "names", "how", "__proto__"), fc.anything()),
      (args) => {
        try {
          expect(typeof readArgs(fields, args).path).toBe("string");
        } catch (error) {
          expect(error).toMatchObject({ name: "InvalidArgsError" });
        }
      },
    ),
  ));
