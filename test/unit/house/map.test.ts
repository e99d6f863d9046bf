/** The written maps list what there is: threads in src/README.md, events and kinds of record in src/docs. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

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
