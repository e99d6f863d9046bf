/** Texts of a diff. */
import { counted, number } from "../base/numbers.js";

export const diffTexts = {
  comparing: "Comparing…",
  region: (path: string) => `Changes of ${path}`,
  none: "Nothing is changed.",
  created: "New file.",
  counts: (added: number, removed: number) => `+${number.format(added)} −${number.format(removed)}`,
  replaced: "Too much is different to be compared line by line: all of it is shown as replaced.",
  layout: "Layout",
  layouts: { unified: "Unified", split: "Side by side" },
  previous: "Previous change (Alt+↑)",
  next: "Next change (Alt+↓)",
  oldLine: "Old line",
  newLine: "New line",
  text: "Text",
  oldText: "Old text",
  newText: "New text",
  way: { come: "Added:", go: "Removed:" },
  end: { none: "(no line end)", crlf: "(Windows line end)" },
  unchanged: (lines: number) => counted(lines, "unchanged line", "unchanged lines"),
  hunk: (index: number, of: number, first: number, last: number) =>
    `${of > 1 ? `Change ${index} of ${of}, ` : ""}${first === last ? `line ${first}` : `lines ${first}–${last}`}`,
  leftOut: "left out",
  more: (next: number, rest: number) => `Show ${number.format(next)} of ${counted(rest, "more row", "more rows")}`,
} as const;
