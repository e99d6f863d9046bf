/** Batch work and retries: one tool many times over, each time with other arguments (D1). */
import { lines, sentence, sourcePath, times } from "./prose.js";
import { call, fineCalls, shell, type FineCalls } from "./streams.js";
import type { CallStream } from "./types.js";

const batches: FineCalls[] = [
  {
    name: "the same edit in forty files",
    kind: "batch",
    why: "#8234, #8237: batch edits; same tool, same result, another file each time",
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
    why: "#8234, D1: files changed are progress; the test is the same with the same result each time, the edit is not",
    write: (dice) =>
      times(15, (n) => [
        call("write_file", { file_path: sourcePath(dice, n), content: sentence(dice) }, "Wrote the file."),
        shell("npm test", "42 passed"),
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
    why: "#8234, D1: what is compared must be all of the arguments; eight thousand characters are the same",
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
    name: "names swapped in pairs",
    kind: "batch",
    why: "D1: from and to exchanged is another call, though the values are the same two",
    write: () =>
      times(10, (n) => [
        call("move", { from: `a${n}`, to: `b${n}` }, "Moved."),
        call("move", { from: `b${n}`, to: `a${n}` }, "Moved."),
      ]).flat(),
  },
  {
    name: "the same arguments for one tool after another",
    kind: "batch",
    why: "D1: the name of the tool is part of the call",
    write: () =>
      ["read_file", "stat", "lint", "format", "count_lines", "blame", "outline"].map((tool) =>
        call(tool, { path: "src/index.ts" }, "ok"),
      ),
  },
  {
    name: "three hundred files read",
    kind: "batch",
    why: "#8234, #7950: reading tools over a large folder; nothing repeats, however long it takes",
    write: (dice) => times(300, (n) => call("read_file", { file_path: sourcePath(dice, n) }, "(empty file)")),
  },
  {
    name: "tasks ticked off one by one",
    kind: "batch",
    why: "D3: incremental edits are no loop; the list is sent whole each time, with one more tick",
    write: () =>
      times(14, (done) =>
        call("write_todos", { todos: times(14, (n) => ({ text: `package ${n}`, done: n <= done })) }, "Saved."),
      ),
  },
];

const retries: FineCalls[] = [
  {
    name: "a retry with longer timeouts",
    kind: "retry",
    why: "D3: retries with variation are no loop",
    write: () => times(8, (n) => shell(`curl --max-time ${2 ** n} https://registry.example.org/health`, "timed out")),
  },
  {
    name: "a search that is made wider",
    kind: "retry",
    why: "D3: retries with variation; a query typed letter by letter, always without a match",
    write: () =>
      times("createSession".length, (n) =>
        call("grep_search", { pattern: "createSession".slice(0, n + 1) }, "No matches found."),
      ),
  },
  {
    name: "spellings of an edit",
    kind: "retry",
    why: "D3: the old string is looked for with another indentation each time",
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

export const callBatches: readonly CallStream[] = [...batches, ...retries].map(fineCalls);
