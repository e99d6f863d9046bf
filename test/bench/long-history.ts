/** Long Histories to measure with: the same each time, no two texts alike, and each text in one piece of memory. */
import type { Content } from "../../src/core/content.js";

const WORDS =
  "the index of a folder is rebuilt when it was changed outside const result = await store.read(path); return rows.map" +
  " 上下文 窗口 压缩 error: expected 3 but got 7 at line 41 in src/core/split.ts import { test } from vitest";

/** About `bytes` of Contents, `each` so long: prompts, calls, results and answers as they follow one another. */
export function longHistory(bytes: number, each: number): Content[] {
  const random = dice(7);
  const words = WORDS.split(" ");
  const text = (length: number) => {
    const said: string[] = [];
    for (let size = 0; size < length;) {
      const word = words[random(words.length)]!;
      said.push(word);
      size += word.length + 1;
    }
    return said.join(" ");
  };
  const contents: Content[] = [];
  for (let at = 0; contents.length * each < bytes; at++) {
    const id = `call-${at}`;
    contents.push(
      { role: "user", parts: [{ text: text(each) }] },
      {
        role: "model",
        parts: [
          { text: text(each / 2) },
          { functionCall: { id, name: "grep_search", args: { pattern: text(each / 2) } } },
        ],
      },
      { role: "user", parts: [{ functionResponse: { id, name: "grep_search", response: { output: text(each) } } }] },
      { role: "model", parts: [{ text: text(each) }] },
    );
  }
  return contents;
}

/** Numbers below a bound, always the same ones (a linear congruential generator). */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
