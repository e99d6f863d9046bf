/** Styles of the conversation: what a `+` may stand behind (decisions/26). */
import { expect, test } from "vitest";
import { markdownStyles } from "../../../../src/ui/markdown/markdown-styles.js";
import { turnStyles } from "../../../../src/ui/conversation/turn-styles.js";

/** What stands right before a `+` between two selectors. */
const beforePlus = (css: string): readonly string[] =>
  [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^\s,{};]+)\s+\+\s+[^\s\d]/g)].map(([, before]) => before!);

test("U3: no rule of the conversation has a tag, or nothing of its own, before a plus", () => {
  const found = beforePlus(`${turnStyles.cssText}\n${markdownStyles.cssText}`);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((before) => !/^\.[\w-]+$/.test(before))).toEqual([]);
});

test("and such a rule would be found", () => {
  expect(beforePlus("li + li { a: b }\n:is(h3, h4) + * { a: calc(1em + 2px) }")).toEqual(["li", "h4)"]);
});
