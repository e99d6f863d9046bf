/** Streams to look for loops in: made up, the same each time. */

/** What one event of the stream brings: text, or a call of a Tool. Results never change. */
export type StreamEvent = string | { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export interface Stream {
  readonly name: string;
  readonly events: readonly StreamEvent[];
}

const words = (
  "the of and to in that is was for it with as his on be at by had not are but from or have an they which one you " +
  "were all her she there would their we him been has when who will no more if out so up said what its about than " +
  "into them can only other time new some could these two may first then do any like my now over such our man me even"
).split(" ");

/** The same numbers each time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Words in sentences and paragraphs that say nothing twice. */
export function prose(length: number, seed = 1): string {
  const roll = dice(seed);
  const said: string[] = [];
  for (let total = 0; total < length;) {
    const word = words[roll(words.length)]! + (roll(12) > 0 ? " " : roll(6) > 0 ? ". " : ".\n\n");
    said.push(word);
    total += word.length;
  }
  return said.join("").slice(0, length);
}

/** Flat strings, as a decoder gives them; a slice of a long string would still point into it. */
export const inChunks = (text: string, size = 20): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    Buffer.from(text.slice(index * size, (index + 1) * size), "utf16le").toString("utf16le"),
  );

const inLines = (text: string): string[] => text.split(/(?<=\n)/);

const sentence = "so let me look at the file once more to be quite sure. ";
const times = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join("");
const call = (name: string, args = {}): StreamEvent => ({ name, args });
const round = (count: number, ...names: string[]): StreamEvent[] =>
  Array.from({ length: count }, () => names.map((name) => call(name))).flat();

/**
 * On these Gemini CLI's loop detection does what it means to do, so that ours must give the same verdict: no `-` bullets,
 * no markup split between events, no events that it takes for a divider by mistake.
 */
export const streams: readonly Stream[] = [
  { name: "a chant", events: inChunks(sentence.repeat(20)) },
  { name: "almost a chant", events: inChunks(sentence.repeat(9)) },
  { name: "a chant after an answer", events: inChunks(prose(7_000) + sentence.repeat(20)) },
  { name: "one letter", events: inChunks("so " + "a".repeat(200)) },
  { name: "two letters", events: inChunks("ha".repeat(100)) },
  { name: "a chant in Chinese", events: inChunks("我再看一遍这个文件，以确保万无一失。".repeat(30)) },
  { name: "a chant in emoji", events: inChunks("well 🙂🙃 then ".repeat(40)) },
  { name: "period 250", events: inChunks(prose(250, 5).repeat(12)) },
  { name: "period 251", events: inChunks(prose(251, 5).repeat(12)) },
  { name: "two sentences in turn", events: inChunks((sentence + "no, that is not what it was about. ").repeat(15)) },
  { name: "five kinds between", events: inChunks(times(15, (index) => `${sentence}kind ${"abcde"[index % 5]}. `)) },
  { name: "six kinds between", events: inChunks(times(15, (index) => `${sentence}kind ${"abcdef"[index % 6]}. `)) },
  { name: "a slow drift", events: inChunks(times(40, (index) => `${sentence}try ${words[index]}. `)) },
  { name: "an answer", events: inChunks(prose(9_000, 2)) },
  {
    name: "JSON",
    events: inChunks(times(60, (index) => `{"id":${index * 77},"kind":"user","is_active":true,"roles":["reader"]},`)),
  },
  { name: "a list with stars", events: inLines(times(40, () => `* ${sentence}\n`)) },
  { name: "a list with plusses", events: inLines(times(40, () => `  + ${sentence}\n`)) },
  { name: "a numbered list", events: inLines(times(40, (index) => `${index + 1}. ${sentence}\n`)) },
  { name: "headings", events: inLines(times(40, () => `## ${sentence}\n${sentence}\n`)) },
  { name: "a quote", events: inLines(times(40, () => `> ${sentence}\n`)) },
  { name: "a table", events: inLines(times(40, () => `| ${sentence} | yes |\n`)) },
  { name: "a divider of equal signs", events: times(40, () => `${sentence}\n&=====&\n&`).split("&") },
  { name: "code", events: inLines("so:\n```js\n" + `call(${sentence})\n`.repeat(40) + "```\n") },
  { name: "a chant after code", events: inLines("so:\n```js\nx\n```\n" + `${sentence}\n`.repeat(20)) },
  { name: "a chant after a list", events: inLines(`* ${sentence}\n`.repeat(9) + `${sentence}\n`.repeat(20)) },
  { name: "a chant in a list item", events: inChunks(`* ${sentence.repeat(20)}`, 60) },
  { name: "a call between two halves of a chant", events: [sentence.repeat(9), call("a"), sentence.repeat(9)] },
  { name: "A five times", events: round(5, "a") },
  { name: "A four times", events: round(4, "a") },
  { name: "A B five times", events: round(5, "a", "b") },
  { name: "A B four times and A", events: [...round(4, "a", "b"), call("a")] },
  { name: "A B C D E five times", events: round(5, "a", "b", "c", "d", "e") },
  { name: "six calls in turn", events: round(9, "a", "b", "c", "d", "e", "f") },
  { name: "other work in between", events: [...round(4, "a"), call("b"), ...round(4, "a")] },
  { name: "a batch", events: Array.from({ length: 60 }, (_, index) => call("edit", { file_path: `src/${index}.ts` })) },
  { name: "words between the calls", events: round(5, "a").flatMap((event) => [sentence, event]) },
  ...Array.from({ length: 40 }, (_, seed) => ({ name: `made up ${seed}`, events: inChunks(madeUp(seed)) })),
];

