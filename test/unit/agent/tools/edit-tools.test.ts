import { describe, expect, test } from "vitest";
import { AgentError } from "../../../../src/core/errors.js";
import { createToolRig } from "../../../support/tool-rig.js";

const CRLF = "one\r\ntwo\r\nthree\r\n";
const withMark = (text: string) => new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]);

describe("write_file", () => {
  test("A2: makes a file and the folders on the way, and counts its lines", async () => {
    const rig = createToolRig({});
    const output = await rig.run("write_file", { file_path: "src/new/a.ts", content: "a\nb\n" });
    expect(output).toMatchObject({ edit: { path: "src/new/a.ts", added: 2, removed: 0 } });
    expect(await rig.read("src/new/a.ts")).toBe("a\nb\n");
  });

  test("A3: proposes the file as it is and as it would be", async () => {
    const rig = createToolRig({ "a.md": "old\n" });
    await rig.call("read_file", { file_path: "a.md" });
    expect(await rig.propose("write_file", { file_path: "@a.md", content: "new\n" })).toEqual({
      proposal: { kind: "edit", path: "a.md", before: "old\n", after: "new\n" },
    });
    expect(await rig.propose("write_file", { file_path: "b.md", content: "new\n" })).toEqual({
      proposal: { kind: "edit", path: "b.md", after: "new\n" },
    });
  });

  test("line ends and byte order mark of the file that is there are kept", async () => {
    const rig = createToolRig({ "a.txt": CRLF, "b.txt": withMark("x\n") });
    await rig.call("write_file", { file_path: "a.txt", content: "1\n2\n" });
    await rig.call("write_file", { file_path: "b.txt", content: "y\n" });
    expect(await rig.read("a.txt")).toBe("1\r\n2\r\n");
    expect(await rig.workspace.read("b.txt")).toEqual(withMark("y\n"));
  });

  test("W2: a file that changed since the Model read it is not overwritten", async () => {
    const rig = createToolRig({ "a.md": "old\n" });
    await rig.call("read_file", { file_path: "a.md" });
    await rig.workspace.write("a.md", new TextEncoder().encode("by hand\n"));
    await expect(rig.call("write_file", { file_path: "a.md", content: "new\n" })).rejects.toMatchObject({
      name: "ChangedError",
      message: expect.stringContaining("Read it again"),
    });
    await rig.call("read_file", { file_path: "a.md" });
    await rig.call("write_file", { file_path: "a.md", content: "new\n" });
    expect(await rig.read("a.md")).toBe("new\n");
  });

  test("a file that the Model has never read is shown to the user with a word on that", async () => {
    const rig = createToolRig({ "a.md": "old\n" });
    expect(await rig.propose("write_file", { file_path: "a.md", content: "new\n" })).toMatchObject({
      caution: expect.stringContaining("without having read it"),
    });
  });

  test("what a placeholder stands for is not lost", async () => {
    const rig = createToolRig({ "a.js": "a();\nb();\n" });
    const content = "a();\n// ... rest of the code ...\n";
    await expect(rig.call("write_file", { file_path: "a.js", content })).rejects.toMatchObject({
      message: expect.stringContaining("left out"),
    });
    expect(await rig.read("a.js")).toBe("a();\nb();\n");
  });

  test.each([
    ["binary", new Uint8Array([0, 1, 2])],
    ["Latin-1", new Uint8Array([0x63, 0x61, 0x66, 0xe9])],
  ])("P4: a file that is %s is left alone", async (_kind, bytes) => {
    const rig = createToolRig({ "a.txt": bytes });
    await expect(rig.call("write_file", { file_path: "a.txt", content: "x" })).rejects.toThrow(/left alone/);
    expect(await rig.workspace.read("a.txt")).toEqual(bytes);
  });

  test("what is kept from the Model can't be written either", async () => {
    const rig = createToolRig({ ".geminiignore": "secret/\n", ".git": { HEAD: "ref: x" } });
    for (const file_path of ["secret/a", ".git/hooks/pre-commit", ".env"]) {
      await expect(rig.call("write_file", { file_path, content: "x" })).rejects.toThrow(/never shown/);
    }
  });
});

