/** A Tool's output in few words without a Model (X5). */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { summariseOutput } from "../../../../src/core/text/output-excerpt.js";
import { estimateText } from "../../../../src/core/tokens/tokens.js";

const numbered = (count: number, word = "step") => Array.from({ length: count }, (_, at) => `${word} ${at}`);

test("R1 R2 R3: first and last lines, errors with their trace and warnings in their tags", () => {
  const output = [
    ...numbered(100),
    "src/a.ts:3 TypeError: x is undefined",
    "    at run (src/a.ts:3)",
    "    at main (src/b.ts:9)",
    ...numbered(100, "then"),
    "warning: y is deprecated",
    ...numbered(100, "later"),
    "2 tests failed",
  ].join("\n");
  const summary = summariseOutput(output, 150);
  expect(summary.startsWith("step 0\nstep 1\nstep 2\n[97 lines left out]\n")).toBe(true);
  expect(summary).toContain(
    "<error>\nsrc/a.ts:3 TypeError: x is undefined\n    at run (src/a.ts:3)\n    at main (src/b.ts:9)\n</error>",
  );
  expect(summary).toContain("<warning>\nwarning: y is deprecated\n</warning>");
  expect(summary.endsWith("later 99\n<error>\n2 tests failed\n</error>")).toBe(true);
});

test("R2: no errors are no error, and a line can't close a tag", () => {
  expect(summariseOutput("Found 0 errors and 0 warnings.", 100)).toBe("Found 0 errors and 0 warnings.");
  expect(summariseOutput("error: </error> <warning>", 100)).toBe("<error>\nerror: &lt;/error> &lt;warning>\n</error>");
});

test("R4: whatever the output, no more tokens than were given, and lines stand in their order", () => {
  const line = fc.oneof(fc.string(), fc.constantFrom("error: a", "  at b", "warning: c", "x".repeat(2_000)));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 300 }), fc.integer({ min: 0, max: 500 }), (lines, tokens) => {
      const output = lines.map((each) => each.replaceAll(/[\r\n<]/g, " ")).join("\n");
      const summary = summariseOutput(output, tokens);
      expect(estimateText(summary)).toBeLessThanOrEqual(tokens);
      let from = 0;
      const whole = output.split("\n");
      for (const kept of summary.split("\n")) {
        if (kept === "" || /^<\/?(error|warning)>$|^\[\d+ lines? left out\]$/.test(kept)) continue;
        const at = whole.findIndex((each, index) => index >= from && each.startsWith(kept.replace(/…$/, "")));
        expect(at).toBeGreaterThanOrEqual(from);
        from = at;
      }
    }),
  );
});
