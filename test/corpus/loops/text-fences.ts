/** Code in fences: whatever it repeats, it is code and no chant (D2: fences reset, also when split over chunks). */
import type { Dice } from "./dice.js";
import { clock, lines, paragraph, part, person, sentence, sourcePath, thing, times } from "./prose.js";
import { fine, type Fine } from "./streams.js";
import type { TextStream } from "./types.js";

const fenced = (language: string, code: string, marks = "```") => `${marks}${language}\n${code}\n${marks}`;
const around = (dice: Dice, block: string) => `${sentence(dice)}\n\n${block}\n\n${paragraph(dice, 2)}\n`;

const boilerplate = (count: number) =>
  lines(count, () => `  if (error) {\n    logger.error(error);\n    return callback(error);\n  }\n`);
const zeros = lines(24, () => `  [${times(24, () => "0").join(", ")}],`);

const fences: Fine[] = [
  {
    name: "boilerplate in a fence",
    kind: "fence",
    why: "D2: no search within code; the same four lines twenty times",
    cut: "bursts",
    write: (dice) => around(dice, fenced("js", boilerplate(20))),
  },
  {
    name: "boilerplate in a fence, a character at a time",
    kind: "fence",
    why: "D2: Gemini CLI misses a fence that is split across chunks, and the code is then taken for a chant",
    cut: "characters",
    write: (dice) => around(dice, fenced("js", boilerplate(20))),
  },
  {
    name: "boilerplate in a fence, in tokens",
    kind: "fence",
    why: "as above; the backticks come as two and one, or one and two",
    write: (dice) =>
      around(
        dice,
        fenced(
          "go",
          lines(30, () => "\tif err != nil {\n\t\treturn nil, err\n\t}"),
        ),
      ),
  },
  {
    name: "a matrix of zeros in a fence",
    kind: "fence",
    why: "D2: no search within code; period 3 over thousands of characters",
    cut: "twenty",
    write: (dice) => around(dice, fenced("python", `grid = [\n${zeros}\n]`)),
  },
  {
    name: "several fences with the same code between",
    kind: "fence",
    why: "D2: fences reset; the sentence between them is short and the same each time",
    cut: "bursts",
    write: () =>
      lines(
        14,
        (n) =>
          `Then in the next file, the same change again:\n\n${fenced("diff", `-import { a } from "./old-${n}";\n+import { a } from "./new";`)}\n`,
      ),
  },
  {
    name: "a fence of tildes",
    kind: "fence",
    why: "CommonMark 4.5: tildes fence as backticks do",
    write: (dice) =>
      around(
        dice,
        fenced(
          "sh",
          lines(40, () => "kubectl rollout restart deployment/worker --namespace staging"),
          "~~~",
        ),
      ),
  },
  {
    name: "a fence of four backticks with fences inside",
    kind: "fence",
    why: "CommonMark 4.5: the shorter fence inside closes nothing; the text between the inner fences is still code",
    cut: "bursts",
    write: (dice) =>
      around(
        dice,
        fenced(
          "md",
          lines(16, () => "```sh\nnpm test\n```\nRun this command in the folder of the package and wait for its end."),
          "````",
        ),
      ),
  },
  {
    name: "a fence of four backticks with one open fence inside",
    kind: "fence",
    why: "CommonMark 4.5: an odd number of inner fences must not turn code and text around",
    write: (dice) =>
      around(
        dice,
        fenced(
          "md",
          `An open fence:\n\`\`\`\n${lines(24, () => "all of this is code, as nothing has closed the fence yet")}`,
          "````",
        ),
      ),
  },
  {
    name: "a fence within a list item",
    kind: "fence",
    why: "CommonMark: a fence may be indented with the item it belongs to",
    write: (dice) =>
      `1. ${sentence(dice)}\n\n   \`\`\`yaml\n${lines(30, () => "   - name: wait for the database to accept connections")}\n   \`\`\`\n\n2. ${sentence(dice)}`,
  },
  {
    name: "a fence that the end of the answer cuts off",
    kind: "fence",
    why: "D2: an answer that reaches its limit within code stays code to its end",
    cut: "bursts",
    write: (dice) =>
      `${sentence(dice)}\n\n\`\`\`sql\n${lines(60, () => "UPDATE accounts SET balance = 0 WHERE balance IS NULL;")}`,
  },
  {
    name: "JSON objects that are all alike, in a fence",
    kind: "fence",
    why: "#7950: a JSON pipeline was truncated by loop detection",
    cut: "tokens",
    write: (dice) =>
      around(
        dice,
        fenced(
          "json",
          `[\n${lines(40, () => `  { "status": "ok", "errors": [], "warnings": [], "skipped": false },`)}\n]`,
        ),
      ),
  },
  {
    name: "a stack overflow quoted in a fence",
    kind: "fence",
    why: "D2: no search within code; the trace of an endless recursion has the same line a hundred times",
    cut: "lines",
    write: (dice) =>
      around(
        dice,
        fenced(
          "",
          `RangeError: Maximum call stack size exceeded\n${lines(100, () => "    at visit (file:///app/src/walk.js:41:9)")}`,
        ),
      ),
  },
  {
    name: "dots of a test run in a fence",
    kind: "fence",
    why: "D2: no search within code; a test run prints a dot a test",
    write: (dice) =>
      around(
        dice,
        fenced(
          "",
          lines(12, (n) => `${".".repeat(72)} [${String(n * 8).padStart(3)}%]`),
        ),
      ),
  },
  {
    name: "ASCII art in a fence",
    kind: "fence",
    why: "D2: no search within code; a drawing is made of equal rows",
    cut: "twenty",
    write: (dice) =>
      around(
        dice,
        fenced(
          "",
          lines(24, () => `      ${"[]  ".repeat(14)}`),
        ),
      ),
  },
  {
    name: "license headers of many files in fences",
    kind: "fence",
    why: "#5873, #8234: the same header for each of many files is the task",
    cut: "bursts",
    write: (dice) =>
      lines(
        12,
        (n) =>
          `\`${sourcePath(dice, n)}\`:\n\n${fenced("ts", "/**\n * Copyright the authors of the orchard project.\n * This file may be used under the terms of its license.\n */")}\n`,
      ),
  },
  {
    name: "manifests for many services in one fence",
    kind: "fence",
    why: "D2: no search within code; most lines of a manifest are the same for each service",
    write: (dice) =>
      around(
        dice,
        fenced(
          "yaml",
          lines(
            20,
            (n) =>
              `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: ${part(dice)}-${n}\nspec:\n  type: ClusterIP\n  ports:\n    - port: 80`,
          ),
        ),
      ),
  },
  {
    name: "a fence with Windows line ends",
    kind: "fence",
    why: "D2: a fence is one, however lines end",
    write: (dice) =>
      around(
        dice,
        fenced(
          "bat",
          lines(30, () => "xcopy build dist /e /y /q && echo copied\r"),
        ),
      ),
  },
  {
    name: "a fence that holds lines of tildes and shorter marks",
    kind: "fence",
    why: "CommonMark 4.5: tildes do not close backticks, nor do two backticks or a fence with words behind it",
    cut: "characters",
    write: (dice) =>
      around(
        dice,
        fenced(
          "md",
          `~~~\n\`\`\n\`\`\`js is written like this\n${lines(24, () => "and all of this is still within the first fence")}`,
        ),
      ),
  },
  {
    name: "two fences, one right behind the other",
    kind: "fence",
    why: "D2: closing and opening fence may come in one chunk; an even number of marks is not the same as none",
    cut: "bursts",
    write: (dice) =>
      around(
        dice,
        times(8, () =>
          fenced(
            "sql",
            lines(6, () => "DELETE FROM sessions WHERE expires_at < now();"),
          ),
        ).join("\n"),
      ),
  },
  {
    name: "a fence with blank lines and text that looks like Markdown",
    kind: "fence",
    why: "D2: within code neither bullets nor headings mean anything, and no chant is looked for behind them",
    write: (dice) =>
      around(
        dice,
        fenced(
          "",
          `# not a heading\n\n- not a bullet\n\n${lines(30, () => `echo "still running, please be patient while we wait"`)}`,
        ),
      ),
  },
];

