/** Chants in a stream (D2, D5), against the rules and against a plain search that takes its time. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTextLoopDetector } from "../../../../src/core/loops/text-loop.js";
import { seeded } from "../../../support/generated-text.js";

const sentence = "I will now look at the file again to be quite sure. "; // 52 characters
/** Text that says nothing twice. */
const filler = (length: number) =>
  Array.from({ length: length / 4 }, (_, index) => `${index * 7919} `)
    .join("")
    .slice(0, length - 1) + "x";

/** Pushes the chunks and says what was found: "10 × text" or "nothing". */
function heard(...chunks: string[]): string {
  const detector = createTextLoopDetector();
  let chant;
  for (const chunk of chunks) chant = detector.push(chunk);
  return chant ? `${chant.times} × ${chant.text.trim()}` : "nothing";
}

/** Where a stream is found to chant: characters read, or -1. */
function place(text: string, size = text.length): number {
  const detector = createTextLoopDetector();
  for (let at = 0; at < text.length; at += size) {
    const chant = detector.push(text.slice(at, at + size));
    if (chant) return chant.at;
  }
  return -1;
}

/** The rules by the book: every window as a string, all of its places, the last 5,000 characters. */
function plainPlace(text: string): number {
  const places = new Map<string, number[]>();
  for (let end = 50; end <= text.length; end++) {
    const window = text.slice(end - 50, end);
    const all = [...(places.get(window) ?? []), end - 50].filter((at) => at >= end - 5_000);
    places.set(window, all);
    const ten = all.slice(-10);
    if (ten.length < 10 || (ten[9]! - ten[0]!) / 9 > 250) continue;
    const periods = new Set(ten.slice(1).map((at, index) => text.slice(ten[index], at)));
    if (periods.size <= 5) return end;
  }
  return -1;
}

describe("a chant", () => {
  test("R2 is the tenth time of the same words", () => {
    expect(heard(sentence.repeat(10))).toBe(`10 × ${sentence.trim()}`);
    expect(heard(sentence.repeat(9))).toBe("nothing");
  });
  test("R2 is found at the tenth window's last character", () =>
    expect(place(filler(900) + sentence.repeat(20))).toBe(900 + 9 * sentence.length + 50));
  test("R1 of a short word is told with the times it was said", () => expect(heard("ha ".repeat(40))).toBe("25 × ha"));
  test("R2 may have a period of 250 characters, not of 251", () => {
    const long = filler(251);
    expect(place(long.slice(0, 250).repeat(12))).toBe(250 * 9 + 50);
    expect(place(long.repeat(40))).toBe(-1);
  });
  test("R3 may have five kinds of text between, not six", () => {
    const said = (kinds: number) =>
      Array.from({ length: 12 }, (_, index) => `${sentence}Number ${index % kinds}, and so on. `).join("");
    expect(heard(said(5))).toBe(`10 × ${sentence.slice(0, 50)}`);
    expect(heard(said(6))).toBe("nothing");
  });
  test("R3 is not a list of distinct items that begin alike", () =>
    expect(heard(Array.from({ length: 200 }, (_, index) => `${sentence}${index} `).join(""))).toBe("nothing"));
  test("stays found until reset, and is then forgotten", () => {
    const detector = createTextLoopDetector();
    const chant = detector.push(sentence.repeat(10));
    expect(detector.push("Something else.")).toBe(chant);
    detector.reset();
    expect(detector.push(sentence.repeat(9))).toBeUndefined();
    expect(detector.push(sentence)).toMatchObject({ text: sentence, at: 9 * sentence.length + 50 });
  });
  test("has to be of one text: a reset in between forgets the first half", () => {
    const detector = createTextLoopDetector();
    detector.push(sentence.repeat(6));
    detector.reset();
    expect(detector.push(sentence.repeat(6))).toBeUndefined();
  });
});

