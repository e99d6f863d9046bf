/** Prose and verse that repeat as people do: a few times, far apart, or always with something new (D2). */
import type { Dice } from "./dice.js";
import { answer, lines, paragraph, part, person, sentence, thing, times, town } from "./prose.js";
import { fine, type Fine } from "./streams.js";
import { newPrompt, toolCall, type TextStream } from "./types.js";

const refrain = "Row on, row on, the river is wide and the morning is near, ";
const consent = "The Tenant shall not, without the prior written consent of the Landlord, ";
const gifts = [
  "a lantern",
  "two brass keys",
  "three grey geese",
  "four warm loaves",
  "five paper boats",
  "six copper bells",
  "seven good books",
  "eight garden chairs",
  "nine quiet clocks",
  "ten woollen socks",
  "eleven blue jugs",
  "twelve new brooms",
];
const verse = (dice: Dice) =>
  times(
    4,
    () =>
      `${person(dice)} of ${town(dice)} went ${dice.pick(["over", "under", "along", "against"])} the ${dice.pick(["hill", "tide", "wall", "wind"])},`,
  ).join("\n");

const prose: Fine[] = [
  ...(["characters", "tokens", "bursts", "whole"] as const).map((cut): Fine => ({
    name: `a long answer in ${cut}`,
    kind: "prose",
    why: "an answer of twelve paragraphs, as most are",
    cut,
    write: (dice) => answer(dice, 12),
  })),
  {
    name: "a contract whose clauses begin alike, far apart",
    kind: "prose",
    why: "D2: average distance over 250; a phrase of legal texts comes back in each clause, and each clause is long",
    cut: "bursts",
    write: (dice) => lines(20, (n) => `${consent}do what is described in schedule ${n + 1}. ${paragraph(dice, 4)}\n`),
  },
  {
    name: "a contract whose clauses begin alike, close together",
    kind: "prose",
    why: "D2: near each other, but with a distinct text between each two",
    write: (dice) => lines(30, (n) => `${consent}place ${thing(dice)} in the ${part(dice)} room on floor ${n}.`),
  },
  {
    name: "an apology six times",
    kind: "prose",
    why: "D2: below ten occurrences; annoying, yet no chant",
    write: (dice) =>
      times(
        6,
        () => `I apologize for the confusion. You are right, and I will correct this at once. ${sentence(dice)} `,
      ).join(""),
  },
  {
    name: "nine times the same sentence",
    kind: "prose",
    why: "D2: ten occurrences are a loop, nine are not; the user had asked for it nine times",
    write: (dice) =>
      `${sentence(dice)}\n\n${"I will always close the garden gate behind me when I leave. ".repeat(9)}\n\n${paragraph(dice)}`,
  },
  {
    name: "nine times, then something else, then nine times",
    kind: "prose",
    why: "D2: the second nine are another sentence; none comes to ten",
    cut: "bursts",
    write: (dice) =>
      `${"I will always close the garden gate behind me when I leave. ".repeat(9)}\n\n${paragraph(dice)}\n\n${"I will water the tomatoes in the evening and never at noon. ".repeat(9)}\n\n${paragraph(dice)}`,
  },
  {
    name: "a conclusion after each long section",
    kind: "prose",
    why: "D2: the same sentence twelve times, but 600 characters and more apart",
    cut: "bursts",
    write: (dice) =>
      times(
        12,
        () =>
          `${paragraph(dice, 8)}\n\nWhich of these options is the best depends on how many users you expect to have.\n\n`,
      ).join(""),
  },
  {
    name: "questions and answers with fixed words",
    kind: "prose",
    why: "shared beginnings; each question is another one",
    write: (dice) =>
      lines(
        24,
        (n) =>
          `Question ${n + 1}: What happens when the ${part(dice)} has no ${thing(dice)}?\nAnswer: ${sentence(dice)}\n`,
      ),
  },
  {
    name: "a glossary of translations",
    kind: "prose",
    why: "translations: fixed words around pairs that are all distinct",
    cut: "twenty",
    write: (dice) =>
      lines(
        40,
        (n) =>
          `In English: "the ${part(dice)} number ${n}". Auf Deutsch: „das Bauteil Nummer ${n}“. En français : « la pièce numéro ${n} ».`,
      ),
  },
  {
    name: "the same instruction in Spanish for each file",
    kind: "prose",
    why: "#8232: tareas repetitivas; batch work told file by file",
    write: (dice) =>
      lines(
        30,
        (n) =>
          `Ahora voy a actualizar las importaciones del componente número ${n + 1}, que está en la carpeta ${part(dice)}.`,
      ),
  },
  {
    name: "a very long answer",
    kind: "prose",
    why: "D5: sixty thousand characters of fine text stay fine, whatever is forgotten on the way",
    cut: "bursts",
    write: (dice) => answer(dice, 140),
  },
  {
    name: "a plan for twelve equal weeks",
    kind: "prose",
    why: "D2: average distance over 250, and each week has its number; the user asked for twelve weeks",
    write: () =>
      lines(
        12,
        (n) =>
          `Week ${n + 1}. On Monday you swim for half an hour at a calm pace. On Tuesday you rest. On Wednesday you lift weights, three sets of ten. On Thursday you rest again. On Friday you run five kilometres, the last one fast. On Saturday you cycle with friends for as long as you like.`,
      ),
  },
  {
    name: "knitting, row by row",
    kind: "prose",
    why: "D2's numbers: rows alternate, but their numbers make every period another one",
    write: () =>
      lines(
        48,
        (n) =>
          `Row ${n + 1}: ${n % 2 ? "purl all stitches to the end, then turn" : "knit all stitches to the end, then turn"} the work.`,
      ),
  },
  {
    name: "ASCII art without a fence",
    kind: "prose",
    why: "a drawing with five equal rows, spaces and signs; below ten occurrences",
    write: (dice) =>
      `${sentence(dice)}\n\n      ________________________\n${lines(5, () => "     /  []  []  []  []  []   \\")}\n    /_________________________\\\n\n${paragraph(dice)}`,
  },
  {
    name: "an announcement before each of many calls",
    kind: "prose",
    why: "#5873, #8234: batch work; D2: a tool call resets the tracking of content, so the sentence never adds up",
    write: () => times(20, () => ["Now I will update the imports in the next file of the list. ", toolCall]).flat(),
  },
  {
    name: "an announcement before each of many calls, with a summary between",
    kind: "prose",
    why: "as above; what the model says between the calls is the same twice",
    cut: "bursts",
    write: (dice) =>
      times(16, (n) => [
        "That edit was applied successfully, so I move on. ".repeat(2),
        toolCall,
        n % 4 ? "" : sentence(dice),
      ]).flat(),
  },
];

