/** Data, logs and quoted output without a fence: alike from line to line, yet each line says something new (D2). */
import { clock, lines, paragraph, part, person, sentence, sourcePath, thing, times, verb } from "./prose.js";
import { fine, type Fine } from "./streams.js";
import type { TextStream } from "./types.js";

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const data: Fine[] = [
  {
    name: "JSON objects that differ in their id",
    kind: "data",
    why: "#7950, #8234: data analysis; more than 50 characters are the same in each object, the periods are distinct",
    write: () =>
      `[\n${lines(60, (n) => `  {"type": "measurement", "unit": "celsius", "valid": true, "source": "roof", "id": ${1000 + n}},`)}\n]`,
  },
  {
    name: "JSON over several lines",
    kind: "data",
    why: "reported of another agent: a JSON pipeline was truncated; most lines of an object are the same as in the one before",
    cut: "bursts",
    write: (dice) =>
      `{\n${lines(30, (n) => `  "${part(dice)}-${n}": {\n    "enabled": true,\n    "retries": 3,\n    "timeout": "30 seconds",\n    "owner": "${person(dice)}"\n  },`)}\n}`,
  },
  {
    name: "JSON on one long line",
    kind: "data",
    why: "#7950; no line end helps to tell the objects apart",
    cut: "twenty",
    write: (dice) =>
      JSON.stringify(
        times(50, (n) => ({ kind: "reading", unit: "kilometres per hour", id: n, value: dice.between(0, 200) })),
      ),
  },
  {
    name: "JSON lines with a growing time",
    kind: "data",
    why: "distinct periods: only the time moves, by a second a line",
    cut: "lines",
    write: () =>
      lines(
        70,
        (n) =>
          `{"level":"info","service":"ingest","message":"heartbeat received","at":"2026-05-01T${clock(3600 + n)}Z"}`,
      ),
  },
  {
    name: "comma separated values",
    kind: "data",
    why: "#7950: large volumes of data; columns with few values",
    write: (dice) =>
      `id,state,region,owner,visible,archived\n${lines(90, (n) => `${n},active,europe-west,${person(dice)},true,false`)}`,
  },
  {
    name: "base64",
    kind: "data",
    why: "no words and no spaces, and nothing in it repeats",
    cut: "bursts",
    write: (dice) =>
      `The icon, as a data URL:\n\ndata:image/png;base64,${times(4000, () => dice.pick([...base64])).join("")}`,
  },
  {
    name: "a gene, written out",
    kind: "data",
    why: "four letters only: windows are alike by nature, but no 50 in a row come back",
    write: (dice) =>
      lines(
        60,
        (n) =>
          `${String(n * 60 + 1).padStart(6)} ${times(6, () => times(10, () => dice.pick(["a", "c", "g", "t"])).join("")).join(" ")}`,
      ),
  },
  {
    name: "two thousand random digits",
    kind: "data",
    why: "digits alone are no chant; the sequence does not repeat",
    cut: "twenty",
    write: (dice) => `3.${times(2000, () => dice.between(0, 9)).join("")}`,
  },
  {
    name: "a hex dump of mostly zeros",
    kind: "data",
    why: "distinct periods: the address moves while the sixteen bytes stay the same",
    write: () =>
      lines(
        64,
        (n) => `${(n * 16).toString(16).padStart(8, "0")}  ${times(16, () => "00").join(" ")}  ................`,
      ),
  },
  {
    name: "addresses with a long shared beginning",
    kind: "data",
    why: "D2: lists with a shared prefix; each address is another one",
    write: (dice) =>
      lines(
        50,
        () => `https://storage.example.org/archive/projects/orchard/artifacts/builds/${dice.hex(12)}/report.html`,
      ),
  },
  {
    name: "a multiplication table in words",
    kind: "data",
    why: "the same few words in each line, other numbers",
    write: () =>
      lines(
        100,
        (n) =>
          `${1 + Math.floor(n / 10)} multiplied by ${1 + (n % 10)} is equal to ${(1 + Math.floor(n / 10)) * (1 + (n % 10))}.`,
      ),
  },
  {
    name: "settings, a line each",
    kind: "data",
    why: "shared prefix; the value is the same in each line, the name is not",
    write: (dice) =>
      lines(50, (n) => `ORCHARD_APPLICATION_FEATURE_FLAGS_EXPERIMENTAL_${part(dice).toUpperCase()}_${n}=disabled`),
  },
];

