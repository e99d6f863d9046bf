/** What of a Tool's declaration counts, with a counter that counts characters. */
import { expect, test } from "vitest";
import { countTools } from "../../../../src/core/measure/count-tools.js";

const length = (text: string) => text.length;

test("R1 R2 a declaration counts name, description, and of its schema what a Model reads", () => {
  const strings: string[] = [];
  const parameters = {
    type: "object",
    title: "T",
    required: ["path"],
    properties: {
      path: { type: "string", description: "where", format: "uri", default: "d" },
      kinds: { type: "array", items: { type: "string", enum: ["file", "folder"], example: { e: "x" } } },
    },
  };
  countTools([{ name: "list", description: "Lists.", parameters }], (text) => strings.push(text));
  expect(strings.toSorted()).toEqual(
    ["list", "Lists.", "path", "path", "where", "uri", "kinds", "file", "folder", "e", "x"].toSorted(),
  );
});

test("a schema that is none counts nothing, and breaks nothing", () => {
  for (const parameters of [{ properties: null }, { items: 3 }, { enum: "x", required: { y: 1 } }]) {
    expect(countTools([{ name: "", description: "", parameters }], length)).toBeLessThan(3);
  }
});
