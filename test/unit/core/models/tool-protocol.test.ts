/** R1–R3 of src/core/models/tool-protocol.ts. */
import { describe, expect, test } from "vitest";
import { modelSaid, userSaid } from "../../../../src/core/content.js";
import type { Content } from "../../../../src/core/content.js";
import type { ToolDeclaration } from "../../../../src/core/models/model.js";
import { integer, optional, oneOf, schemaOf, text } from "../../../../src/core/schema.js";
import { chatMessages, protocolSchema, protocolWords } from "../../../../src/core/models/tool-protocol.js";

const readFile: ToolDeclaration = {
  name: "read_file",
  description: "Reads a text file.",
  parameters: schemaOf({ file_path: text("Path"), start_line: optional(integer("First line")) }),
};
const list: ToolDeclaration = {
  name: "list",
  description: "Lists.",
  parameters: schemaOf({ order: oneOf(["name", "time"], "By what") }),
};

describe("R1 the schema", () => {
  const { anyOf } = protocolSchema([readFile, list]) as { anyOf: { properties: Record<string, unknown> }[] };
  test("has a branch for each Tool and one for the answer", () =>
    expect(anyOf.map(({ properties }) => properties.tool ?? properties.answer)).toEqual([
      { type: "string", enum: ["read_file"] },
      { type: "string", enum: ["list"] },
      { type: "string" },
    ]));
  test("R2 asks for the name before the arguments, and for nothing else", () => {
    expect(Object.keys(anyOf[0]!.properties)).toEqual(["tool", "args"]);
    expect(anyOf[0]).toMatchObject({ required: ["tool", "args"], additionalProperties: false });
    expect(anyOf[0]!.properties.args).toEqual(readFile.parameters);
  });
});

test("the words name each Tool, its arguments and what may be left out", () => {
  const words = protocolWords([readFile, list]);
  expect(words).toContain("- read_file(file_path: string, start_line?: integer): Reads a text file.");
  expect(words).toContain("- list(order: name|time): Lists.");
});

describe("R3 a request as messages", () => {
  const called: Content = {
    role: "model",
    parts: [{ text: "hm", thought: true }, { functionCall: { id: "1", name: "list", args: { order: "name" } } }],
  };
  const result: Content = {
    role: "user",
    parts: [{ functionResponse: { id: "1", name: "list", response: { output: "a.ts" } } }],
  };

  test("calls, results and answers are told in the protocol's shape, thoughts not at all", () =>
    expect(
      chatMessages({
        system: "Be brief.",
        contents: [userSaid("What is here?"), called, result, modelSaid("One file.")],
        tools: [list],
      }),
    ).toEqual([
      { role: "system", content: `Be brief.\n\n${protocolWords([list])}` },
      { role: "user", content: "What is here?" },
      { role: "assistant", content: '{"tool":"list","args":{"order":"name"}}' },
      { role: "user", content: "Result of list:\na.ts" },
      { role: "assistant", content: '{"answer":"One file."}' },
    ]));

  test("without Tools they are words alone", () =>
    expect(chatMessages({ contents: [userSaid("Hi"), modelSaid("Hello")] })).toEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ]));

  test("neighbours of one role become one message", () =>
    expect(chatMessages({ contents: [userSaid("Hi"), userSaid("there")] })).toEqual([
      { role: "user", content: "Hi\n\nthere" },
    ]));

  test("what a Tool attached is named as well", () => {
    const media = { inlineData: { mimeType: "application/pdf", data: "" } };
    const parts = [{ functionResponse: { name: "read_file", response: { output: "Attached." }, parts: [media] } }];
    expect(chatMessages({ contents: [{ role: "user", parts }] })).toEqual([
      { role: "user", content: "Result of read_file:\nAttached.\n[application/pdf, which this model can't see]" },
    ]);
  });

  test("what it can't see is named", () =>
    expect(
      chatMessages({ contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "" } }] }] }),
    ).toEqual([{ role: "user", content: "[image/png, which this model can't see]" }]));
});
