/** Tool calls that are alike and still go somewhere: other arguments, other results, or not often enough (SPEC D1). */
import type { Dice } from "./dice.js";
import { clock, lines, part, sentence, sourcePath, times } from "./prose.js";
import { call, fineCalls, type FineCalls } from "./streams.js";
import { newPrompt, type Call, type CallStream } from "./types.js";

const shell = (command: string, result: string) => call("run_shell_command", { command }, result);
const around = (count: number, ...cycle: readonly Call[]) => times(count, () => cycle).flat();

const a = shell("npm test", "1 failed, 41 passed");
const b = call("read_file", { file_path: "src/index.ts" }, 'import "./server.js";\n');
const c = call("list_directory", { path: "src" }, "index.ts\nserver.ts");
const passed = shell("npm test", "42 passed");

const batches: FineCalls[] = [
  {
    name: "the same edit in forty files",
    kind: "batch",
    why: "#8234, #8237, facts II.14: batch edits; same tool, same result, another file each time",
    write: (dice) =>
      times(40, (n) =>
        call(
          "replace",
          { file_path: sourcePath(dice, n), old_string: "oldName", new_string: "newName" },
          "Replaced 1 occurrence.",
        ),
      ),
  },
  {
    name: "search, move and update for each file",
    kind: "batch",
    why: "#5873: search for references, git mv, update imports; repetitive by nature, but finite",
    write: (dice) =>
      times(12, (n) => {
        const file = sourcePath(dice, n);
        return [
          call("grep_search", { pattern: file }, "1 match"),
          shell(`git mv ${file} moved/${n}.ts`, ""),
          call(
            "replace",
            { file_path: "src/index.ts", old_string: file, new_string: `moved/${n}.ts` },
            "Replaced 1 occurrence.",
          ),
        ];
      }).flat(),
  },
  {
    name: "an edit and the same green test in turn",
    kind: "batch",
    why: "facts II.14: files changed are progress; the test is the same with the same result each time, the edit is not",
    write: (dice) =>
      times(15, (n) => [
        call("write_file", { file_path: sourcePath(dice, n), content: sentence(dice) }, "Wrote the file."),
        passed,
      ]).flat(),
  },
  {
    name: "pages of one file",
    kind: "batch",
    why: "#7950: loading and reading data block by block; only the offset moves",
    write: (dice) =>
      times(30, (n) =>
        call("read_file", { file_path: "data/readings.csv", offset: n * 500, limit: 500 }, sentence(dice)),
      ),
  },
  {
    name: "blocks of which many are empty",
    kind: "batch",
    why: "#7950: another offset, the same empty result",
    write: () =>
      times(30, (n) => call("read_file", { file_path: "data/sparse.csv", offset: n * 500, limit: 500 }, "(no rows)")),
  },
  {
    name: "large files that differ in their last line",
    kind: "batch",
    why: "facts II.14: what is compared must be all of the arguments; eight thousand characters are the same",
    write: (dice) => {
      const head = lines(100, () => sentence(dice));
      return times(12, (n) =>
        call(
          "write_file",
          { content: `${head}\nexport const shard = ${n};`, file_path: "src/shard.ts" },
          "Wrote the file.",
        ),
      );
    },
  },
  {
    name: "rows put into a table",
    kind: "batch",
    why: "#8232: análisis de datos; the same query with another value",
    write: (dice) =>
      times(30, (n) =>
        call("query", { sql: "INSERT INTO readings VALUES (?, ?)", values: [n, dice.between(0, 99)] }, "1 row"),
      ),
  },
  {
    name: "the same list in another order",
    kind: "batch",
    why: "D1: the order of keys is of no meaning, the order of a list is; permutations of a build order are tried",
    write: () => {
      const steps = ["types", "lint", "unit", "pack"];
      const orders = steps.flatMap((one) => steps.filter((other) => other !== one).map((other) => [one, other]));
      return orders.map((order) => call("run_steps", { order }, "failed: pack needs types"));
    },
  },
  {
    name: "tasks ticked off one by one",
    kind: "batch",
    why: "facts 9.3: incremental edits are no loop; the list is sent whole each time, with one more tick",
    write: () =>
      times(14, (done) =>
        call("write_todos", { todos: times(14, (n) => ({ text: `package ${n}`, done: n <= done })) }, "Saved."),
      ),
  },
];

