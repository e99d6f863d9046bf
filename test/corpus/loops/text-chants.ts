/** Text that goes round in circles: the same words, cycles of sentences, and chants in every script (D2). */
import { answer, lines, paragraph, sentence } from "./prose.js";
import { chant, repeat, type Chant, type Cut } from "./streams.js";
import { newPrompt, type TextKind, type TextStream } from "./types.js";

/** One unit again and again, from the first character on. */
const plain = (name: string, kind: TextKind, why: string, unit: string, cut: Cut = "tokens"): Chant => ({
  name,
  kind,
  why,
  cut,
  period: unit.length,
  write: () => ({ body: repeat(unit) }),
});

/** One unit again and again, after an answer that is as it should be. */
const late = (chanted: Omit<Chant, "period" | "write"> & { unit: string; before: Chant["write"] }): Chant => ({
  ...chanted,
  period: chanted.unit.length,
  write: (dice) => ({ ...chanted.before(dice), body: repeat(chanted.unit) }),
});

const sentences: Chant[] = [
  plain(
    "one short sentence",
    "chant",
    "#13322: the model says that it will act, and never does; period 16",
    "I'll do it now. ",
  ),
  plain(
    "one sentence of a line",
    "chant",
    "#16472: the same text over and over; period near 60",
    "I will now check the configuration file once more, carefully. ",
  ),
  plain(
    "a promise to stop looping",
    "chant",
    "#16472: prints that it will stop looping, and does not; period near 90",
    "I seem to be repeating myself, so I will stop looping here and answer the question now. ",
    "bursts",
  ),
  plain(
    "a closing statement that never closes",
    "chant",
    "#12737: the statement at the end of a task is printed for ever; period near 170, on lines of its own",
    "The refactoring is complete: all tests pass, the types are clean and the documentation is up to date. Let me know if there is anything else that I can do for you today!\n\n",
    "bursts",
  ),
  plain(
    "a long sentence just within the distance",
    "chant",
    "D2: average distance at most 250; this period is 240 to 250",
    "Before I go on I want to make sure that the handler, which is called by the scheduler whenever the queue of pending sessions has been drained, really is given the token that the gateway made for it, and so I will read the gateway once more first. ",
  ),
  plain(
    "an apology without end",
    "chant",
    "D2: chanting identical sentences; period near 120, a line each",
    "I apologize for the confusion. You are right, the file was not saved. Let me correct that mistake right away for you.\n",
    "lines",
  ),
  plain("wait, wait, wait", "chant", "can1357/oh-my-pi#7639: doom repeating of a single word; period 6", "Wait, "),
  plain("a single letter", "chant", "D2 with the smallest period of all, 1: a decoder that is stuck", "a"),
  plain("very very very", "chant", "D2: a tiny period within what was a sentence", "very ", "twenty"),
  plain(
    "ellipsis without end",
    "chant",
    "D2: tiny period; dots are no divider of Markdown, and a user sees only dots",
    ". . ",
  ),
  plain(
    "blank lines without end",
    "chant",
    "D2: a model that sends nothing but line ends, for thousands of characters, is stuck",
    "\n",
  ),
  plain(
    "digits without end",
    "chant",
    "Gemini CLI's defect: a range in the divider's pattern takes digits for a divider and lets this pass",
    "3",
    "twenty",
  ),
  plain(
    "capitals and numbers",
    "chant",
    "Gemini CLI's defect: chunks such as ABC123 count as dividers, so that a chant in capitals is cleared at each",
    "RETRY:ERR_404;WAIT=0;",
    "tokens",
  ),
  plain(
    "shouted words",
    "chant",
    "Gemini CLI's defect: capitals in the divider's range; a word a chunk",
    "STOP NOW, CHECK AGAIN. ",
    "characters",
  ),
];

