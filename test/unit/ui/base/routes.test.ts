/** The address, there and back. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fileAddress } from "../../../../src/core/librarian/markdown.js";
import { hashOfRoute, readRoute } from "../../../../src/ui/base/routes.js";

test.each([
  ["", { to: "new" }],
  ["#/new", { to: "new" }],
  ["#/nonsense", { to: "new" }],
  ["#/session/", { to: "new" }],
  ["#/open-folder", { to: "open-folder" }],
  ["#/session/01ABC", { to: "session", id: "01ABC" }],
  ["#/file/src/a.ts", { to: "file", path: "src/a.ts" }],
  ["#/file/src/a.ts:12", { to: "file", path: "src/a.ts", line: 12 }],
])("%j is understood", (hash, route) => expect(readRoute(hash)).toEqual(route));

test("any id comes back from the address it was put in", () =>
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (id) => {
      expect(readRoute(hashOfRoute({ to: "session", id }))).toEqual({ to: "session", id });
    }),
  ));

test("no address throws, whatever was typed", () =>
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(() => readRoute(`#/session/${typed}`)).not.toThrow();
    }),
  ));

test("any path and line come back from the librarian's link", () =>
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: "grapheme" }).filter((path) => !path.startsWith("/")),
      fc.option(fc.nat(), { nil: undefined }),
      (path, line) => {
        expect(readRoute(fileAddress(path, line))).toEqual({ to: "file", path, ...(line !== undefined && { line }) });
      },
    ),
  ));
