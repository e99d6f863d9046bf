/** Equal tool calls that still go somewhere, as their results are new, or that do not come often enough (D1). */
import type { Dice } from "./dice.js";
import { clock, lines, part, sentence, sourcePath, times } from "./prose.js";
import { around, call, fineCalls, shell, type FineCalls } from "./streams.js";
import { newPrompt, type Call, type CallStream } from "./types.js";

const a = shell("npm test", "1 failed, 41 passed");
const b = call("read_file", { file_path: "src/index.ts" }, 'import "./server.js";\n');
const c = call("list_directory", { path: "src" }, "index.ts\nserver.ts");
const passed = shell("npm test", "42 passed");

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
    why: "#8234, D1: new output is a sign of progress; each commit leaves fewer files",
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
    why: "#8234, D1: progress signals",
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
    why: "D1: another call in between breaks it, and it is another one each time",
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
    why: "J3: state resets on a new prompt; the user asked for the test twice",
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

export const callProgress: readonly CallStream[] = [...polling, ...progress, ...broken].map(fineCalls);