/** A few phrases in an order that may or may not come to a chant. */
function madeUp(seed: number): string {
  const roll = dice(seed * 7_919);
  const phrases = Array.from({ length: 1 + roll(5) }, (_, index) => prose(10 + roll(110), seed * 10 + index) + " ");
  const order = Array.from({ length: 1 + roll(12) }, () => phrases[roll(phrases.length)]!);
  return Array.from({ length: 15 }, () => order.join("") + (roll(3) > 0 ? "" : words[roll(words.length)]!))
    .join("")
    .slice(0, 4_000);
}

/** A long answer as models write them. */
export function answer(length: number): string {
  let text = "";
  for (let seed = 1; text.length < length; seed++) {
    const line = (size: number) => prose(size, seed * 31 + size).replaceAll("\n", " ");
    text +=
      `## ${line(30)}\n\n${prose(900, seed)}\n\n* ${line(60)}\n* ${line(70)}\n* ${line(80)}\n\n` +
      `| ${line(20)} | ${line(21)} |\n|---|---|\n| ${line(22)} | ${line(23)} |\n\n` +
      `\`\`\`js\n${`${line(50)}\n${line(51)}\n`.repeat(5)}\`\`\`\n\n`;
  }
  return text.slice(0, length);
}

/** Texts made to cost as much as they can: what repeats without being a chant, what resets every few characters. */
export function hardTexts(length: number): { readonly name: string; readonly text: string }[] {
  const filled = (unit: (index: number) => string): string => {
    const units: string[] = [];
    for (let index = 0, total = 0; total < length; total += units[index]!.length, index++) units.push(unit(index));
    return units.join("");
  };
  const stem = prose(180, 3).replaceAll("\n", " ");
  const roll = dice(4);
  return [
    { name: "items that begin alike", text: filled((index) => `${stem}${index}; `) },
    { name: "a list of single letters", text: filled(() => "\n- a") },
    { name: "fences", text: filled(() => "```\na\n```\nb\n") },
    { name: "code", text: `\`\`\`\n${filled((index) => `\`\`${index}\n`)}` },
    { name: "fences that are none", text: filled((index) => `\`\`\`${index}`) },
    { name: "two letters by chance", text: filled(() => "ab"[roll(2)]!) },
    { name: "a table row without end", text: `| ${filled((index) => ` ${index} |`)}` },
  ];
}
