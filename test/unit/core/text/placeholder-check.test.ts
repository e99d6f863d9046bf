import { describe, expect, test } from "vitest";
import { findOmission } from "../../../../src/core/text/placeholder-check.js";

describe("a placeholder in the place of code (R1)", () => {
  test.each([
    "// ... rest of code ...",
    "// ... rest of the code remains the same",
    "    // ...existing code...",
    "# ... remaining methods unchanged ...",
    "-- ... rest of the file",
    "/* ... rest of the styles ... */",
    "<!-- ... existing content ... -->",
    "{/* ... rest of the component ... */}",
    ";; ... rest of function ...",
    "% … remaining sections …",
    "(* ... unchanged code ... *)",
    "... rest of file ...",
    "(rest of code unchanged)",
    "[... rest of the document ...]",
    "// rest of the implementation",
    "# (rest of file unchanged)",
    "// ... other code here ...",
    "' ... existing code ...",
    "// unchanged ...",
    "// ... keep existing imports",
    '""" ... rest of module ... """',
  ])("%s", (line) => expect(findOmission(`a\n${line}\nb`)).toBe(line.trim()));
});

describe("what only looks like one is none", () => {
  test.each([
    "// ...",
    'print("... rest of code ...")',
    "const rest = [...others];",
    "function f(a, ...rest) {",
    "# Other tests",
    "// existing code paths are tested in b.test.ts, see there for the rest of it",
    "The rest of the file is read when it is needed.",
    "... and the rest is history",
    "- rest of the week: off",
    "return { ...existing, code };",
    "",
  ])("%s", (line) => expect(findOmission(`a\n${line}\nb`)).toBeUndefined());

  test("what stands in the old text already is part of the file (R2)", () => {
    expect(findOmission("  // ... rest of code ...", "x\n// ... rest of code ...\n")).toBeUndefined();
  });
});
