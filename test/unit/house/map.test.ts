/** The written pages list what there is: threads in src/README.md, events and kinds of record in src/docs; what they name is there. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const page = (file: string) => readFileSync(file, "utf8");
const typesIn = (file: string, key: string) =>
  [...page(file).matchAll(new RegExp(`readonly ${key}: "([\\w-]+)"`, "g"))].map((found) => found[1]!);
/** The names that no row of a table begins with: several may stand in one cell. */
const unlisted = (names: readonly string[], text: string) => {
  const listed = new Set([...text.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell]) => namesIn(cell!)));
  return [...new Set(names)].filter((name) => !listed.has(name));
};
const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1]!);

test("every event has a line in events.md", () => {
  const events = typesIn("src/core/port/events.ts", "type");
  expect(events.length).toBeGreaterThan(40);
  expect(unlisted(events, page("src/docs/events.md"))).toEqual([]);
});

test("every kind of record has a line in formats.md", () => {
  const kinds = typesIn("src/core/log/log.ts", "kind");
  expect(kinds.length).toBeGreaterThan(15);
  expect(unlisted(kinds, page("src/docs/formats.md"))).toEqual([]);
});

test("every thread has a line in src/README.md", () => {
  const workers = readdirSync("workers")
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replace(/(\.worker)?\.ts$/, ""));
  expect(unlisted(workers, page("src/README.md"))).toEqual([]);
});

test("every folder of source has a place in the tree of src/README.md", () => {
  const folders = ["core", "agent", "platform", "ui"].flatMap((room) =>
    readdirSync(`src/${room}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${room}/${name}`),
  );
  expect(folders.length).toBeGreaterThan(40);
  expect(unlisted(folders, page("src/README.md"))).toEqual([]);
});

test("src/README.md can be read in one go", () => expect(page("src/README.md").split("\n").length).toBeLessThan(152));

describe("pages", () => {
  const under = (root: string) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => `${root}/${file.replaceAll("\\", "/")}`);
  const paths = ["src", "workers", "test", "public"].flatMap(under).concat(readdirSync("."));
  const known = new Set(paths.flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(at).join("/"))));
  const pages = paths.filter((path) => path.endsWith(".md"));
  /** Files and folders of ours: `split.ts`, `core/log/`, `decisions/31`. Examples of a user's files have other endings or a `~`, `*` or `<`. */
  const missingIn = (text: string) =>
    [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|css)|(?:src|core|agent|platform|ui|workers|test)\/[\w./-]*)`/g)]
      .map((found) => found[1]!.replace(/\/$/, ""))
      .concat([...text.matchAll(/\bdecisions\/\d+/g)].map(([cited]) => `${cited}-`))
      .filter((name) => !known.has(name) && !paths.some((path) => name.endsWith("-") && path.includes(`/${name}`)));

  test("name files, folders and decisions that are there", () => {
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.flatMap((path) => missingIn(page(path)).map((name) => `${path}: ${name}`))).toEqual([]);
  });

  test("are found out where they name what is not", () =>
    expect(missingIn("`no-such.ts` `core/nowhere/` decisions/99 `core/log/log.ts` `test/unit/` decisions/31")).toEqual([
      "no-such.ts",
      "core/nowhere",
      "decisions/99-",
    ]));
});
