import { describe, expect, test } from "vitest";
import { createToolRig, type ToolRigOptions } from "../../../support/tool-rig.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const read = (tree: Tree, file_path: string, range: object = {}, options: ToolRigOptions = {}) =>
  createToolRig(tree, options).call("read_file", { file_path, ...range });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

test("gives a small file as it is, without line numbers", async () => {
  expect(await read({ src: { "a.ts": "one\ntwo\n" } }, "src/a.ts")).toBe("one\ntwo\n");
  expect(await read({ "a.txt": Uint8Array.from([0xff, 0xfe, 0x67, 0, 0xfc, 0]) }, "a.txt")).toBe("gü");
});

describe("X6", () => {
  test("of a long file gives 2,000 lines, and says how to read on", async () => {
    const output = await read({ "a.txt": numbered(4_500) }, "a.txt");
    expect(output).toMatch(
      /^\[This is not all of “a\.txt”: lines 1–2000 of 4500\. To read on, call read_file with start_line 2001\.\]\n/,
    );
    expect(output.endsWith("line 2000\n")).toBe(true);
  });

  test("reads on from where it was told to, to the end", async () => {
    const output = await read({ "a.txt": numbered(4_500) }, "a.txt", { start_line: 4_001 });
    expect(output).toMatch(/lines 4001–4500 of 4500\.\]\n--- content ---\nline 4001\n/);
    expect(await read({ "a.txt": numbered(9) }, "a.txt", { start_line: 3, end_line: 4 })).toContain(
      "\nline 3\nline 4\n",
    );
  });

  test("cuts lines over 2,000 characters, and says so", async () => {
    const output = await read({ "a.txt": `${"x".repeat(2_001)}\nshort` }, "a.txt");
    expect(output).toContain("1 line over 2000 characters: cut");
    expect(output).toContain(`\n${"x".repeat(2_000)}... [truncated]\nshort`);
  });

  test("refuses files over 20 MB, with a sentence", async () => {
    const big = { "a.log": new Uint8Array(20_000_001) };
    await expect(read(big, "a.log")).rejects.toMatchObject({
      name: "NotSupportedError",
      message: expect.stringContaining("20 MB"),
    });
  });

  test("says that a binary file cannot be shown", async () => {
    expect(await read({ "a.bin": Uint8Array.from([0, 1]) }, "a.bin")).toBe(
      "“a.bin” is a binary file of 2 bytes: it cannot be shown as text.",
    );
  });

  test("attaches pictures, PDFs, sound and film, and shows drawings as text", async () => {
    const bytes = Uint8Array.from({ length: 60_000 }, (_, at) => at % 256);
    const rig = createToolRig({
      "a.png": bytes,
      "b.pdf": bytes,
      "c.svg": "<svg/>",
      "d.svg": `<svg>${" ".repeat(1_000_000)}`,
    });
    const [picture] = await rig.media("read_file", { file_path: "a.png" });
    expect(picture).toEqual({ inlineData: { mimeType: "image/png", data: Buffer.from(bytes).toString("base64") } });
    expect(await rig.media("read_file", { file_path: "b.pdf" })).toMatchObject([
      { inlineData: { mimeType: "application/pdf" } },
    ]);
    expect(await rig.call("read_file", { file_path: "a.png" })).toBe("“a.png” (image/png, 60000 bytes) is attached.");
    expect(await rig.call("read_file", { file_path: "c.svg" })).toBe("<svg/>");
    expect(await rig.call("read_file", { file_path: "d.svg" })).toContain("over 1 MB");
  });
});

test("X1 stays in one piece below where outputs are cut, however wide the lines are", async () => {
  const output = await read({ "a.txt": `${"x".repeat(999)}\n`.repeat(500) }, "a.txt");
  expect(output).toMatch(/lines 1–38 of 500\. To read on, call read_file with start_line 39\./);
  expect(output.length).toBeLessThan(40_000);
  expect(await read({ "a.txt": `${"x".repeat(999)}\n`.repeat(500) }, "a.txt", { end_line: 400 })).toContain(
    "lines 1–38 of 500",
  );
});

test("says what a range beyond the end, an empty file and a range the wrong way round are", async () => {
  expect(await read({ "a.txt": "1\n2\n" }, "a.txt", { start_line: 5 })).toBe(
    "“a.txt” has 2 lines, so there is none from line 5 on.",
  );
  expect(await read({ "a.txt": "" }, "a.txt")).toBe("“a.txt” is empty.");
  const backwards = read({ "a.txt": "1" }, "a.txt", { start_line: 5, end_line: 2 });
  await expect(backwards).rejects.toMatchObject({
    name: "InvalidArgsError",
    message: expect.stringContaining("start_line (5) is after end_line (2)"),
  });
  await expect(read({ "a.txt": "1" }, "a.txt", { start_line: 0 })).rejects.toMatchObject({ name: "InvalidArgsError" });
});

test("understands a leading @, unless something is really called so", async () => {
  expect(await read({ src: { "a.ts": "plain" } }, "@src/a.ts")).toBe("plain");
  const scoped = { "@lit": { "a.ts": "scoped" }, lit: { "a.ts": "plain", "b.ts": "other" } };
  expect(await read(scoped, "@lit/a.ts")).toBe("scoped");
  await expect(read(scoped, "@lit/b.ts")).rejects.toMatchObject({ name: "NotFoundError" });
});

test("refuses what the ignore rules leave out, and names it", async () => {
  const tree = { ".git": { HEAD: "x" }, ".gitignore": "dist/", dist: { "a.js": "1" }, ".env": "KEY=1", "a.js": "2" };
  for (const path of ["dist/a.js", ".env", ".git/HEAD"]) {
    const refusal = {
      name: "InvalidArgsError",
      message: expect.stringContaining(`“${path}” is left out by the ignore rules`),
    };
    await expect(read(tree, path)).rejects.toMatchObject(refusal);
  }
  expect(await read(tree, "a.js")).toBe("2");
});

describe("X2", () => {
  const outputs = { "call-7": numbered(3_000), wide: "0123456789".repeat(9_000) };
  test("reads the full output of an earlier call by range", async () => {
    const output = await read({}, "tool-output://call-7", { start_line: 2_999 }, { outputs });
    expect(output).toBe(
      "[This is not all of “tool-output://call-7”: lines 2999–3000 of 3000.]\n--- content ---\nline 2999\nline 3000\n",
    );
  });
  test("breaks its long lines, so that nothing of it is out of reach", async () => {
    const parts: string[] = [];
    for (let start_line = 1; start_line <= 225;) {
      const output = await read({}, "tool-output://wide", { start_line }, { outputs });
      parts.push(output.slice(output.indexOf("--- content ---\n") + 16).replaceAll("\n", ""));
      start_line = Number(/start_line (\d+)/.exec(output)?.[1] ?? 226);
    }
    expect(parts.join("")).toBe(outputs.wide);
  });
  test("says when there is no such output", async () => {
    await expect(read({}, "tool-output://nope", {}, { outputs })).rejects.toMatchObject({
      name: "NotFoundError",
      message: expect.stringContaining("tool-output://nope"),
    });
  });
});
