/** What test/corpus/memory-imports promises of itself, before any importer is judged by it (M3). */
import { describe, expect, test } from "vitest";
import { importCases, subjects } from "../../corpus/memory-imports/all.js";
import {
  failureReasons,
  sameFailures,
  type ImportCase,
  type ImportFailure,
} from "../../corpus/memory-imports/types.js";

/** As a reader would decode it; nothing for what is no text. */
function textOf(file: ImportCase["files"][string] | undefined): string {
  if (file === undefined || typeof file === "string") return file ?? "";
  if (!(file instanceof Uint8Array)) return "";
  const wide =
    file[0] === 0xff && file[1] === 0xfe ? "utf-16le" : file[0] === 0xfe && file[1] === 0xff ? "utf-16be" : "";
  return new TextDecoder(wide || "utf-8").decode(file);
}

const namesOf = (cases: readonly ImportCase[]) => cases.map(({ name }) => name);
const without = (holds: (one: ImportCase) => boolean) => namesOf(importCases.filter((one) => !holds(one)));
const textsIn = ({ entry, expect: { imports }, files }: ImportCase) =>
  [entry, ...imports].map((path) => textOf(files[path]));
const isVirtual = (path: string) => path.startsWith("~/.gemini/");

test("there are at least 320 cases, and each subject has at least fifteen", () => {
  expect(importCases.length).toBeGreaterThanOrEqual(320);
  expect(Object.entries(subjects).filter(([, cases]) => cases.length < 15)).toEqual([]);
});

test("each case has a name of its own, which is a sentence", () => {
  expect(new Set(namesOf(importCases)).size).toBe(importCases.length);
  expect(without(({ name }) => /^[A-Z].* .* .*[^.\s]$/.test(name))).toEqual([]);
});

test("no two cases are the same but for their names", () => {
  const written = new Map<string, string[]>();
  for (const { name, ...rest } of importCases) {
    const key = JSON.stringify(rest);
    written.set(key, [...(written.get(key) ?? []), name]);
  }
  expect([...written.values()].filter((names) => names.length > 1)).toEqual([]);
});

test("the entry is a file of the case, and so is every import expected of it", () => {
  expect(
    without(({ entry, files, expect: { imports } }) => [entry, ...imports].every((path) => path in files)),
  ).toEqual([]);
});

test("a path is written one way: from the root, without dots to climb, or below ~/.gemini", () => {
  const isPlain = (path: string) => path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  expect(without(({ files, folders = [] }) => [...Object.keys(files), ...folders].every(isPlain))).toEqual([]);
});

test("a file is imported only by one of its own world, virtual or real", () => {
  expect(
    without(({ entry, expect: { imports } }) => imports.every((path) => isVirtual(path) === isVirtual(entry))),
  ).toEqual([]);
});

test("what stays is written in the entry or in an imported file", () => {
  expect(
    without((one) =>
      one.expect.stays.every((piece) => piece !== "" && textsIn(one).some((text) => text.includes(piece))),
    ),
  ).toEqual([]);
});

test("what fails is written behind an at sign in the entry or in an imported file", () => {
  const isWritten = (one: ImportCase, path: string) =>
    textsIn(one).some((text) => text.includes(`@${path}`) || text.includes(`@"${path}"`));
  expect(without((one) => one.expect.failures.every(({ path }) => isWritten(one, path)))).toEqual([]);
});

test("no two imported files of a case say the same", () => {
  expect(
    without((one) => {
      const imported = [...new Set(one.expect.imports)].map((path) => textOf(one.files[path]));
      return new Set(imported).size === imported.length;
    }),
  ).toEqual([]);
});

test("an imported file is text of a reasonable size", () => {
  const isText = (file: ImportCase["files"][string] | undefined) =>
    typeof file === "string" || (file instanceof Uint8Array && !textOf(file).includes("\0"));
  expect(without(({ files, expect: { imports } }) => imports.every((path) => isText(files[path])))).toEqual([]);
});

/** Where a path leads that `entry` says, by its letters alone: a path of the case, or nothing if it leaves the root. */
function placeOf(path: string, entry: string): string | undefined {
  const root = isVirtual(entry) ? ["~", ".gemini"] : [];
  const place = path.startsWith("/") ? [...root] : entry.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (place.length === root.length) return undefined;
      place.pop();
    } else if (part !== "" && part !== ".") place.push(part);
  }
  return place.join("/");
}

test("a reason fits the path: outside is a traversal, what is not there is missing, what is there is neither", () => {
  const fits = ({ entry, files, folders = [] }: ImportCase, { path, reason, or }: ImportFailure) => {
    if (or || reason === "url" || reason === "depth") return true;
    const place = placeOf(path, entry);
    if (place === undefined) return reason === "traversal";
    if (place === entry) return reason === "cycle";
    if (place in files) return reason === "binary" || reason === "too-large";
    const isFolder = [...folders, ...Object.keys(files)].some((one) => `${one}/`.startsWith(`${place}/`));
    return reason === (isFolder ? "folder" : "missing");
  };
  // Only where the entry alone speaks: else the path may be meant from another folder.
  expect(
    without((one) => one.expect.imports.length > 0 || one.expect.failures.every((failure) => fits(one, failure))),
  ).toEqual([]);
});

test("every reason to fail is expected at least twice", () => {
  const used = importCases.flatMap(({ expect: { failures } }) => failures.map(({ reason }) => reason));
  expect(failureReasons.filter((reason) => used.filter((one) => one === reason).length < 2)).toEqual([]);
});

test("there is enough of what is imported, of what stays text, and of what fails", () => {
  const count = (holds: (one: ImportCase) => boolean) => importCases.filter(holds).length;
  expect(count(({ expect: { imports } }) => imports.length > 0)).toBeGreaterThanOrEqual(100);
  expect(count(({ expect: { failures } }) => failures.length > 0)).toBeGreaterThanOrEqual(80);
  expect(
    count(({ expect: { imports, failures } }) => imports.length === 0 && failures.length === 0),
  ).toBeGreaterThanOrEqual(80);
  expect(count(({ format }) => format === "flat")).toBeGreaterThanOrEqual(15);
});

describe("failures are told apart", () => {
  const expected = [{ path: "./a.md", reason: "missing", or: ["unreadable"] }] as const;
  test("by path and reason", () => {
    expect(sameFailures(expected, [{ path: "./a.md", reason: "missing" }])).toBe(true);
    expect(sameFailures(expected, [{ path: "./a.md", reason: "unreadable" }])).toBe(true);
    expect(sameFailures(expected, [{ path: "./a.md", reason: "cycle" }])).toBe(false);
    expect(sameFailures(expected, [{ path: "./b.md", reason: "missing" }])).toBe(false);
  });
  test("by their number", () => {
    expect(sameFailures(expected, [])).toBe(false);
    expect(sameFailures([], [{ path: "./a.md", reason: "missing" }])).toBe(false);
    expect(sameFailures([], [])).toBe(true);
  });
});
