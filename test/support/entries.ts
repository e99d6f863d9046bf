/** Search entries as tests write them, and arbitrary ones. */
import { array, constantFrom, integer, oneof, record, string, type Arbitrary } from "fast-check";
import type { SearchEntry, SearchGroup } from "../../src/core/search/search.js";

export const file = (path: string, text: string, time = 0): SearchEntry => ({
  key: path,
  group: "file",
  title: path,
  text,
  time,
  size: text.length,
});

export const said = (key: string, text: string, time = 0): SearchEntry => ({ key, group: "session", text, time });

/** Few words, so that they meet; of many scripts, and some that are nothing but signs. */
export const anyWord: Arbitrary<string> = oneof(
  constantFrom("port", "Ports", "setPort", "set_port", "set-port", "127.0.0.1", "café", "Straße", "8080", "x"),
  constantFrom(
    "端口设置",
    "ポート",
    "포트는",
    "พอร์ต",
    "порт",
    "πόρτα",
    "مَنفَذ",
    "पोर्ट",
    "𠮷野家",
    "🙂",
    "--",
    "function",
    "const x = 1",
  ),
  string({ unit: "grapheme", maxLength: 12 }),
);

export const anyText: Arbitrary<string> = array(oneof(anyWord, constantFrom("\n", "\n\n")), { maxLength: 30 }).map(
  (words) => words.join(" "),
);

export const anyGroup: Arbitrary<SearchGroup> = constantFrom("file", "session", "memory", "output");

/** Keys are few, so that entries replace each other. */
export const anyEntry: Arbitrary<SearchEntry> = record({
  key: constantFrom("a.ts", "src/port.ts", "test/port.test.ts", "b.md", "s1", "s2", "s3", "dist/x.js"),
  group: anyGroup,
  title: oneof(anyWord, constantFrom("src/port.ts", "docs/set-port.md")),
  text: anyText,
  time: integer({ min: 0, max: 3 }),
  size: integer({ min: 0, max: 1000 }),
});
