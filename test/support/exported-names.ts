/** The names that source files export, and those that other files import from them, read from the text of the files. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

interface ExportedName {
  readonly file: string;
  readonly name: string;
}

/** The TypeScript and JavaScript files of a folder. */
export const scriptsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`.replaceAll(path.sep, "/"))
    .filter((file) => /\.m?[jt]s$/.test(file));

export function exportedNames(file: string, source = readFileSync(file, "utf8")): readonly ExportedName[] {
  const declared = source.matchAll(
    /^export (?:declare |abstract |async )*(?:function\*?|class|const|let|interface|type) (\w+)/gm,
  );
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => namesIn(list, 1));
  return [...[...declared].map(([, name = ""]) => name), ...listed].map((name) => ({ file, name }));
}

/** `file name` for each name that the files import; a module that is imported whole gives every word of its importer. */
export function importedNames(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => importedBy(file, readFileSync(file, "utf8"))));
}

export function importedBy(file: string, source: string): readonly string[] {
  const from = (specifier: string) => path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".ts");
  const named = [...source.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)];
  const whole = [...source.matchAll(/import \* as \w+ from "(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/g)];
  const words = whole.length > 0 ? [...new Set(source.match(/\w+/g))] : [];
  return [
    ...named.flatMap(([, list = "", specifier = ""]) => namesIn(list, 0).map((name) => `${from(specifier)} ${name}`)),
    ...whole.flatMap(([, one = "", other = one]) => words.map((word) => `${from(other)} ${word}`)),
  ];
}

/** Of `a, type b as c` the names before `as`, or those behind it. */
const namesIn = (list: string, side: 0 | 1): readonly string[] =>
  list
    .split(",")
    .map((each) => each.trim().replace(/^type /, ""))
    .filter((each) => each !== "")
    .map((each) => each.split(" as ").at(side === 0 ? 0 : -1)!);
