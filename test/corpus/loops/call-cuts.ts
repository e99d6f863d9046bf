/** Outputs that were cut or summarised before the Model saw them: it is what the Tool gave that counts (D1, X1, X5). */
import { lines, sentence, times } from "./prose.js";
import { call, callCycle, fineCalls, shell, type CallCycle, type FineCalls } from "./streams.js";
import type { Call, CallStream } from "./types.js";

/** As the Model is shown it: with an address that names the call, and as much as there was room for. */
const cut = (whole: Call, nth: number, room = 600): Call => ({
  ...whole,
  shown:
    `${whole.result.slice(0, room / 5)}\n... [CONTENT TRUNCATED] ...\n(${whole.result.length - room} characters left out. ` +
    `The full output is tool-output://call-${nth}: read any part of it with read_file.)\n${whole.result.slice((-room * 4) / 5)}`,
});

const summarised = (whole: Call, words: string): Call => ({ ...whole, shown: words });

const readKept = (nth: number, result: string) =>
  call("read_file", { file_path: `tool-output://call-${nth}`, start_line: 1 }, result);

const loops: CallCycle[] = [
  {
    name: "a long search whose output is cut each time",
    kind: "cut",
    why: "D1: the address in what is shown names the call, so that no two of them look alike",
    length: 1,
    write: (dice) => {
      const search = call(
        "grep_search",
        { pattern: "import" },
        lines(60, () => sentence(dice)),
      );
      return { cycle: times(9, (n) => cut(search, n)) };
    },
  },
  {
    name: "a test run that gets less room each time",
    kind: "cut",
    why: "D1, X3: the fuller the window, the less is shown; the output is the same",
    length: 1,
    write: (dice) => {
      const run = shell(
        "npm test",
        lines(80, () => sentence(dice)),
      );
      return { cycle: times(9, (n) => (n < 2 ? run : cut(run, n, 1_500 - n * 100))) };
    },
  },
  {
    name: "a long log that is summarised in other words each time",
    kind: "cut",
    why: "D1, X5: a Model words a summary anew; the log is the same",
    length: 1,
    write: (dice) => {
      const log = shell(
        "cat build.log",
        lines(60, () => sentence(dice)),
      );
      return { cycle: times(9, () => summarised(log, sentence(dice))) };
    },
  },
  {
    name: "a cut output and the reading of the rest in turn",
    kind: "cut",
    why: "D1: the address that is read is another one each time, what stands there is not",
    length: 2,
    write: (dice) => {
      const run = shell(
        "npm run lint",
        lines(60, () => sentence(dice)),
      );
      const rest = (n: number) => `[This is not all of “tool-output://call-${n}”: lines 1–20 of 60.]\n${run.result}`;
      return { cycle: times(9, (n) => [cut(run, n), readKept(n, rest(n))]).flat() };
    },
  },
];

const fine: FineCalls[] = [
  {
    name: "a log that grows where it is cut",
    kind: "cut",
    why: "D1: new results are progress, also where head and tail are the same",
    write: (dice) => {
      const [head, tail] = [lines(30, () => sentence(dice)), lines(30, () => sentence(dice))];
      return times(12, (n) => cut(shell("make", `${head}\n${lines(n, (step) => `step ${step} done`)}\n${tail}`), n));
    },
  },
  {
    name: "results that are new, though they are summarised alike",
    kind: "cut",
    why: "D1: what the Tool gave is new each time",
    write: () => times(12, (n) => summarised(shell("npm test", `${40 - n} failed`), "Some tests fail.")),
  },
  {
    name: "kept outputs read one after the other",
    kind: "cut",
    why: "D1: another output under each address",
    write: (dice) => times(12, (n) => readKept(n, sentence(dice) + n)),
  },
];

export const callCuts: readonly CallStream[] = [...loops.map(callCycle), ...fine.map(fineCalls)];
