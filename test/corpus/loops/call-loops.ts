/** Tool calls that go in a circle: a cycle of 1–5 calls, five times, with the same results (D1). */
import type { Dice } from "./dice.js";
import { lines, sentence, sourcePath, times } from "./prose.js";
import { around, call, callCycle, type CallCycle } from "./streams.js";
import { newPrompt, type CallStream } from "./types.js";

const grep = call("grep_search", { pattern: "createSession\\(", include: "src/**" }, "No matches found.");
const readConfig = call("read_file", { file_path: "src/config.ts" }, "export const port = 8080;\n");
const test = call("run_shell_command", { command: "npm test" }, "1 failed, 41 passed: expected 3 to be 4");
const editMiss = call(
  "replace",
  { file_path: "src/config.ts", old_string: "port = 3000", new_string: "port = 8080" },
  "Failed: 0 occurrences of the old string were found.",
);
const list = call("list_directory", { path: "src" }, "config.ts\nindex.ts\nserver.ts");
const status = call("run_shell_command", { command: "git status --short" }, " M src/config.ts");

const work = (dice: Dice, count: number) =>
  times(count, (n) => call("read_file", { file_path: sourcePath(dice, n) }, sentence(dice)));

const same: CallCycle[] = [
  {
    name: "the same search, again and again",
    kind: "same",
    why: "D1; anomalyco/opencode#45442: 364 identical searches in fifty minutes",
    length: 1,
    write: () => ({ cycle: around(40, grep) }),
  },
  {
    name: "five times the same, not once more",
    kind: "same",
    why: "D1: a cycle of one is a loop at its fifth time",
    length: 1,
    write: () => ({ cycle: around(6, readConfig) }),
  },
  {
    name: "the same read after much good work",
    kind: "same",
    why: "anomalyco/opencode#43673: progressed normally for a while, then entered a loop",
    length: 1,
    write: (dice) => ({ before: work(dice, 40), cycle: around(12, readConfig) }),
  },
  {
    name: "an edit that was done the first time",
    kind: "same",
    why: "agentscope-ai/QwenPaw#6116: the first call succeeds, the same call then fails the same way without end",
    length: 1,
    write: () => ({ before: [{ ...editMiss, result: "Replaced 1 occurrence." }], cycle: around(9, editMiss) }),
  },
  {
    name: "a file written again and again",
    kind: "same",
    why: "agentscope-ai/QwenPaw#6116: identical writes that all succeed were not found, as no error was told",
    length: 1,
    write: (dice) => {
      const content = lines(200, () => sentence(dice));
      return {
        cycle: around(
          10,
          call("write_file", { file_path: "notes.md", content }, `Wrote ${content.length} characters.`),
        ),
      };
    },
  },
  {
    name: "a commit with nothing to commit",
    kind: "same",
    why: "anomalyco/opencode#43673: the same git add and commit again and again",
    length: 1,
    write: () => ({
      cycle: around(
        8,
        call(
          "run_shell_command",
          { command: 'git commit -am "Fix the port"' },
          "nothing to commit, working tree clean",
        ),
      ),
    }),
  },
  {
    name: "a call without arguments and without output",
    kind: "same",
    why: "D1: empty arguments and an empty result are the same each time as well",
    length: 1,
    write: () => ({ cycle: around(8, call("refresh_index", {}, "")) }),
  },
  {
    name: "the same call with its keys in another order",
    kind: "order",
    why: "D1: the same arguments are the same call, in whatever order the model writes them",
    length: 1,
    write: (dice) => ({
      cycle: times(10, () => call("replace", shuffled(dice, editMiss.args), editMiss.result)),
    }),
  },
  {
    name: "the same call with nested keys in another order",
    kind: "order",
    why: "D1: as above, at any depth",
    length: 1,
    write: (dice) => ({
      cycle: times(10, () =>
        call(
          "query",
          shuffled(dice, {
            table: "people",
            limit: 10,
            where: shuffled(dice, { city: "Ghent", active: true, age: { from: 20 } }),
          }),
          "[]",
        ),
      ),
    }),
  },
];