describe("markup between the words is no chant (R4)", () => {
  const resets: Record<string, string> = {
    "a code fence": "```\ncode\n```\n",
    "a fence with four backticks": "````md\n```\n````\n",
    "a fence of tildes": "~~~\ncode\n~~~\n",
    "a fence with words before it": "so: ```js\ncode\n```\n",
    "a list with stars": "* ",
    "a list with plusses": "+ ",
    "a list with dashes": "- ",
    "an indented list": "    - ",
    "a numbered list": "12. ",
    "a heading": "## ",
    "a quote": "> ",
    "a table row": "| a | b\n",
    "a table border": "+--\n",
    "a divider of equal signs": "=====\n",
    "a divider of stars": "***\n",
    "a divider of box drawings": "────\n",
  };
  for (const [name, markup] of Object.entries(resets)) {
    const text = `\n${markup}${sentence}`.repeat(30);
    test(name, () => expect(heard(text)).toBe("nothing"));
    test(`${name}, split over chunks`, () => expect(heard(...text)).toBe("nothing"));
  }
  const plain = [
    "-",
    "2.",
    "#",
    ">",
    "\n #tag ",
    "\n | ",
    "\n*",
    "=",
    "\n==x ",
    "\n``x ",
    "\n3.1 ",
    "\n-1 ",
    "\n#1 ",
    "\n```x y``` ",
    " ``` ",
    "\n~~ ",
    " ~~~\n",
  ];
  for (const markup of plain) {
    test(`but not ${JSON.stringify(markup)}`, () =>
      expect(heard("So:" + `${markup}${sentence}`.repeat(12))).not.toBe("nothing"));
  }
  test("a chant within one item is found", () =>
    expect(heard(`- ${sentence.repeat(10)}`)).toBe(`10 × ${sentence.trim()}`));
  test("a chant after the list is found", () =>
    expect(heard(`- ${sentence}\n`.repeat(9) + "Now: " + sentence.repeat(10))).toContain("10 × "));
});

describe("code is not searched (R4)", () => {
  test("while its block is open", () => expect(heard("```js\n" + sentence.repeat(50))).toBe("nothing"));
  test("but what follows is", () => expect(heard("```\nx\n```\n" + sentence.repeat(10))).toContain("10 × "));
  test("even if the fence came in pieces", () => {
    expect(heard("`", "``", "\n", sentence.repeat(50))).toBe("nothing");
    expect(heard("``", "`\nx\n`", "`", "`", "\n", sentence.repeat(10))).toContain("10 × ");
  });
  test("and a shorter fence does not close it", () =>
    expect(heard("````md\n```\n" + sentence.repeat(50))).toBe("nothing"));
  test("and tildes do not close backticks, nor backticks tildes", () => {
    expect(heard("```\n~~~\n" + sentence.repeat(50))).toBe("nothing");
    expect(heard("~~~\n```\n" + sentence.repeat(50))).toBe("nothing");
    expect(heard("~~~\n```\n~~~\n" + sentence.repeat(10))).toContain("10 × ");
  });
  test("and a fence with words behind it does not close it", () =>
    expect(heard("```md\n```js is how it begins\n" + `${sentence}\n`.repeat(50))).toBe("nothing"));
  test("but three backticks named in a sentence begin none", () =>
    expect(heard("Begin with ``` and nothing else. " + sentence.repeat(10))).toContain("10 × "));
  test("nor do three that quote a few words, at the start of a line or within it", () => {
    expect(heard("Run ```npm ci``` again and tell me what it prints.\n".repeat(12))).not.toBe("nothing");
    expect(heard("```npm ci``` is to be run again, I will tell you.\n".repeat(12))).not.toBe("nothing");
  });
  test("and a reset closes it", () => {
    const detector = createTextLoopDetector();
    detector.push("```\nnever closed");
    detector.reset();
    expect(detector.push(sentence.repeat(10))).toBeDefined();
  });
});