const cycles: Chant[] = [
  plain(
    "two sentences in turn",
    "cycle",
    "#13322: two sentences in turn, each on its own indented line",
    "  I'll do it.\n  I'll execute.\n",
    "lines",
  ),
  plain(
    "two longer sentences in turn",
    "cycle",
    "D2: a cycle of two sentences, period near 130",
    "Let me look at how the cache is filled when the session starts. Then I will compare it with what the store gives back to us. ",
  ),
  plain(
    "three sentences in turn",
    "cycle",
    "D2: a cycle of three sentences, period near 190",
    "First I need to understand the failing test. Then I need to find where the value is set for the first time. Once I know where it is set, I can go back and understand the failing test again. ",
    "bursts",
  ),
  plain(
    "five short sentences in turn",
    "cycle",
    "can1357/oh-my-pi#8701: variations of doing, implementing, starting, coding, without an end",
    "I'll do it. I'll implement it. I'll start. I'll begin coding. I'll write the code. ",
  ),
  plain(
    "question and answer in turn",
    "cycle",
    "#2289: answers the same question again and again; a paragraph each",
    "Is the port already in use?\n\nNo, the port is free, as the check above has shown.\n\n",
    "characters",
  ),
  plain(
    "eight lines in turn",
    "cycle",
    "#13322: a list of intentions without marks, repeated as a block; period under 250",
    "I'll use grep.\nI'll be quick.\nThen I'll read.\nThen I'll debug the test.\nThis is the best path.\nI'll act now.\nI am confident.\nI'll confirm it afterwards.\n",
    "lines",
  ),
];

const scripts: Chant[] = [
  plain(
    "a chant in Chinese",
    "chant",
    "D2 counts characters: a Chinese sentence of 19 is repeated, no spaces to hold on to",
    "我会再次检查这个文件,然后继续修改。",
  ),
  plain(
    "a cycle in Japanese",
    "cycle",
    "D2: two Japanese sentences in turn, chunk a character",
    "申し訳ありません、もう一度確認いたします。それでは設定ファイルを読み直します。",
    "characters",
  ),
  plain("a chant in Korean", "chant", "D2 in another script", "이제 파일을 다시 확인하고 수정하겠습니다. ", "twenty"),
  plain(
    "a chant in Russian",
    "chant",
    "D2 in another script; period near 70",
    "Сейчас я ещё раз проверю файл настроек и внесу исправления в код. ",
    "bursts",
  ),
  plain("a chant in Arabic", "chant", "D2 in a script from right to left", "سأتحقق من الملف مرة أخرى ثم أصلح الخطأ. "),
  plain(
    "a chant of emoji",
    "chant",
    "D2: surrogate pairs, cut between their halves now and then",
    "🎉 Done! ✅🚀 ",
    "tokens",
  ),
];

const afterwards: Chant[] = [
  late({
    name: "a chant after a long answer",
    kind: "chant",
    why: "D2: 5,000 characters are remembered; the answer before it is three times as long and fine",
    cut: "bursts",
    unit: "That should be all, but let me double-check the result once more. ",
    before: (dice) => ({ before: answer(dice, 34) + "\n\n", body: "" }),
  }),
  late({
    name: "a chant in the middle of a line",
    kind: "chant",
    why: "D2: what begins in a fine paragraph and goes on without a line end is still a chant",
    unit: "and then the queue is drained again, ",
    before: (dice) => ({ before: `${paragraph(dice, 6)} The worker starts `, body: "" }),
  }),
  late({
    name: "a chant after a closed fence",
    kind: "chant",
    why: "D2: a fence that was closed must not keep the text behind it from being watched",
    unit: "I have updated the function as requested, please review the change. ",
    before: (dice) => ({
      before: `${sentence(dice)}\n\n\`\`\`ts\n${lines(12, (n) => `table[${n}] = 0;`)}\n\`\`\`\n\n`,
      body: "",
    }),
  }),
  late({
    name: "a chant after a closed fence, a character at a time",
    kind: "border",
    why: "D2, a fence split over chunks: three backticks come as three chunks, at the opening and at the closing",
    cut: "characters",
    unit: "The build is green now, let me verify that it is really green. ",
    before: (dice) => ({ before: `${sentence(dice)}\n\n\`\`\`sh\nnpm run build\n\`\`\`\n`, body: "" }),
  }),
  late({
    name: "a chant after a longer fence that held a shorter one",
    kind: "chant",
    why: "D2: four backticks are closed by four; the three inside open nothing, so behind it the text is watched again",
    unit: "This is how you write a fence inside of a fence in Markdown. ",
    before: (dice) => ({
      before: `${sentence(dice)}\n\n\`\`\`\`md\nOne opens it:\n\`\`\`js\nrun();\n\`\`\`\nand leaves it:\n\`\`\`\n\`\`\`\`\n\n`,
      body: "",
    }),
  }),
  late({
    name: "a chant after a fence of tildes that held backticks",
    kind: "chant",
    why: "D2: a fence of tildes is closed by tildes; an odd number of backtick fences inside must not count",
    unit: "Now the heredoc is quoted correctly and the script can be run. ",
    before: (dice) => ({ before: `${sentence(dice)}\n\n~~~sh\ncat <<X\n\`\`\`\nX\n~~~\n\n`, body: "" }),
  }),
  late({
    name: "a chant after backticks named in a sentence",
    kind: "chant",
    why: "D2: three backticks in the middle of a line are no fence (CommonMark 4.5); counting them would hide the chant",
    unit: "Put the marks on a line of their own and try it again please. ",
    before: (dice) => ({ before: `${sentence(dice)} Begin it with \`\`\` and nothing else. `, body: "" }),
  }),
  late({
    name: "a chant after a list",
    kind: "chant",
    why: "D2: bullets reset, they do not switch off; the paragraph behind the list is watched",
    unit: "All of these points have been addressed in the latest version. ",
    before: (dice) => ({ before: `${lines(9, () => `- ${sentence(dice)}`)}\n\n`, body: "" }),
  }),
  late({
    name: "a chant within the last bullet",
    kind: "chant",
    why: "D2: a bullet resets once, at its start; the same sentence forty times in one bullet is a chant",
    unit: "Make sure that the key is set before you start the server. ",
    before: (dice) => ({ before: `${lines(4, () => `* ${sentence(dice)}`)}\n* `, body: "" }),
  }),
  late({
    name: "a chant after a table",
    kind: "chant",
    why: "D2: rows reset, they do not switch off; the paragraph behind the table is watched",
    unit: "As the table shows, the second option is the better one for us. ",
    before: (dice) => ({
      before: `| Option | Cost |\n|---|---|\n${lines(6, (n) => `| ${n} | ${dice.between(10, 99)} |`)}\n\n`,
      body: "",
    }),
  }),
  late({
    name: "a chant after a heading and a quote",
    kind: "chant",
    why: "D2: headings and quotes reset once",
    cut: "lines",
    unit: "We should keep this in mind for the next release.\n",
    before: (dice) => ({ before: `## Summary\n\n> ${sentence(dice)}\n\n`, body: "" }),
  }),
  late({
    name: "a chant between dividers that came before",
    kind: "chant",
    why: "D2: a divider resets once; the text behind it is watched",
    cut: "bursts",
    unit: "Section complete, moving on to the following section of the plan. ",
    before: (dice) => ({ before: `${paragraph(dice)}\n\n${"=".repeat(72)}\n\n`, body: "" }),
  }),
];

