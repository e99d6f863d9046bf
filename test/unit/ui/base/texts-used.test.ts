/** Every text is shown somewhere: what nobody names goes, so that no stale sentence waits to come back (U5). */
import path from "node:path";
import { expect, test } from "vitest";
import { textFiles, unnamed } from "../../../support/texts-named.js";

test.each(textFiles)("every text of %s.ts is used", async (file) => {
  const module = (await import(/* @vite-ignore */ path.resolve("src/ui", `${file}.ts`))) as Record<string, unknown>;
  const dead = Object.entries(module).flatMap(([name, group]) =>
    typeof group === "object" && group !== null ? unnamed(name, group).map((path) => `${name}.${path}`) : [],
  );
  expect(dead).toEqual([]);
});
