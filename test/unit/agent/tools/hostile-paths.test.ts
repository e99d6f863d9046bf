import { describe, expect, test } from "vitest";
import { readingTools } from "../../../../src/agent/tools/all.js";
import { createToolRig } from "../../../support/tool-rig.js";

/** W3, P4: whatever a Model says for a path, it gets a sentence, and nothing outside the folder. */
const hostile = [
  "..",
  "../secret",
  "src/../../secret",
  "/etc/passwd",
  "//host/share",
  "\\\\host\\share",
  "C:\\Windows",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "%2e%2e/secret",
  "%252e%252e%252fsecret",
  "..%5csecret",
  "%c0%ae%c0%ae/secret",
  "src/a.ts\0.png",
  "src/a\u202ets",
  "a∕b",
  "․․/secret",
  "@../secret",
  "@/etc/passwd",
  "tool-output://",
  "tool-output://../../x",
  "tool-output:/x",
  "nul.",
  "x".repeat(300),
  "a/".repeat(3_000),
  "missing/file.ts",
  "src/a.ts/b",
  "__proto__/constructor",
];

const rig = createToolRig({ src: { "a.ts": "1" } });
const argsFor: Record<string, (path: string) => Record<string, unknown>> = {
  read_file: (file_path) => ({ file_path }),
  list_directory: (dir_path) => ({ dir_path }),
  glob: (dir_path) => ({ dir_path, pattern: "**/*" }),
  grep_search: (dir_path) => ({ dir_path, pattern: "." }),
};

describe.each(readingTools.map(({ declaration }) => declaration.name))("%s", (name) => {
  test.each(hostile)("says a sentence about %j", async (path) => {
    await expect(rig.call(name, argsFor[name]!(path))).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:InvalidPath|NotFound|TypeMismatch|InvalidArgs)Error$/),
      message: expect.stringMatching(/^\S.{10,600}\.$/s),
    });
  });

  test("says a sentence about arguments that are none", async () => {
    for (const args of [
      { file_path: 7, dir_path: {}, pattern: [] },
      { start_line: "x", total_max_matches: -1, ignore: 3 },
    ]) {
      await expect((async () => rig.call(name, { ...args, dir_path: {} }))()).rejects.toMatchObject({
        name: expect.stringMatching(/^(?:InvalidArgs|NotFound)Error$/),
      });
    }
  });

  test("tells a Model what it does, when to use it and what it takes", () => {
    const { declaration } = readingTools.find((tool) => tool.declaration.name === name)!;
    expect(declaration.description.length).toBeGreaterThan(200);
    expect(declaration.parameters).toMatchObject({ type: "object" });
  });
});
