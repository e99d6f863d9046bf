/** The rule of dependency, held by a machine: core knows no one; agent, platform and ui know core and not each other. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const may: Record<string, readonly string[]> = {
  "src/core": ["src/core"],
  "src/agent": ["src/core", "src/agent"],
  "src/platform": ["src/core", "src/platform", "workers"],
  "src/ui": ["src/core", "src/ui"],
  "src/build": ["src/core", "src/build"],
  workers: ["src/core", "src/platform", "workers"],
};

const layerOf = (file: string) => Object.keys(may).find((layer) => file.startsWith(layer + "/"));

function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1]!);
}

const codeOf = (file: string) => readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

function complaints(file: string): string[] {
  const layer = layerOf(file);
  if (!layer) return [];
  return importsOf(file).flatMap((imported) => {
    const target = path.posix.join(path.posix.dirname(file), imported);
    const allowed = may[layer]!.some((place) => target.startsWith(place + "/"));
    return allowed ? [] : [`${file} imports ${imported}: ${layer} may import only ${may[layer]!.join(", ")}`];
  });
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => `${root}/${file}`.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".ts"));
const files = [...filesIn("src"), ...filesIn("workers")];

test("each layer imports only what it may", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap(complaints)).toEqual([]);
});

/** Folders of core: each may import from itself, from the files beside them and from the folders before it, types included. */
const ORDER = [
  ...["tokens", "text", "files", "loops", "models", "settings", "search", "memory", "policy", "sandbox"],
  ...["log", "context", "measure", "compression", "port", "librarian"],
];

test("the folders of core stand in an order", () => {
  const rankOf = (file: string) => {
    const [, folder] = /^src\/core\/([^/]+)\//.exec(file) ?? [];
    return folder === undefined ? -1 : ORDER.indexOf(folder);
  };
  const core = files.filter((file) => file.startsWith("src/core/"));
  expect(core.filter((file) => file.split("/").length > 3 && rankOf(file) < 0)).toEqual([]);
  const upward = core.flatMap((file) =>
    importsOf(file)
      .filter((imported) => rankOf(path.posix.join(path.posix.dirname(file), imported)) > rankOf(file))
      .map((imported) => `${file} imports ${imported}, whose folder comes after its own: move what it needs down`),
  );
  expect(upward).toEqual([]);
});

test("core has no clock, no chance, no network and no browser", () => {
  const forbidden =
    /\bDate\.now\(|\bMath\.random\(|\bfetch\(|\bsetTimeout\(|\bindexedDB\b|\bdocument\b\.|\bnavigator\b/;
  const guilty = files.filter((file) => file.startsWith("src/core/") && forbidden.test(codeOf(file)));
  expect(guilty).toEqual([]);
});