const polling: FineCalls[] = [
  {
    name: "a build that is waited for",
    kind: "polling",
    why: "D1: same calls with new results are progress; the status tells another time",
    write: () =>
      times(20, (n) => shell("gh run view 4711", `in progress, ${clock(n * 30)} elapsed, ${n} of 20 jobs done`)),
  },
  {
    name: "sleep and look in turn",
    kind: "polling",
    why: "D1: the sleep is the same with the same result, what is looked at is not",
    write: () => times(12, (n) => [shell("sleep 30", ""), shell("kubectl get pods", `${n} of 12 running`)]).flat(),
  },
  {
    name: "the tail of a log",
    kind: "polling",
    why: "D1: new results; the window of lines moves on",
    write: () =>
      times(15, (n) =>
        shell(
          "tail -n 20 build.log",
          lines(20, (line) => `step ${n + line} finished`),
        ),
      ),
  },
  {
    name: "a long log that grows at its end",
    kind: "polling",
    why: "D1: what is compared must be all of the result; ten thousand characters are the same",
    write: (dice) => {
      const log = lines(150, () => sentence(dice));
      return times(10, (n) => shell("cat build.log", `${log}${lines(n, (line) => `\nstep ${line} finished`)}`));
    },
  },
  {
    name: "git status while files change",
    kind: "polling",
    why: "facts II.14: new output is a sign of progress; each commit leaves fewer files",
    write: () =>
      times(12, (n) =>
        shell(
          "git status --short",
          lines(12 - n, (file) => ` M src/file-${file}.ts`),
        ),
      ),
  },
  {
    name: "a status that stays four times and then moves",
    kind: "polling",
    why: "D1: five times are a loop, four are not",
    write: () => times(6, (stage) => around(4, shell("deploy status", `stage ${stage + 1} of 6 is running`))).flat(),
  },
  {
    name: "a debugger's next",
    kind: "polling",
    why: "D1: one command, each time another line of the program",
    write: (dice) =>
      times(25, (n) =>
        call("debugger", { command: "next" }, `main.c:${40 + n}: ${part(dice)} = ${dice.between(0, 99)};`),
      ),
  },
  {
    name: "a queue worked off with one command",
    kind: "polling",
    why: "D1: same call, new result; the cursor lives on the other side",
    write: (dice) => times(20, (n) => call("next_ticket", {}, `ticket ${900 + n}: ${sentence(dice)}`)),
  },
  {
    name: "results that come round again after a long while",
    kind: "polling",
    why: "D1: a call whose result takes seven values in turn is no cycle of 1–5; a light is watched",
    write: () => times(42, (n) => call("read_sensor", { id: "light" }, `phase ${n % 7}`)),
  },
];

const fixIt = (n: number) =>
  call(
    "replace",
    { file_path: "src/sum.ts", old_string: `step ${n}`, new_string: `step ${n + 1}` },
    "Replaced 1 occurrence.",
  );

const progress: FineCalls[] = [
  {
    name: "the same read after each edit",
    kind: "progress",
    why: "D1: the file is read again because it was changed; the result is another one",
    write: () =>
      times(10, (n) => [fixIt(n), call("read_file", { file_path: "src/sum.ts" }, `// step ${n + 1}`)]).flat(),
  },
  {
    name: "the same edit until none is left",
    kind: "progress",
    why: "D1: same arguments, and a result that counts down",
    write: () =>
      times(12, (n) =>
        call(
          "replace",
          { file_path: "a.md", old_string: "colour", new_string: "color" },
          `Replaced 1 occurrence, ${11 - n} are left.`,
        ),
      ),
  },
  {
    name: "a test with fewer failures each time, edits in turn",
    kind: "progress",
    why: "facts II.14: progress signals",
    write: () => times(10, (n) => [fixIt(n), shell("npm test", `${10 - n} failed, ${32 + n} passed`)]).flat(),
  },
  {
    name: "read the same file between different work",
    kind: "progress",
    why: "D1: fifteen equal reads with equal results, but never in a cycle",
    write: (dice) =>
      times(15, (n) => [
        b,
        call("write_file", { file_path: sourcePath(dice, n), content: `part ${n}` }, "Wrote the file."),
      ]).flat(),
  },
  {
    name: "migrations run one by one",
    kind: "progress",
    why: "D1: the same command, and each time the next migration",
    write: () => times(9, (n) => shell("./migrate --one", `applied 00${n + 1}`)),
  },
  {
    name: "three calls in turn, of which one has news",
    kind: "progress",
    why: "D1: a cycle whose every round brings one new result is progress as a whole",
    write: () => times(10, (n) => [b, c, shell("npm run bench", `median ${90 - n * 3} ms`)]).flat(),
  },
];

