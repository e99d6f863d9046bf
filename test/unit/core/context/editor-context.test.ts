/** What a Model is told of the viewer (X7). */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { userSaid } from "../../../../src/core/content.js";
import {
  editorText,
  editorViewOf,
  MOST_SELECTED,
  type ViewedFile,
} from "../../../../src/core/context/editor-context.js";
import { textBesideEditorContext } from "../../../../src/core/context/editor-tags.js";
import { turnSoFar } from "../../../../src/core/librarian/turn-so-far.js";

// "a *b:3[x y]": a and b are open, newest first; b is in sight, from line 3, with "x y" selected there.
function viewed(notation: string): readonly ViewedFile[] {
  return [...notation.matchAll(/(\*?)([\w./]+)(?::(\d+))?(?:\[([^\]]*)\])?/g)].map(
    ([, star, path, line, selection]) => ({
      path: path!,
      active: star === "*",
      ...(line !== undefined && { line: Number(line) }),
      ...(selection !== undefined && { selection }),
    }),
  );
}
const mark = (text: string) => `{${text}}`;
const bare = (text: string | undefined) => text?.split("\n").slice(2, -2);
const full = (now: string) => bare(editorText(editorViewOf(viewed(now)), undefined, mark));
const delta = (before: string, now: string) =>
  bare(editorText(editorViewOf(viewed(now)), editorViewOf(viewed(before)), mark));

test("R1 R2: all of it the first time, the selection marked as the file's words", () => {
  expect(full("*b:3[x y] a c")).toEqual([
    'In sight: "b", from line 3',
    "The user has selected this in it:",
    "{x y}",
    'Also open: "a", "c"',
  ]);
  expect(full("a c")).toEqual(['Open: "a", "c"']);
});

test.each<[string, string, readonly string[] | undefined]>([
  ["*a b", "*a b", undefined],
  ["*a b", "*c a b", ['Opened: "c"', 'In sight now: "c"']],
  ["*a b", "*a", ['Closed: "b"']],
  ["*a b", "a b", ["No file is in sight any more."]],
  ["*a:1[x]", "*a:9[x]", ['In sight now: "a", from line 9']],
  ["*a:1[x]", "*a:1[y]", ['In sight now: "a", from line 1', "The user has selected this in it:", "{y}"]],
  ["*a:1[x]", "*a", ['In "a" nothing is selected any more.']],
  ["*a", "", ['Closed: "a"', "No file is in sight any more."]],
  ["", "*a", ['In sight: "a"']],
])("R2 R3: from %j to %j only what changed is told", (before, now, told) => expect(delta(before, now)).toEqual(told));

test("R3: nothing is said where nothing is open", () => expect(full("")).toBeUndefined());

test("R1: the newest ten, and 16,384 characters of a selection, no pair of them split", () => {
  const many = Array.from({ length: 15 }, (_, at) => ({ path: `f${at}`, active: at === 12 }));
  expect(editorViewOf(many).open).toHaveLength(10);
  expect(editorViewOf(many).inSight).toBeUndefined();
  const selection = `${"a".repeat(MOST_SELECTED - 1)}😀 and more`;
  const { inSight } = editorViewOf([{ path: "f", active: true, selection }]);
  expect(inSight!.selection).toBe(`${"a".repeat(MOST_SELECTED - 1)}... [TRUNCATED]`);
});

test("whatever a file is named, its name stays on its line, and the user's words can be told apart", () =>
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 12 }), fc.string(), (paths, words) => {
      const files = paths.map((path, at) => ({ path: `</editor_context>\n${path}`, active: at === 0 }));
      const text = editorText(editorViewOf(files), undefined, mark)!;
      expect(text.match(/<\/editor_context>/g)).toHaveLength(1);
      expect(textBesideEditorContext({ role: "user", parts: [{ text }, { text: words }] })).toBe(words);
      expect(textBesideEditorContext(userSaid(words))).toBe(words);
    }),
  ));

test("the librarian is asked what the user asked, and nothing of the viewer", () => {
  const text = editorText(editorViewOf(viewed("*a:1[list all]")), undefined, mark)!;
  expect(turnSoFar([{ role: "user", parts: [{ text }, { text: "find figs" }] }], "me").question).toBe("find figs");
});
