/** Lists, tables and dividers: alike from line to line, and as they should be (D2: they reset). */
import type { Dice } from "./dice.js";
import { lines, paragraph, part, person, sentence, sourcePath, thing, times, town, verb } from "./prose.js";
import { fine, type Fine } from "./streams.js";
import type { TextStream } from "./types.js";

const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const plan = [
  "Run five kilometres at an easy pace, then stretch for ten minutes",
  "Rest day: a walk in the park and an early night, nothing more",
];

const lists: Fine[] = [
  {
    name: "a numbered list with a shared beginning",
    kind: "list",
    why: "D2: the test of distinct periods spares lists with a shared prefix",
    write: (dice) =>
      lines(60, (n) => `${n + 1}. Update the import of the shared settings module in \`${sourcePath(dice, n)}\``),
  },
  ...(["characters", "tokens", "twenty", "lines", "bursts"] as const).map((cut): Fine => ({
    name: `a list with hyphens of two items in turn, in ${cut}`,
    kind: "list",
    why: "Gemini CLI's defect: `-` bullets are not recognised; a training plan for six weeks is a list, also when split over chunks",
    cut,
    write: () => lines(42, (n) => `- ${plan[n % 2]}`),
  })),
  {
    name: "a list with Windows line ends",
    kind: "list",
    why: "D2: lists reset, however lines end",
    cut: "twenty",
    write: () => lines(42, (n) => `- ${plan[n % 2]}\r`),
  },
  {
    name: "a list with signs for what was done",
    kind: "list",
    why: "#8234: a report on batch work; the sign and the words are the same, the file is another one",
    write: (dice) =>
      lines(40, (n) => `✅ All checks have passed and nothing had to be changed in ${sourcePath(dice, n)}`),
  },
  {
    name: "a list in Hindi",
    kind: "list",
    why: "D2 in another script: shared beginning, distinct items",
    write: () =>
      lines(40, (n) => `${n + 1}. कृपया अध्याय ${n + 1} की सभी तालिकाओं के शीर्षक और संदर्भ एक बार फिर जाँच लें।`),
  },
  {
    name: "a list with asterisks of the same item",
    kind: "list",
    why: "D2: lists reset; fourteen vacant seats are fourteen lines",
    cut: "lines",
    write: (dice) =>
      `The board of ${town(dice)}:\n\n` +
      lines(
        20,
        (n) =>
          `* ${n < 6 ? person(dice) + ", elected for two years" : "Vacant seat, to be filled at the next general meeting"}`,
      ),
  },
  {
    name: "a list with plus signs, indented",
    kind: "list",
    why: "D2: lists reset, also indented and with `+`",
    write: (dice) =>
      lines(24, (n) => (n % 3 ? "  + Run the tests of the package and commit the change" : `+ ${sourcePath(dice, n)}`)),
  },
  {
    name: "a list of check boxes",
    kind: "list",
    why: "Gemini CLI's defect with `-` bullets; a plan with one line a file is what an agent writes at its start",
    cut: "bursts",
    write: (dice) =>
      lines(40, (n) => `- [${n < 12 ? "x" : " "}] Add the missing license header to ${sourcePath(dice, n)}`),
  },
  {
    name: "the same three tasks for each package",
    kind: "list",
    why: "D2: headings and bullets reset; #5873, the process was repetitive by nature, but finite",
    cut: "bursts",
    write: () =>
      lines(
        14,
        (n) =>
          `### Package ${n + 1}\n\n- Move the component and its test into the new folder\n- Search for its import paths and update them all\n- Run the tests\n`,
      ),
  },
  {
    name: "steps numbered with a parenthesis",
    kind: "list",
    why: "D2: lists reset, and each line is another one",
    write: (dice) =>
      lines(
        36,
        (n) => `${n + 1}) Open the ${part(dice)} settings and switch off the option named "${thing(dice)} ${n}"`,
      ),
  },
  {
    name: "a list with round bullets",
    kind: "list",
    why: "D2: shared prefix, distinct items, and a mark that Markdown does not know",
    write: (dice) =>
      lines(36, (n) => `• The member of the team who is responsible for room ${n + 100} is ${person(dice)}`),
  },
  {
    name: "a nested list with the same leaves",
    kind: "list",
    why: "D2: lists reset at any depth",
    write: (dice) =>
      lines(
        18,
        (n) =>
          `- ${sourcePath(dice, n)}\n    - unit tests: written, reviewed and passing\n    - documentation: written, reviewed and published`,
      ),
  },
  {
    name: "a plain list of long paths",
    kind: "list",
    why: "D2: more than 50 characters are the same in each line, and each line is another file",
    write: (dice) =>
      lines(50, (n) => `packages/applications/administration/src/components/${part(dice)}/${thing(dice)}-${n}.tsx`),
  },
  {
    name: "a list in Chinese",
    kind: "list",
    why: "D2 in a script without spaces: shared beginning, distinct items",
    write: () =>
      lines(40, (n) => `${n + 1}、请在第${n + 3}章中检查所有表格的标题、编号和引用是否正确,并记录发现的问题。`),
  },
  {
    name: "a list in Japanese with middle dots",
    kind: "list",
    why: "D2 in a script without spaces; the mark is none of Markdown's",
    cut: "twenty",
    write: (dice) =>
      lines(
        40,
        (n) =>
          `・${n + 1}番目のファイル「${part(dice)}${n}.ts」を開いて、古い設定名を新しい設定名に置き換えてください。`,
      ),
  },
  {
    name: "a changelog with the same line in each version",
    kind: "list",
    why: "D2: headings and `-` bullets reset; every release says that dependencies were updated",
    cut: "bursts",
    write: (dice) =>
      lines(
        18,
        (n) =>
          `## 2.${30 - n}.0\n\n- Updated dependencies and refreshed the lock file; no visible changes\n- ${sentence(dice)}\n`,
      ),
  },
  {
    name: "a table of contents with dotted leaders",
    kind: "list",
    why: "long runs of the same character in each line, below the 50 of a window; #5440, only an .md file was asked for",
    write: (dice) =>
      lines(40, (n) => `${`How the ${part(dice)} ${verb(dice)} ${thing(dice)} `.padEnd(44, ".")}.... ${12 + n * 3}`),
  },
  {
    name: "a rota by weekday",
    kind: "list",
    why: "the seven days come round again and again; who has to work is another one each time",
    write: (dice) =>
      lines(
        56,
        (n) => `${week[n % 7]}: early shift ${person(dice)}, late shift ${person(dice)}, on call ${person(dice)}`,
      ),
  },
];

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const wide = (dice: Dice) => [sentence(dice).padEnd(150), dice.pick(["yes", "no "]), String(dice.between(10, 99))];

