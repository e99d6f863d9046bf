import { describe, expect, test } from "vitest";
import { allTools } from "../../../../src/agent/tools/all.js";
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
  read_many_files: (include) => ({ include: [include] }),
  replace: (file_path) => ({ file_path, old_string: "1", new_string: "2" }),
};

const tools = allTools.filter(({ declaration }) => argsFor[declaration.name]);

test("W3: every path that is only said is refused for a file to be made, too", async () => {
  const missing = ["missing/file.ts", "__proto__/constructor"]; // those can be made
  for (const path of hostile.filter((each) => !missing.includes(each))) {
    await expect(rig.call("write_file", { file_path: path, content: "x" })).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:InvalidPath|NotFound|TypeMismatch|InvalidArgs)Error$/),
    });
  }
  expect(await rig.workspace.list("")).toHaveLength(1);
});

describe.each(tools.map(({ declaration }) => declaration.name))("%s", (name) => {
  test.each(hostile)("says a sentence about %j", async (path) => {
    await expect(rig.call(name, argsFor[name]!(path))).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:InvalidPath|NotFound|TypeMismatch|InvalidArgs)Error$/),
      message: expect.stringMatching(/^\S.{10,600}\.$/s),
    });
  });

  test("says a sentence about arguments that are none", async () => {
    for (const args of [
      { file_path: 7, dir_path: {}, pattern: [] },
      { start_line: "x", total_max_matches: -1, ignore: 3, include: [{}] },
    ]) {
      await expect((async () => rig.call(name, { ...args, dir_path: {} }))()).rejects.toMatchObject({
        name: expect.stringMatching(/^(?:InvalidArgs|NotFound)Error$/),
      });
    }
  });

  test("tells a Model what it does, when to use it and what it takes", () => {
    const { declaration } = allTools.find((tool) => tool.declaration.name === name)!;
    expect(declaration.description.length).toBeGreaterThan(200);
    expect(declaration.parameters).toMatchObject({ type: "object" });
  });
});