const cycles: CallCycle[] = [
  {
    name: "read and edit in turn",
    kind: "cycle",
    why: "D1: A B A B; Gemini CLI finds it since it looks for cycles of 2–5",
    length: 2,
    write: () => ({ cycle: around(9, readConfig, editMiss) }),
  },
  {
    name: "an edit made and taken back in turn",
    kind: "cycle",
    why: "openchamber/openchamber#382: kept editing the same file for ages; each edit succeeds, nothing is gained",
    length: 2,
    write: () => {
      const done = "Replaced 1 occurrence.";
      const there = call("replace", { file_path: "a.ts", old_string: "let x", new_string: "const x" }, done);
      const back = call("replace", { file_path: "a.ts", old_string: "const x", new_string: "let x" }, done);
      return { cycle: around(9, there, back) };
    },
  },
  {
    name: "edit, test and read in turn",
    kind: "cycle",
    why: "D1: A B C; gke-labs/gemini-for-kubernetes-development#680: repeats the same failing actions",
    length: 3,
    write: () => ({ cycle: around(8, editMiss, test, readConfig) }),
  },
  {
    name: "a circle of four",
    kind: "cycle",
    why: "D1: cycles of up to five calls",
    length: 4,
    write: () => ({ cycle: around(8, list, readConfig, editMiss, test) }),
  },
  {
    name: "a circle of five",
    kind: "cycle",
    why: "D1: the longest cycle, found at the twenty-fifth call",
    length: 5,
    write: () => ({ cycle: around(7, list, readConfig, editMiss, test, status) }),
  },
  {
    name: "four of one and then another",
    kind: "cycle",
    why: "D1: never five of the same in a row, but a cycle of five calls in which one comes four times",
    length: 5,
    write: () => ({ cycle: around(7, grep, grep, grep, grep, list) }),
  },
  {
    name: "a pair within a circle of three",
    kind: "cycle",
    why: "D1: A A B is a cycle of three",
    length: 3,
    write: () => ({ cycle: around(8, test, test, editMiss) }),
  },
  {
    name: "a circle after good work that used the same calls",
    kind: "cycle",
    why: "D1: the same calls had new results before; the cycle counts from where the results stay the same",
    length: 2,
    write: () => ({
      before: times(6, (n) => [
        { ...test, result: `${9 - n} failed, ${33 + n} passed` },
        { ...readConfig, result: `port = ${n};` },
      ]).flat(),
      cycle: around(9, test, readConfig),
    }),
  },
  {
    name: "a circle that begins in its middle",
    kind: "cycle",
    why: "D1: a cycle has no first call; two others stand before it",
    length: 4,
    write: () => ({ before: [test, status], cycle: around(8, readConfig, list, test, status) }),
  },
  {
    name: "a switch put on and off",
    kind: "cycle",
    why: "D1: the same call with one of two results in turn; from the second round on no result is new",
    length: 2,
    write: () => {
      const put = (state: string) => call("toggle_setting", { key: "strict" }, `strict is now ${state}`);
      return { cycle: around(9, put("on"), put("off")) };
    },
  },
  {
    name: "a circle after three hundred calls",
    kind: "cycle",
    why: "D1: only the last 25 calls matter, however many came before",
    length: 3,
    write: (dice) => ({ before: work(dice, 300), cycle: around(8, list, grep, status) }),
  },
  {
    name: "a circle in the second prompt",
    kind: "prompts",
    why: "J3: the first prompt was fine and its calls count for nothing",
    length: 2,
    write: (dice) => ({
      before: [...work(dice, 8), readConfig, editMiss, newPrompt],
      cycle: around(9, readConfig, editMiss),
    }),
  },
];

const shuffled = (dice: Dice, args: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(dice.shuffle(Object.entries(args)));

export const callLoops: readonly CallStream[] = [...same, ...cycles].map(callCycle);
