/** Chants in disguise: they look like marks that reset, hide behind line ends, or begin where a memory wraps (D2). */
import { answer, lines, paragraph, sentence, times } from "./prose.js";
import { chant, repeat, type Chant, type Cut } from "./streams.js";
import { toolCall, type TextStream } from "./types.js";

/** Lines that begin with a mark which is none, as no space follows it. */
const lookAlikes: readonly (readonly [name: string, line: string, cut: Cut])[] = [
  ["bold words", "**Wait.** Let me read the error message once more.\n", "tokens"],
  ["emphasis", "*Actually*, the path should be checked again first.\n", "lines"],
  ["a negative number", "-1 is returned again, so I will look at the index.\n", "characters"],
  ["a hash and a number", "#1 priority is to make the failing test pass again.\n", "twenty"],
  ["a decimal number", "1.5 seconds have passed, I will look at it again now.\n", "tokens"],
  ["a vote", "+1 for this plan, so I will go on with the plan now.\n", "bursts"],
  ["an option", "--force is what I will try now, as it is safe here.\n", "tokens"],
  ["inline code", "`npm ci` has to be run again before we can continue.\n", "lines"],
  ["a year", "2026 is the year in the file, so I check the year.\n", "bursts"],
];

const disguises: Chant[] = [
  ...lookAlikes.map(([what, line, cut]): Chant => {
    return {
      name: `a chant whose lines begin with ${what}`,
      kind: "chant",
      why: "D2: only real marks reset (CommonMark 4.2, 5.2: a space follows them); this is prose, and the same each time",
      cut,
      period: line.length,
      write: () => ({ body: repeat(line) }),
    };
  }),
  {
    name: "a chant with pipes in its middle",
    kind: "chant",
    why: "D2: a table's row begins its line; a pipe within a sentence makes no table",
    period: 62,
    write: () => ({ body: repeat("The command is cat log | grep error | wc -l and nothing else. ") }),
  },
  {
    name: "a chant with inline code in three backticks",
    kind: "chant",
    why: "CommonMark 4.5 and 6.1: three backticks that open and close within a line are inline code and no fence",
    cut: "tokens",
    period: 58,
    write: () => ({ body: repeat("Please run ```npm ci``` again and tell me what it prints. ") }),
  },
  {
    name: "a chant with hyphens and a greater sign in its middle",
    kind: "chant",
    why: "D2: marks count at the start of a line only",
    cut: "characters",
    period: 64,
    write: () => ({ body: repeat("The arrow - it goes from a to b - is written as a > b, so to say. ") }),
  },
  {
    name: "a chant with Windows line ends",
    kind: "chant",
    why: "D2: how lines end does not matter",
    cut: "lines",
    period: 56,
    write: () => ({ body: repeat("Let me verify that the file was written to the disk.\r\n") }),
  },
  {
    name: "a chant after a fence with Windows line ends",
    kind: "chant",
    why: "D2: the closing fence is followed by a carriage return, and closes all the same",
    period: 62,
    write: (dice) => ({
      before: `${sentence(dice)}\r\n\r\n\`\`\`bat\r\nnpm run build\r\n\`\`\`\r\n\r\n`,
      body: repeat("The batch file has been created, let me check its contents. "),
    }),
  },
  {
    name: "a chant after a fence closed by a longer one",
    kind: "chant",
    why: "CommonMark 4.5: a closing fence is at least as long as the opening one, and may have spaces behind it",
    cut: "characters",
    period: 60,
    write: (dice) => ({
      before: `${sentence(dice)}\n\n\`\`\`\nmake all\n\`\`\`\`\`  \n`,
      body: repeat("The build went through, now let me look at it once again. "),
    }),
  },
  {
    name: "a chant with gaps of two lengths",
    kind: "cycle",
    why: "D2: the average distance counts; the refrain comes after 340 and after 90 characters in turn, 215 on average",
    period: 230,
    write: (dice) => {
      const refrain = "So the answer is that the handle has been closed too early. ";
      const [long, short] = [paragraph(dice, 4).slice(0, 280), "Let me make sure of that. "];
      return { body: times(24, (n) => `${refrain}${n % 2 ? short : long} `).join("") };
    },
  },
  ...[4940, 4990, 5000, 5010, 9990].map((start): Chant => ({
    name: `a chant that begins at character ${start}`,
    kind: "border",
    why: "D2: the last 5,000 characters; wherever a memory of that size wraps, the chant is found",
    cut: "twenty",
    period: 71,
    write: (dice) => ({
      before: answer(dice, 40).slice(0, start),
      body: repeat("This is the point where I will summarise what we have found so far. "),
    }),
  })),
  {
    name: "a chant after sixty thousand characters",
    kind: "chant",
    why: "D5: what was forgotten is really forgotten, and the search still works after a very long answer",
    cut: "bursts",
    period: 86,
    write: (dice) => ({
      before: answer(dice, 140) + "\n\n",
      body: repeat("That was a long explanation, so let me explain it once more in different words. "),
    }),
  },
  {
    name: "a chant after tool calls",
    kind: "chant",
    why: "J4: calls reset what was said before them, and the chant that follows them counts by itself",
    period: 62,
    write: (dice) => ({
      before: times(5, () => [`${sentence(dice)} `, toolCall]).flat(),
      body: repeat("The output is empty, which means that the command has worked. "),
    }),
  },
  {
    name: "a chant that ends in a fine answer",
    kind: "chant",
    why: "D4: the stream is to be stopped while it chants; that it would have recovered later is no excuse",
    cut: "bursts",
    period: 64,
    write: (dice) => ({
      body: `${repeat("Let me think about this step by step, starting from the top. ")}\n\n${answer(dice, 4)}`,
    }),
  },
  {
    name: "a chant of lines, after code that had the same lines",
    kind: "chant",
    why: "D2: what stood in a fence does not count, what stands behind it does, though the words are the same",
    cut: "lines",
    period: 43,
    write: (dice) => {
      const line = "echo waiting for the database to come up\n";
      return { before: `${sentence(dice)}\n\n\`\`\`sh\n${lines(20, () => line.trim())}\n\`\`\`\n`, body: repeat(line) };
    },
  },
];

export const chantsInDisguise: readonly TextStream[] = disguises.map(chant);
