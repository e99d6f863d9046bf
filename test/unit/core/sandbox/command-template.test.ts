import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fillTemplate, readTemplate } from "../../../../src/core/sandbox/command-template.js";

const files: Record<string, string> = { "a.md": "A {{args}} @{b.md}", "b.md": "B" };
const fill = (prompt: string, args = "") =>
  fillTemplate(readTemplate(prompt), args, (path) => Promise.resolve(files[path]));

test.each([
  ["R1", "Fix {{args}} now", "it", "Fix it now"],
  ["R1", "Fix", "it", "Fix\n\nit"],
  ["R1", "Fix", "", "Fix"],
  ["R2", "Read @{b.md}.", "", "Read B."],
  ["R2", "Read @{gone.md}.", "", "Read @{gone.md}."],
  ["R4", "Read @{a.md}; {{args}}", "@{b.md}", "Read A {{args}} @{b.md}; @{b.md}"],
  ["R3", "An open @{brace", "", "An open @{brace"],
])("%s: %j with %j is %j", async (_rule, prompt, args, expected) => expect(await fill(prompt, args)).toBe(expected));

test("R3: a shell's place may have braces in it, if they are balanced", () =>
  expect(readTemplate("a !{echo ${x}} b")).toEqual([
    { kind: "text", text: "a " },
    { kind: "shell", text: "echo ${x}" },
    { kind: "text", text: " b" },
  ]));

test("R4: whatever a template is made of, reading it loses no letter", () => {
  const piece = fc.constantFrom("{{args}}", "@{x}", "!{y}", "{", "}", "@", "!", "text ", "{{", "@{");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const prompt = pieces.join("");
      const written = readTemplate(prompt).map((each) => {
        if (each.kind === "args") return "{{args}}";
        return each.kind === "text" ? each.text : `${each.kind === "file" ? "@" : "!"}{${each.text}}`;
      });
      expect(written.join("").replaceAll(" ", "")).toBe(prompt.replaceAll(" ", ""));
    }),
  );
});