const verses: Fine[] = [
  {
    name: "a song with a refrain",
    kind: "verse",
    why: "poems with refrains: eight times, each after a verse of its own",
    write: (dice) => times(8, () => `${verse(dice)}\n\n${refrain}\n\n`).join(""),
  },
  {
    name: "a song with a refrain after every verse of many",
    kind: "verse",
    why: "D2: twenty refrains close together, but each verse between them is another one: distinct periods",
    cut: "lines",
    write: (dice) => times(20, () => `${verse(dice)}\n${refrain}\n`).join(""),
  },
  {
    name: "a counting song",
    kind: "verse",
    why: "D2's numbers: the counter makes each verse another one; the user asked for all of it",
    write: () =>
      lines(
        60,
        (n) => `${60 - n} green lamps are hanging in the hall, ${60 - n} green lamps. Take one out and carry it home,`,
      ),
  },
  {
    name: "a song that grows with each verse",
    kind: "verse",
    why: "each verse repeats all gifts of the verses before: the ends are alike, the periods are distinct",
    cut: "bursts",
    write: () =>
      lines(
        12,
        (day) =>
          `On market day number ${day + 1} my neighbour brought to me ${gifts
            .slice(0, day + 1)
            .toReversed()
            .join(", ")}.`,
      ),
  },
  {
    name: "a litany with a short answer",
    kind: "verse",
    why: "the answer is shorter than a window of 50, and what stands before it is always another name",
    write: (dice) =>
      lines(50, (n) => `For the ${part(dice)} of ${town(dice)} and its ${n + 2} ${thing(dice)}, we give thanks.`),
  },
];

const gate = "I will always close the garden gate behind me when I leave. ";
const prompts: Fine[] = [
  {
    name: "half a chant in each of two prompts",
    kind: "prompts",
    why: "J3: state resets on a new prompt; eight and eight are not sixteen",
    write: () => [gate.repeat(8), newPrompt, gate.repeat(8)],
  },
  {
    name: "the same answer in each of many prompts",
    kind: "prompts",
    why: "J3: a user who asks the same again gets the same answer",
    cut: "bursts",
    write: () => times(14, () => [gate, newPrompt]).flat(),
  },
  {
    name: "almost a chant, then a prompt with fine text",
    kind: "prompts",
    why: "J3: nothing of the prompt before may add to the next",
    write: (dice) => [gate.repeat(9), newPrompt, `${gate}${answer(dice, 4)}`],
  },
  {
    name: "an open fence in an earlier prompt, then code in a fence",
    kind: "prompts",
    why: "Gemini CLI's defect: with the state of the earlier prompt the opening fence would close, and code be taken for text",
    write: (dice) => [
      `${sentence(dice)}\n\n\`\`\`ts\nconst half = `,
      newPrompt,
      `${sentence(dice)}\n\n\`\`\`ts\n${lines(40, () => "expect(readTheWholeThing()).toBe(undefined);")}\n\`\`\`\n`,
    ],
  },
  {
    name: "two backticks at the end of a prompt, one at the start of the next",
    kind: "prompts",
    why: "J3 with split fences: the three do not make a fence, and the fence that follows is one",
    cut: "characters",
    write: (dice) => [
      `${sentence(dice)}\n\`\``,
      newPrompt,
      `\`x\` it is.\n\`\`\`\n${lines(30, () => "make -C build clean all install check")}\n\`\`\`\n`,
    ],
  },
];

export const proseAndVerse: readonly TextStream[] = [...prose, ...verses, ...prompts].map(fine);
