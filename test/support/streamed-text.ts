/** Long answers for measuring: Markdown of all kinds, always the same, never a chant, and cut into many small pieces. */

const WORDS = (
  "harbour ledger heron tide window margin letter copper lantern orchard quarry ribbon signal thistle umbrella valley " +
  "walnut yarrow zephyr anchor basket candle dialect ember furrow granite hollow island juniper kettle meadow needle"
).split(" ");

/** Small numbers that look like chance and are the same each time. */
function createChance(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Chance = ReturnType<typeof createChance>;

const phrase = (chance: Chance, words: number): string =>
  Array.from({ length: words }, () => WORDS[chance(WORDS.length)]!).join(" ");
const sentences = (chance: Chance, count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + chance(9_000)} ${phrase(chance, 6 + chance(9))}.`).join(" ");

const blocks: readonly ((chance: Chance) => string)[] = [
  (chance) => `## ${phrase(chance, 4)}`,
  (chance) => sentences(chance, 4),
  (chance) => `${sentences(chance, 2)} **${phrase(chance, 3)}** and \`${phrase(chance, 1)}\`, *${phrase(chance, 2)}*.`,
  (chance) => Array.from({ length: 6 }, () => `- ${sentences(chance, 1)}`).join("\n"),
  (chance) => Array.from({ length: 4 }, (_, at) => `${at + 1}. ${sentences(chance, 1)}`).join("\n"),
  (chance) => `See [${phrase(chance, 2)}](https://example.org/${chance(10_000)}). ${sentences(chance, 2)}`,
  (chance) => `> ${sentences(chance, 2)}`,
  (chance) =>
    `| name | place | count |\n| --- | --- | --- |\n${Array.from({ length: 8 }, () => `| ${phrase(chance, 1)} | ${phrase(chance, 2)} | ${chance(9_999)} |`).join("\n")}`,
  (chance) => `\`\`\`ts\n${codeLines(chance, 24)}\n\`\`\``,
];

const codeLines = (chance: Chance, lines: number): string =>
  Array.from(
    { length: lines },
    () => `export const ${phrase(chance, 2).replace(" ", "_")} = (${phrase(chance, 1)}: number) => ${chance(9_999)};`,
  ).join("\n");

/** So many characters of Markdown with all sorts of blocks, small ones, as answers have. */
export function mixedMarkdown(characters: number): string {
  const chance = createChance(7);
  const made: string[] = [];
  for (let length = 0; length < characters;) {
    const block = `${blocks[made.length % blocks.length]!(chance)}\n\n`;
    made.push(block);
    length += block.length;
  }
  return made.join("").slice(0, characters);
}

/** Answers that are one block without end: what is slow in a long block shows here. */
export const endlessBlocks: Readonly<Record<string, (characters: number) => string>> = {
  paragraph: (characters) => sentences(createChance(11), characters / 50).slice(0, characters),
  code: (characters) => `\`\`\`ts\n${codeLines(createChance(12), characters / 45)}`.slice(0, characters),
  table: (characters) => {
    const chance = createChance(13);
    const rows = Array.from(
      { length: characters / 40 },
      () => `| ${phrase(chance, 1)} | ${phrase(chance, 2)} | ${chance(9_999)} |`,
    );
    return `| name | place | count |\n| --- | --- | --- |\n${rows.join("\n")}`.slice(0, characters);
  },
  list: (characters) => {
    const chance = createChance(14);
    return Array.from({ length: characters / 40 }, () => `- ${sentences(chance, 1)}`)
      .join("\n")
      .slice(0, characters);
  },
  line: (characters) => `\`\`\`json\n${phrase(createChance(15), characters / 6)}`.slice(0, characters),
};

/** In so many pieces, as equal as can be. */
export function inPieces(text: string, count: number): readonly string[] {
  const at = (index: number) => Math.round((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(at(index), at(index + 1)));
}