describe("a line that is drawn is no chant (R4)", () => {
  const lines = ["-", "=", "_", "*", "─", "- ", "+--", "|:--"];
  for (const line of lines)
    test(JSON.stringify(line), () => expect(heard(`So:\n${line.repeat(99)}\n`, "More.")).toBe("nothing"));
  test("nor a table cell that is padded", () => expect(heard(`| a ${" ".repeat(99)} | b |\n`)).toBe("nothing"));
  test("unless it does not end", () => expect(heard("=".repeat(1_100))).toContain("× ="));
  test("nor a fence, unless its line does not end", () => {
    expect(heard("```" + "ha".repeat(99))).toBe("nothing");
    expect(heard("```" + "ha".repeat(600))).toContain("× ha");
  });
  test("but dots are", () => expect(heard("\n" + ".".repeat(59))).toBe("59 × ."));
});

describe("for any text", () => {
  const some = { numRuns: 300 };
  /** Words of a small vocabulary, said again and again with changes: near enough to chants to be on both sides. */
  const chanting = fc
    .tuple(
      fc.array(fc.string({ minLength: 1, maxLength: 90, unit: fc.constantFrom("a", "b", " ") }), {
        minLength: 1,
        maxLength: 7,
      }),
      fc.array(fc.nat({ max: 6 }), { minLength: 10, maxLength: 60 }),
      fc.nat({ max: 12 }),
    )
    .map(([words, order, times]) => {
      const said = order.map((index) => words[index % words.length]!).join("");
      return (said + said.slice(0, 80).repeat(times)).slice(0, 9_000);
    });
  const marked = fc
    .array(
      fc.oneof(
        fc.constantFrom(..."`-*+#>|=_.\n \t1", "```", "~~~", "\n```\n", "\n- ", "\n| a | b |\n", "\n\n---\n", "\r\n"),
        fc.constantFrom(sentence, "ha ha ", "x"),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));

  test("the verdict is the one of a plain search", () =>
    fc.assert(
      fc.property(chanting, (text) => {
        expect(place("x" + text)).toBe(plainPlace("x" + text));
      }),
      some,
    ));
  test("R6 a window is found again wherever its anchors lie, among words that are all new", () => {
    const letters = (seed: number, count: number) => {
      const random = seeded(seed);
      return Array.from({ length: count }, () => "abcdefghijklmnop"[random(16)]).join("");
    };
    const gaps = fc.array(fc.nat({ max: 5 }), { minLength: 9, maxLength: 14 });
    const lengths = fc.array(fc.nat({ max: 230 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.nat(), gaps, lengths, fc.integer({ min: 47, max: 53 }), (seed, gaps, lengths, width) => {
        const window = letters(seed, width);
        const between = gaps.map((gap) => letters(seed + gap + 1, lengths[gap]!));
        const text = letters(seed + 9, seed % 3_000) + between.map((words) => window + words).join("") + window;
        expect(place(text)).toBe(plainPlace(text));
      }),
      some,
    );
  });
  test("the verdict does not depend on the chunks", () =>
    fc.assert(
      fc.property(fc.oneof(chanting, marked), fc.integer({ min: 1, max: 80 }), (text, size) => {
        const stream = text + sentence.repeat(11);
        expect(place(stream, size)).toBe(place(stream));
      }),
      some,
    ));
  test("a detector that was reset is like a new one", () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(chanting, marked), { minLength: 2, maxLength: 4 }), (texts) => {
        const detector = createTextLoopDetector();
        for (const text of texts) {
          detector.reset();
          expect(detector.push(text)).toEqual(createTextLoopDetector().push(text));
        }
      }),
      some,
    ));
  test("random text has no chant, even of few letters", () =>
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 3, max: 60 }), (seed, letters) => {
        let state = seed;
        const letter = () => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
          return String.fromCharCode(97 + ((state >>> 16) % letters));
        };
        expect(place(Array.from({ length: 20_000 }, letter).join(""))).toBe(-1);
      }),
      { numRuns: 50 },
    ));
  test("an exact chant of a period up to 250 is found by its tenth window, whatever came before", () =>
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 250, unit: fc.constantFrom(..."abcdefgh ,é漢\ud83d") }),
        fc.nat({ max: 9_000 }),
        (period, before) => {
          const start = filler(before + 1);
          const found = place(start + period.repeat(600).slice(0, 9 * period.length + 50));
          expect(found).toBeGreaterThan(start.length);
        },
      ),
      some,
    ));
});
