/** src/README.md is the map: what it lists must be what there is. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const map = readFileSync("src/README.md", "utf8");
const section = (number: number) => map.split(/^## /m).find((part) => part.startsWith(`${number}. `))!;
const typesIn = (file: string, key: string) =>
  [...readFileSync(file, "utf8").matchAll(new RegExp(`readonly ${key}: "([\\w-]+)"`, "g"))].map((found) => found[1]!);
const unnamed = (names: readonly string[], text: string) =>
  [...new Set(names)].filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));

test("every event stands in the tree or beside it", () => {
  const events = typesIn("src/core/events.ts", "type");
  expect(events.length).toBeGreaterThan(40);
  expect(unnamed(events, section(4))).toEqual([]);
});

test("every kind of record stands in the table", () => {
  const kinds = typesIn("src/core/log.ts", "kind");
  expect(kinds.length).toBeGreaterThan(15);
  expect(unnamed(kinds, section(5))).toEqual([]);
});

test("every thread stands in the table", () => {
  const workers = readdirSync("workers")
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replace(/(\.worker)?\.ts$/, ""));
  expect(unnamed(workers, section(1))).toEqual([]);
});