describe("replace", () => {
  const edit = (old_string: string, new_string: string, more = {}) => ({
    file_path: "a.ts",
    old_string,
    new_string,
    ...more,
  });

  test("A2: puts one text in the place of another and keeps line ends", async () => {
    const rig = createToolRig({ "a.ts": CRLF });
    await rig.call("replace", edit("two\n", "2\n2b\n"));
    expect(await rig.read("a.ts")).toBe("one\r\n2\r\n2b\r\nthree\r\n");
  });

  test("UTF-16 stays UTF-16", async () => {
    const utf16 = (text: string) =>
      new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    const rig = createToolRig({ "a.ts": utf16("ab\n") });
    await rig.call("replace", edit("b", "cd"));
    expect(await rig.workspace.read("a.ts")).toEqual(utf16("acd\n"));
  });

  test("ambiguity is refused with the lines, unless several are allowed or expected", async () => {
    const rig = createToolRig({ "a.ts": "x\ny\nx\n" });
    await expect(rig.call("replace", edit("x", "z"))).rejects.toThrow(/2 times in “a\.ts” \(at lines 1, 3\)/);
    await rig.call("replace", edit("x", "z", { expected_replacements: 2 }));
    await rig.call("replace", edit("z", "w", { allow_multiple: true }));
    expect(await rig.read("a.ts")).toBe("w\ny\nw\n");
  });

  test("a text that is not there is answered with the lines most like it, marked as what others wrote (A4)", async () => {
    const rig = createToolRig({ "a.ts": "const total = sum(items);\n" });
    await expect(rig.call("replace", edit("const total = add(items);", "x"))).rejects.toThrow(
      /from line 1 on:\n<untrusted_context>\nconst total = sum\(items\);\n<\/untrusted_context>/,
    );
  });

  test("a difference in blanks is told to the user and to the Model", async () => {
    const rig = createToolRig({ "a.ts": "f() {\n\tgo();\n\tstop();\n}\n" });
    const args = edit("go();\nstop();", "go();\nwait();");
    expect(await rig.propose("replace", args)).toMatchObject({
      proposal: { remark: expect.stringContaining("indentation") },
    });
    expect(await rig.call("replace", args)).toContain("indentation differs");
    expect(await rig.read("a.ts")).toBe("f() {\n\tgo();\n\twait();\n}\n");
  });

  test("a file that changed since it was read is edited as it is now, and that is said", async () => {
    const rig = createToolRig({ "a.ts": "a\nb\n" });
    await rig.call("read_file", { file_path: "a.ts" });
    await rig.workspace.write("a.ts", new TextEncoder().encode("mine\nb\n"));
    expect(await rig.call("replace", edit("b", "c"))).toContain("has changed since");
    expect(await rig.read("a.ts")).toBe("mine\nc\n");
  });

  test("an empty old text makes a file, and is refused where there is one", async () => {
    const rig = createToolRig({ "b.ts": "b" });
    await rig.call("replace", edit("", "new\n"));
    expect(await rig.read("a.ts")).toBe("new\n");
    await expect(rig.call("replace", { ...edit("", "x"), file_path: "b.ts" })).rejects.toThrow(/is there already/);
    await expect(rig.call("replace", { ...edit("q", "x"), file_path: "c.ts" })).rejects.toThrow(/There is no “c\.ts”/);
  });
});

