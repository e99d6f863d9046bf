import { applyPatch } from "diff";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { patchOf } from "../../../../src/core/text/patch.js";

const side = (text: string, mode = "100644") => ({ text, isBinary: false, mode });

test("what a patch says is what makes one text of the other", () => {
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "d"), { maxLength: 12 })
    .map((lines) => lines.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const patch = patchOf({ path: "x", before: side(before), after: side(after) });
      expect(applyPatch(before, patch.slice(patch.indexOf("---")))).toBe(after);
    }),
  );
});

test("files that come, go, and may be run", () => {
  expect(patchOf({ path: "x", after: side("a\n") })).toContain(
    "new file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a",
  );
  expect(patchOf({ path: "x", before: side("a\n") })).toContain(
    "deleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a",
  );
  expect(patchOf({ path: "x", before: side("a\n"), after: side("a\n", "100755") })).toBe(
    "diff --git a/x b/x\nold mode 100644\nnew mode 100755",
  );
});