const tables: Fine[] = [
  {
    name: "a table whose rows differ in one cell",
    kind: "table",
    why: "D2: tables reset; #7950, analysing large volumes of data",
    write: (dice) =>
      `${row(["Host", "State", "Last seen", "Note"])}\n|---|---|---|---|\n` +
      lines(60, (n) =>
        row([
          `web-${n}`,
          "healthy",
          "a few seconds ago",
          dice.pick(["nothing to report", "nothing to report", "was restarted"]),
        ]),
      ),
  },
  {
    name: "a table of truth values",
    kind: "table",
    why: "D2: tables reset; 64 rows of T and F",
    cut: "lines",
    write: () =>
      `${row([..."ABCDEF"])}\n${row(times(6, () => "---"))}\n` +
      lines(64, (n) => row([...n.toString(2).padStart(6, "0")].map((bit) => (bit === "1" ? "T" : "F")))),
  },
  {
    name: "a table with a very wide rule under its head",
    kind: "table",
    why: "D2: tables reset; a rule of 150 hyphens is how formatters align a wide column, not a period of 1",
    cut: "bursts",
    write: (dice) =>
      `${row(["Finding".padEnd(150), "ok ", "n "])}\n${row(["-".repeat(150), "---", "--"])}\n${lines(14, () => row(wide(dice)))}`,
  },
  {
    name: "a table with a very wide rule, in tokens",
    kind: "table",
    why: "as above, the row of the rule split over many chunks",
    write: (dice) =>
      `${row(["Finding".padEnd(150), "ok ", "n "])}\n${row(["-".repeat(150), "---", "--"])}\n${row(wide(dice))}`,
  },
  {
    name: "a table with forty columns of the same sign",
    kind: "table",
    why: "D2: tables reset; a matrix of what supports what is full of the same cell, within a row as well",
    write: (dice) =>
      `${row(["", ...times(40, (n) => `v${n + 1}`)])}\n${row(times(41, () => "-"))}\n` +
      lines(12, (n) => row([`feature ${n}`, ...times(40, (v) => (v > dice.between(0, 12) ? "✓" : "✗"))])),
  },
  {
    name: "rows that are all the same",
    kind: "table",
    why: "D2: tables reset; an empty form to be printed has equal rows",
    cut: "tokens",
    write: (dice) =>
      `${paragraph(dice, 2)}\n\n${row(["Date", "Hours", "Task", "Signature"])}\n|---|---|---|---|\n${lines(30, () => row(["          ", "     ", "                    ", "            "]))}`,
  },
  {
    name: "a table without outer pipes",
    kind: "table",
    why: "a row need not begin with a pipe; more than 50 characters are the same in each, the host is not",
    write: () =>
      `Host | State | Last seen | Note\n--- | --- | --- | ---\n${lines(50, (n) => `web-${n}.example.org | healthy | a few seconds ago | nothing to report, no action needed`)}`,
  },
  {
    name: "a table with Windows line ends",
    kind: "table",
    why: "D2: tables reset, however lines end; the rows of the form are equal",
    cut: "bursts",
    write: () =>
      `| Date | Task |\r\n|---|---|\r\n${lines(30, () => "| to be filled in by hand | to be filled in by hand |\r")}`,
  },
  {
    name: "a table drawn with plus and minus",
    kind: "table",
    why: "D2: tables reset; the rule between rows is the same each time",
    cut: "bursts",
    write: (dice) =>
      lines(
        30,
        (n) =>
          `+------------+------------------------+------------------------+\n| ${String(n).padEnd(10)} | ${person(dice).padEnd(22)} | ${town(dice).padEnd(22)} |`,
      ),
  },
  {
    name: "a table drawn with box characters",
    kind: "table",
    why: "D2: tables and dividers reset, and Gemini CLI's pattern of a divider knows box characters",
    write: (dice) =>
      `┌${"─".repeat(24)}┬${"─".repeat(70)}┐\n` +
      lines(
        24,
        () =>
          `│ ${town(dice).padEnd(22)} │ ${`${part(dice)} ${verb(dice)} ${thing(dice)}`.padEnd(68, " ")} │\n├${"─".repeat(24)}┼${"─".repeat(70)}┤`,
      ),
  },
  {
    name: "chess boards after each move",
    kind: "table",
    why: "D2: tables reset; most of a board is the same before and after the move",
    cut: "twenty",
    write: (dice) =>
      lines(
        12,
        (move) =>
          `After move ${move + 1}:\n\n${lines(8, (rank) => `+---+---+---+---+---+---+---+---+\n${row(times(8, (file) => (rank === dice.between(0, 7) && file === move % 8 ? "N" : " ")))}`)}\n`,
      ),
  },
];