const borders: Chant[] = [
  ...(["characters", "tokens", "twenty", "bursts", "whole"] as const).map((cut) =>
    plain(
      `a chant cut into ${cut}`,
      "border",
      "D2: chunk borders fall anywhere; the verdict is the same for the same text",
      "Let me try a different approach to make the import resolve. ",
      cut,
    ),
  ),
  {
    name: "a chant after an open fence in an earlier prompt",
    kind: "prompts",
    why: "Gemini CLI's defect: an unbalanced fence blinds the search until the next fence; state must start anew with each prompt",
    period: 58,
    write: (dice) => ({
      before: [`${sentence(dice)}\n\n\`\`\`ts\nconst half = "an answer that was cut off`, newPrompt],
      body: repeat("Sure, I will continue from where the answer was cut off. "),
    }),
  },
  {
    name: "a chant two prompts after an open fence of tildes",
    kind: "prompts",
    why: "Gemini CLI's defect, as above, with a fine prompt between",
    cut: "bursts",
    period: 66,
    write: (dice) => ({
      before: [`~~~\n${lines(5, (n) => `row ${n}`)}`, newPrompt, answer(dice, 2), newPrompt, `${sentence(dice)} `],
      body: repeat("I will write the remaining rows of the file in the next message. "),
    }),
  },
  {
    name: "a chant in a prompt that began in the middle of a line",
    kind: "prompts",
    why: "J3: half a table row ended the prompt before; the new text begins on a new line and is no table",
    period: 60,
    write: () => ({
      before: ["| Name | Value |\n|---|---|\n| timeout | 30", newPrompt],
      body: repeat("The table was interrupted, let me write it out once more. "),
    }),
  },
  {
    name: "a chant of the prompt before, again and in full",
    kind: "prompts",
    why: "J3: seven times in the prompt before do not matter, and the chant of this prompt is found by its own count",
    period: 64,
    write: () => {
      const unit = "Understood, I will wait for the deployment to finish first. ";
      return { before: [unit.repeat(7), newPrompt], body: repeat(unit) };
    },
  },
];

export const chants: readonly TextStream[] = [...sentences, ...cycles, ...scripts, ...afterwards, ...borders].map(
  chant,
);