const logs: Fine[] = [
  {
    name: "progress that counts files",
    kind: "log",
    why: "D2's numbers: a counter in an otherwise equal sentence gives nine distinct periods of nine; it is progress",
    cut: "lines",
    write: () => lines(80, (n) => `Processing file ${n + 1} of 80: checked the header, no changes were necessary.`),
  },
  {
    name: "progress told in one paragraph",
    kind: "log",
    why: "as above, without line ends: what a model says while it works through a batch (#5873: systematically)",
    write: () => times(50, (n) => `Page ${n + 1} has been translated and checked against the glossary. `).join(""),
  },
  {
    name: "a download in per cent",
    kind: "log",
    why: "D2's numbers: the bar and the per cent move, the rest of the line is the same",
    write: () =>
      lines(50, (n) => `Downloading the vocabulary from the mirror [${"#".repeat(n / 2).padEnd(25, ".")}] ${n * 2}%`),
  },
  {
    name: "a log with times",
    kind: "log",
    why: "polling and tails of logs are quoted by models; few messages, but each at another time",
    cut: "bursts",
    write: (dice) =>
      lines(
        70,
        (n) =>
          `2026-04-12 ${clock(40_000 + n * 13)} INFO  [worker-${dice.between(1, 4)}] ${dice.pick(["batch finished without errors, waiting for the next one", "connection to the queue is healthy, nothing to do"])}`,
      ),
  },
  {
    name: "a stack trace without a fence",
    kind: "log",
    why: "lines begin alike; each names another place",
    write: (dice) =>
      `Error: cannot read the index\n${lines(50, (n) => `    at ${part(dice)}.${verb(dice)} (/srv/orchard/node_modules/framework/dist/${thing(dice)}.js:${100 + n * 7}:${n})`)}`,
  },
  {
    name: "test results without a fence",
    kind: "log",
    why: "quoted output of a test run: a line a test file",
    write: (dice) =>
      lines(60, (n) => ` ✓ ${sourcePath(dice, n)} (${dice.between(1, 30)} tests) ${dice.between(1, 900)}ms`),
  },
  {
    name: "a history of commits by a machine",
    kind: "log",
    why: "the same subject in each line, but another hash; the windows between them are distinct",
    write: (dice) =>
      lines(50, () => `${dice.hex(8)} chore(deps): bump the development dependencies to their newest versions`),
  },
  {
    name: "a quoted thread of mails",
    kind: "log",
    why: "D2: quotes reset; every answer quotes what was said before",
    cut: "lines",
    write: (dice) => {
      const said = times(9, () => sentence(dice));
      return lines(
        9,
        (n) =>
          `${person(dice)} wrote:\n${said
            .slice(0, n + 1)
            .map((words) => `> ${words}`)
            .join("\n")}\n`,
      );
    },
  },
  {
    name: "quoted lines that are all the same",
    kind: "log",
    why: "D2: quotes reset; the model shows the user which warning was printed, as often as it was printed",
    cut: "tokens",
    write: (dice) =>
      `${paragraph(dice, 2)}\n\n${lines(24, () => "> warning: the option is deprecated and will be removed")}\n\n${paragraph(dice, 2)}`,
  },
  {
    name: "a transcript with times and speakers",
    kind: "log",
    why: "shared beginnings of lines; the words are others",
    write: (dice) =>
      lines(
        40,
        (n) =>
          `[${clock(n * 9)}] Speaker ${1 + (n % 2)} (${n % 2 ? "the candidate" : "the interviewer from the committee"}): ${sentence(dice)}`,
      ),
  },
];

export const dataAndLogs: readonly TextStream[] = [...data, ...logs].map(fine);