const dividers: Fine[] = [
  ...(["=", "-", "_", "*", "─", "═"] as const).map((mark, index): Fine => {
    const cut = (["bursts", "tokens", "characters", "twenty", "tokens", "lines"] as const)[index]!;
    return {
      name: `sections parted by lines of ${mark}, in ${cut}`,
      kind: "divider",
      why: "D2: dividers reset, also when split over chunks; each is far longer than a window and has period 1",
      cut,
      write: (dice) => lines(9, () => `${paragraph(dice, 3)}\n\n${mark.repeat(90)}\n`),
    };
  }),
  {
    name: "titles underlined with equals signs",
    kind: "divider",
    why: "D2: headings and dividers reset; a title of 70 characters has an underline of 70",
    cut: "tokens",
    write: (dice) => lines(12, () => `${sentence(dice).slice(0, 76)}\n${"=".repeat(76)}\n\n${sentence(dice)}\n`),
  },
  {
    name: "dividers with spaces between",
    kind: "divider",
    why: "D2: dividers reset; CommonMark 4.1 allows `* * *` of any length",
    cut: "bursts",
    write: (dice) => lines(9, () => `${paragraph(dice, 3)}\n\n${"* ".repeat(45).trim()}\n`),
  },
];

export const listsAndTables: readonly TextStream[] = [...lists, ...tables, ...dividers].map(fine);
