/** What convinces, over a project of a hundred files in which most words are common. */
import { expect, test } from "vitest";
import { convinces, convincing } from "../../../../src/core/search/search-confidence.js";
import { createSearchIndex } from "../../../../src/core/search/search-index.js";
import { file } from "../../../support/entries.js";

const project = createSearchIndex();
project.put([
  ...Array.from({ length: 100 }, (_, at) =>
    file(`src/part-${at}.ts`, "export const limit = size; // the file of the user"),
  ),
  ...Array.from({ length: 8 }, (_, at) => file(`src/hash-${at}.ts`, "export const hash = digest;")),
  file("src/defaults.ts", 'set("maxAssetSize", 250000);'),
  file("src/limits.ts", "export function checkAssetLimit(asset, limit) { return asset.size > limit; }"),
  file("src/login.ts", "/** The password of a user and the hash of it. */ export const passwordHash = hash(password);"),
  file("src/invoke.ts", "export const invocation = invoke(limit);"),
  file("src/shader.ts", "export const kaleidoscope = shader;"),
  file("src/fields.ts", "export const field = view;"),
]);
const shown = (text: string) => convincing(project.search({ text, limit: 12 }), project.count).map(({ key }) => key);

test("R1: half of what was asked convinces, less does not", () => {
  expect(shown("where is the password of the user?")).toContain("src/login.ts");
  expect(shown("zebras, giraffes and the password")).toEqual([]);
});

test("R2: where the rarest word stands nowhere, half is not enough", () => {
  expect(shown("which file hashes the password?")).toContain("src/login.ts");
  expect(shown("which file hashes the password with bcrypt?")).toEqual([]);
});

test("R2: a word like another is no answer to it, a slip of the pen is", () => {
  expect(shown("where is the invoice?")).toEqual([]);
  expect(shown("find the kaleidescope")).toEqual(["src/shader.ts"]);
  expect(shown("where is the feild?")).toEqual(["src/fields.ts"]);
});

test("R3: a rare name that stands there whole convinces in any language, and comes first", () => {
  expect(shown("Wo wird beim Zusammenlegen der Gruppen maxAssetSize überprüft und eingehalten?")).toEqual([
    "src/defaults.ts",
  ]);
  expect(shown("Where does the limit of the size of an asset of 250000 come from?")[0]).toBe("src/defaults.ts");
});

test("R3: a name of which only pieces are there does not, nor one of several", () => {
  expect(shown("where is sendAssetMail defined?")).toEqual([]);
  expect(shown("¿dónde usa enviarCorreo el valor de maxAssetSize?")).toEqual([]);
  expect(shown("what is the constant 918273 for?")).toEqual([]);
});

test("R3: a year or a count is no name", () => {
  const index = createSearchIndex();
  index.put([file("a.md", "Written in 2024 by 12 people."), file("b.md", "Nothing.")]);
  for (const text of ["welche Rechnungen wurden 2024 nicht bezahlt?", "cuáles de los 12 clientes protestaron?"])
    expect(convincing(index.search({ text }), index.count), text).toEqual([]);
});

test("R4: beside a convincing hit others may lack more", () => {
  const hits = project.search({ text: "password hash limit", limit: 12 });
  const beside = convincing(hits, project.count).filter((hit) => !convinces(hit, project.count));
  expect(beside.every(({ coverage }) => coverage >= 0.35 && coverage < 0.5)).toBe(true);
  expect(convincing(hits, project.count)[0]!.key).toBe("src/login.ts");
});
