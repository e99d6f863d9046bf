/** Exports: a name is exported by one file, and only where another file or a test imports it. */
import { expect, test } from "vitest";
import { exportedNames, importedBy, importedNames, scriptsIn } from "../../support/exported-names.js";

const sources = [...scriptsIn("src"), ...scriptsIn("workers")];
const exported = sources.flatMap((file) => exportedNames(file));

/** Imported by just-bash under the name `node:zlib` (see src/build/zlib-in-the-shell.ts). */
const FOR_OTHERS = ["src/platform/sandbox/zlib.ts"];

test("nothing is exported that no other file imports", () => {
  const imported = importedNames([...sources, ...scriptsIn("test"), "vite.config.ts"]);
  const unused = exported.filter(({ file, name }) => !FOR_OTHERS.includes(file) && !imported.has(`${file} ${name}`));
  expect(exported.length).toBeGreaterThan(1_000);
  expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test("a name is exported by one file", () => {
  const first = new Map(exported.toReversed().map(({ file, name }) => [name, file]));
  const again = exported.filter(({ file, name }) => first.get(name) !== file);
  expect(again.map(({ file, name }) => `${file}: ${name}, as does ${first.get(name)}`)).toEqual([]);
});

test("and names are found however they are written", () => {
  const source = `export const a = 1;\nexport async function* b() {}\nexport abstract class C {}\nexport type { D, E as F };\n`;
  expect(exportedNames("x.ts", source).map(({ name }) => name)).toEqual(["a", "b", "C", "D", "F"]);
  const importer = `import { a, type D as G } from "./x.js";\nconst { b } = await import("./y.js");\nimport "./z.js";\n`;
  const imported = importedBy("src/w.ts", importer);
  expect(imported).toEqual(expect.arrayContaining(["src/x.ts a", "src/x.ts D", "src/y.ts b"]));
  expect(imported).not.toContain("src/x.ts G");
  expect(imported.filter((each) => each.startsWith("src/z.ts"))).toEqual([]);
});