describe("read_many_files", () => {
  const tree = {
    "a.ts": "a\n",
    src: { "b.ts": "b\n", deep: { "c.ts": "c\n" }, "d.png": new Uint8Array([0, 1]) },
    dist: { "out.js": "no\n" },
  };

  test("X6: gives files by path, folder and glob, once each, under their paths", async () => {
    const rig = createToolRig(tree);
    const output = await rig.call("read_many_files", { include: ["a.ts", "src", "**/*.ts"] });
    expect(output.match(/^--- .* ---$/gm)).toEqual([
      "--- a.ts ---",
      "--- src/b.ts ---",
      "--- src/deep/c.ts ---",
      "--- End of content ---",
    ]);
    expect(output).toContain("Skipped: src/d.png");
  });

  test("a folder that refuses the very name of a glob, as browsers do, is searched all the same", async () => {
    const rig = createToolRig(tree);
    const { stat } = rig.workspace;
    Object.assign(rig.workspace, {
      stat: (path: string) =>
        path.includes("*") ? Promise.reject(new AgentError("InvalidPathError", "No such name.")) : stat(path),
    });
    expect(await rig.call("read_many_files", { include: ["*.ts"] })).toContain("--- a.ts ---");
  });

  test("leaves out build output, what is excluded, and what is deeper if it should", async () => {
    const rig = createToolRig(tree);
    expect(await rig.call("read_many_files", { include: ["**/*"], exclude: ["src/**"] })).not.toMatch(/dist|src\/b/);
    expect(await rig.call("read_many_files", { include: ["src"], recursive: false })).not.toContain("deep");
    expect(await rig.call("read_many_files", { include: ["dist/out.js"] })).toContain("no\n");
  });

  test("X1: what does not fit is named, and long files say how to read on", async () => {
    const lines = (count: number) => "some words on a line\n".repeat(count);
    const rig = createToolRig({ "a.txt": lines(600), "b.txt": lines(600), "c.txt": lines(600) });
    const output = await rig.call("read_many_files", { include: ["*.txt"] });
    expect(output.length).toBeLessThan(40_000);
    expect(output.split("\n").length).toBeLessThan(1_000);
    expect(output).toMatch(/\[Lines 1–\d+ of 600: use read_file/);
    expect(output).toContain("Not shown, for want of room: c.txt");
  });

  test("what was read this way counts as seen", async () => {
    const rig = createToolRig({ "a.txt": "a" });
    await rig.call("read_many_files", { include: ["a.txt"] });
    expect(await rig.propose("write_file", { file_path: "a.txt", content: "b" })).not.toHaveProperty("caution");
  });
});

describe("ask_user", () => {
  test("gives the answers beside the questions", async () => {
    const rig = createToolRig({}, { answers: ["red", ""] });
    const questions = [{ question: "Which colour?", options: [{ label: "red" }, "blue"] }, "Why?"];
    expect(await rig.call("ask_user", { questions })).toBe("Which colour?\n→ red\n\nWhy?\n→ (no answer)");
  });

  test("says so if the user does not want to answer", async () => {
    expect(await createToolRig({}).call("ask_user", { questions: ["Why?"] })).toContain("did not want to answer");
  });

  test.each([
    { questions: [] },
    { questions: ["a", "b", "c", "d", "e"] },
    { questions: [{ question: "" }] },
    { questions: [{ question: "x", options: [{}] }] },
    {},
  ])("P4: %j is refused with a sentence", async (args) => {
    const asking = (async () => createToolRig({}, { answers: [] }).call("ask_user", args))();
    await expect(asking).rejects.toMatchObject({ name: "InvalidArgsError", message: expect.stringMatching(/\.$/) });
  });
});

describe("write_todos", () => {
  test("gives the list back, for the screen and for the Model", async () => {
    const todos = [
      { description: "look", status: "completed" },
      { description: "fix", status: "in_progress" },
    ];
    expect(await createToolRig({}).run("write_todos", { todos })).toEqual({
      text: "The list is now:\n1. [completed] look\n2. [in_progress] fix",
      todos,
    });
  });

  test("refuses two in progress", async () => {
    const todo = { description: "x", status: "in_progress" };
    await expect((async () => createToolRig({}).call("write_todos", { todos: [todo, todo] }))()).rejects.toThrow(
      /At most one/,
    );
  });
});