const unfenced: Fine[] = [
  {
    name: "imports without a fence",
    kind: "data",
    why: "#5873: import lists; each line begins alike and names another module",
    write: (dice) =>
      lines(
        50,
        (n) => `import { create${n} } from "../../../packages/shared/components/${part(dice)}/${thing(dice)}-${n}.js";`,
      ),
  },
  {
    name: "SQL without a fence",
    kind: "data",
    why: "D2: distinct periods; more than 50 characters are the same in each row",
    cut: "bursts",
    write: (dice) =>
      lines(
        50,
        (n) =>
          `INSERT INTO people (id, name, city, created_at) VALUES (${n}, '${person(dice)}', NULL, '2026-03-${10 + (n % 20)} ${clock(n * 977)}');`,
      ),
  },
  {
    name: "a diff without a fence",
    kind: "data",
    why: "#5873: updated imports, line by line; the lines begin with marks that are no bullets",
    cut: "lines",
    write: (dice) =>
      lines(
        40,
        (n) =>
          `-import { widget${n} } from "../../components/legacy/shared/${part(dice)}";\n+import { widget${n} } from "../../components/modern/shared/index";`,
      ),
  },
  {
    name: "cases of a switch without a fence",
    kind: "data",
    why: "distinct periods: each case is another number",
    write: () => lines(50, (n) => `    case ${n}: return this.dispatcher.handleRequestOfKind(${n}, context);`),
  },
  {
    name: "formulas, line by line",
    kind: "data",
    why: "the steps of a calculation begin alike and go on differently",
    write: () =>
      lines(40, (n) => `&= \\sum_{k=1}^{n} \\frac{k^{${n}}}{(k+1)^{2}} + \\int_{0}^{1} x^{${n}} \\, dx \\\\`),
  },
  {
    name: "a table in HTML without a fence",
    kind: "data",
    why: "distinct periods; the tags are the same in each row, the cells are not",
    write: (dice) =>
      lines(
        40,
        (n) =>
          `<tr><td class="number">${n}</td><td class="name">${person(dice)}</td><td class="size">${dice.between(100, 9999)}</td></tr>`,
      ),
  },
];

export const fencesAndCode: readonly TextStream[] = [...fences, ...unfenced].map(fine);