const retries: FineCalls[] = [
  {
    name: "a retry with longer timeouts",
    kind: "retry",
    why: "facts 9.3: retries with variation are no loop",
    write: () => times(8, (n) => shell(`curl --max-time ${2 ** n} https://registry.example.org/health`, "timed out")),
  },
  {
    name: "a search that is made wider",
    kind: "retry",
    why: "facts 9.3: retries with variation; a query typed letter by letter, always without a match",
    write: () =>
      times("createSession".length, (n) =>
        call("grep_search", { pattern: "createSession".slice(0, n + 1) }, "No matches found."),
      ),
  },
  {
    name: "spellings of an edit",
    kind: "retry",
    why: "facts 9.3: the old string is looked for with another indentation each time",
    write: () =>
      times(8, (n) =>
        call(
          "replace",
          { file_path: "a.py", old_string: `${" ".repeat(n)}return x`, new_string: "return y" },
          "Failed: 0 occurrences.",
        ),
      ),
  },
  {
    name: "the same call with numbers and with words",
    kind: "retry",
    why: 'D1: 1 and "1" are other arguments; a model that corrects the type of a value has tried something new',
    write: () =>
      [1, "1", true, [1], { value: 1 }, null, "one"].map((limit) =>
        call("list_issues", { limit }, "limit is not valid"),
      ),
  },
];

const broken: FineCalls[] = [
  {
    name: "four times the same",
    kind: "broken",
    why: "D1: five times are a loop, four are not",
    write: () => [b, ...around(4, a), c],
  },
  {
    name: "four times the same, something new, four times the same",
    kind: "broken",
    why: "facts 9.1: another call in between breaks it, and it is another one each time",
    write: (dice) =>
      times(5, (n) => [...around(4, a), call("read_file", { file_path: sourcePath(dice, n) }, sentence(dice))]).flat(),
  },
  {
    name: "four rounds of two, then something else",
    kind: "broken",
    why: "D1: the cycle is broken just before its fifth round",
    write: () => [...around(4, a, b), c, ...around(4, a, b), passed],
  },
  {
    name: "almost five rounds of three",
    kind: "broken",
    why: "D1: fourteen calls of fifteen",
    write: () => [...around(4, a, b, c), a, b, passed, c],
  },
  {
    name: "almost five rounds of five",
    kind: "broken",
    why: "D1: twenty-four calls of twenty-five; the last has another result",
    write: () => {
      const round = [a, b, c, shell("git diff --stat", " 1 file changed"), shell("npm run lint", "2 warnings")];
      return [...around(4, ...round), ...round.slice(0, 4), shell("npm run lint", "no warnings")];
    },
  },
  {
    name: "three calls in an order by chance",
    kind: "broken",
    why: "D1: the same three calls with the same results, but in no cycle that comes five times",
    write: (dice) => withoutCycles(dice, [a, b, c], 40),
  },
  {
    name: "the same call in two prompts",
    kind: "prompts",
    why: "J3, facts 9: state resets on a new prompt; the user asked for the test twice",
    write: () => [...around(3, a), newPrompt, ...around(4, a), newPrompt, ...around(3, a)],
  },
  {
    name: "a cycle cut by a prompt",
    kind: "prompts",
    why: "J3: three rounds and three rounds are not six",
    write: () => [...around(3, a, b), newPrompt, ...around(3, a, b)],
  },
];

/** Calls picked by chance, with the rule that no call ends a third round of any cycle of 1–5. */
function withoutCycles(dice: Dice, choices: readonly Call[], count: number): Call[] {
  const made: Call[] = [];
  while (made.length < count) {
    const open = choices.filter((next) => !endsThirdRound([...made, next]));
    made.push(dice.pick(open));
  }
  return made;
}

const endsThirdRound = (calls: readonly Call[]) =>
  [1, 2, 3, 4, 5].some((length) => {
    const last = calls.slice(-3 * length);
    return last.length === 3 * length && last.every((made, index) => made === last[index % length]);
  });

export const callProgress: readonly CallStream[] = [...batches, ...polling, ...progress, ...retries, ...broken].map(
  fineCalls,
);
