/**
 * An excerpt of a Tool's output, made without a Model (X5): some of its lines, in their order.
 * R1 The first and the last lines are kept before all else, then errors, then warnings, then more of the end.
 * R2 Errors stand in <error>, with the lines of their trace; warnings stand in <warning>. No line can close these tags.
 * R3 A note says how many lines are left out. A long line keeps its beginning.
 * R4 The excerpt takes no more tokens than allowed, by the plain estimate; where not even a line fits, it is empty.
 */
import { estimateText } from "../tokens/tokens.js";
import { cutBefore } from "./truncate.js";

type Sort = "plain" | "error" | "warning";

const HEAD = 3;
const TAIL = 8;
/** Lines of a trace that belong to an error. */
const TRACE = 20;
const LONGEST_LINE = 400;
/** The most lines considered: more would never fit. */
const MOST_LINES = 2_000;

const ERROR =
  /\b(?:errors?|exception|fatal|panic(?:ked)?|traceback|failed|failures?|segmentation fault|cannot|not found)\b/i;
/** Errors as programs name them: TypeError, ENOENT. */
const ERROR_NAME = /\w(?:Error|Exception)\b|\bE(?:NOENT|ACCES|PERM|EXIST|TIMEDOUT|CONN[A-Z]+|ADDR[A-Z]+)\b/;
const WARNING = /\bwarn(?:ing)?s?\b|\bdeprecat/i;
const NONE = /\b(?:0|no|without)\s+(?:errors?|failures?|warnings?|failed)\b/i;
/** A line of a trace: indented, or as some languages write it. */
const DEEPER = /^\s+\S|^(?:at|Caused by|File) /;

export function summariseOutput(output: string, tokens: number): string {
  const lines = output.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const sorts = sortsOf(lines);
  const order = byWorth(sorts);
  const summaryOf = (count: number) => written(lines, sorts, order.slice(0, count));
  if (estimateText(summaryOf(order.length)) <= tokens) return summaryOf(order.length);
  let [fits, over] = [0, order.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (estimateText(summaryOf(middle)) <= tokens) fits = middle;
    else over = middle;
  }
  return fits === 0 ? "" : summaryOf(fits);
}

function sortsOf(lines: readonly string[]): readonly Sort[] {
  let deeper = 0;
  return lines.map((line): Sort => {
    const said = line.slice(0, LONGEST_LINE);
    if (deeper > 0 && DEEPER.test(said)) {
      deeper--;
      return "error";
    }
    deeper = 0;
    if (NONE.test(said)) return "plain";
    const sort = sortOf(said);
    if (sort === "error") deeper = TRACE;
    return sort;
  });
}

/** The sort of a line is what it names first. */
function sortOf(line: string): Sort {
  const [error, name, warning] = [ERROR, ERROR_NAME, WARNING].map((pattern) => pattern.exec(line)?.index ?? Infinity);
  const wrong = Math.min(error!, name!);
  if (wrong === Infinity && warning === Infinity) return "plain";
  return warning! < wrong ? "warning" : "error";
}

/** R1 */
function byWorth(sorts: readonly Sort[]): readonly number[] {
  const all = sorts.map((_, at) => at);
  const of = (sort: Sort) => all.filter((at) => sorts[at] === sort);
  const order = [
    ...all.slice(0, HEAD),
    ...all.slice(HEAD).slice(-TAIL),
    ...of("error"),
    ...of("warning"),
    ...all.slice(-MOST_LINES).toReversed(),
  ];
  return [...new Set(order)].slice(0, MOST_LINES);
}

/** R2, R3 */
function written(lines: readonly string[], sorts: readonly Sort[], chosen: readonly number[]): string {
  const blocks: string[] = [];
  let run: string[] = [];
  let sort: Sort = "plain";
  const close = () => {
    if (run.length > 0) blocks.push(sort === "plain" ? run.join("\n") : `<${sort}>\n${run.join("\n")}\n</${sort}>`);
    run = [];
  };
  let next = 0;
  for (const at of chosen.toSorted((one, other) => one - other)) {
    if (at > next || sorts[at] !== sort) close();
    if (at > next) blocks.push(missing(at - next));
    sort = sorts[at]!;
    run.push(lineOf(lines[at]!));
    next = at + 1;
  }
  close();
  if (next < lines.length) blocks.push(missing(lines.length - next));
  return blocks.join("\n");
}

const missing = (count: number): string => `[${count} ${count === 1 ? "line" : "lines"} left out]`;

const lineOf = (line: string): string => {
  const cut = line.length > LONGEST_LINE ? `${line.slice(0, cutBefore(line, LONGEST_LINE))}…` : line;
  return cut.replaceAll(/<(\/?)(error|warning)>/gi, "&lt;$1$2>");
};
