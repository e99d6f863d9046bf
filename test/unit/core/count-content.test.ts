/** What of a Content or a Tool's declaration counts, with a counter that counts characters. */
import { expect, test } from "vitest";
import { countContent, countPart, countTools } from "../../../src/core/count-content.js";

const length = (text: string) => text.length;
const strings: string[] = [];
const remembered = (text: string) => strings.push(text);

test("R1 each string of a call counts on its own, keys and values, however deep", () => {
  strings.length = 0;
  countPart({ functionCall: { id: "7", name: "grep", args: { pattern: "x", in: [{ path: "a" }, "b"] } } }, remembered);
  expect(strings.toSorted()).toEqual(["a", "b", "grep", "in", "path", "pattern", "x"]);
});

test("R1 a result counts its name, its strings and the media in it", () =>
  expect(
    countPart(
      {
        functionResponse: {
          name: "read",
          response: { output: "abc" },
          parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }],
        },
      },
      length,
    ),
  ).toBe("read".length + "output".length + "abc".length + 3_000));

test("R2 numbers, booleans, nulls, roles, ids and signatures count nothing", () => {
  const args = { a: 12345, b: true, c: null };
  expect(countPart({ functionCall: { id: "long-id", name: "f", args } }, length)).toBe("fabc".length);
  expect(
    countContent({ role: "model", parts: [{ text: "hi", thought: true, thoughtSignature: "xxxx" }] }, length),
  ).toBe(2);
});

test("R3 a declaration counts name, description, and of its schema what a Model reads", () => {
  strings.length = 0;
  const parameters = {
    type: "object",
    title: "T",
    required: ["path"],
    properties: {
      path: { type: "string", description: "where", format: "uri", default: "d" },
      kinds: { type: "array", items: { type: "string", enum: ["file", "folder"], example: { e: "x" } } },
    },
  };
  countTools([{ name: "list", description: "Lists.", parameters }], remembered);
  expect(strings.toSorted()).toEqual(
    ["list", "Lists.", "path", "path", "where", "uri", "kinds", "file", "folder", "e", "x"].toSorted(),
  );
});

test("R4 an image and a PDF count what they are known to cost, by data or by address", () => {
  expect(countPart({ inlineData: { mimeType: "image/webp", data: "A".repeat(9999) } }, length)).toBe(3_000);
  expect(countPart({ fileData: { mimeType: "application/pdf", fileUri: "files/1" } }, length)).toBe(25_800);
});

test("R5 other media count their data", () =>
  expect(countPart({ inlineData: { mimeType: "audio/wav", data: "AAAA" } }, length)).toBe(4));

test("what is nested a hundred thousand deep is counted, not a stack overflow", () => {
  let response: Record<string, unknown> = { x: "leaf" };
  for (let depth = 0; depth < 100_000; depth++) response = { x: response };
  expect(countPart({ functionResponse: { name: "f", response } }, length)).toBe(1 + 100_001 + 4);
});

test("a schema that is none counts nothing, and breaks nothing", () => {
  for (const parameters of [{ properties: null }, { items: 3 }, { enum: "x", required: { y: 1 } }]) {
    expect(countTools([{ name: "", description: "", parameters }], length)).toBeLessThan(3);
  }
});
