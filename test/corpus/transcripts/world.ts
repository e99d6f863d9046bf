/**
 * What surrounds the story of a transcript: files, logs, test runs, listings, narration and small talk, made from the
 * words of its world by seeded dice. Slots in the templates (`%file%`, `%noun%`, `%n%` …) are filled anew each time.
 */
import type { Dice } from "../loops/dice.js";
import { remarkIn } from "./remarks.js";

export interface World {
  readonly dirs: readonly string[];
  readonly stems: readonly string[];
  readonly extensions: readonly string[];
  readonly nouns: readonly string[];
  /** What the model says while it works, and when it ends a turn; what the user says in passing. */
  readonly narration: readonly string[];
  readonly closings: readonly string[];
  /** Remarks that come once: they sound like findings, and matter to nobody a minute later. */
  readonly asides: readonly string[];
  /** The same of the user's. */
  readonly talk: readonly string[];
  readonly chatter: readonly string[];
  readonly code: readonly string[];
  readonly log: readonly string[];
  /** Quoted documentation: its must and never are nobody's demands here. */
  readonly docs: readonly string[];
  readonly commands: readonly string[];
  /** One line of a test run, and its last lines. */
  readonly test: string;
  readonly testEnd: string;
  /** Nobody says anything in passing. */
  readonly isSilent?: boolean;
  /** How many sentences the model says at a time while it works; one or two if absent. */
  readonly sentences?: number;
  /** Lines of bulk are multiplied by it; 1 if absent. */
  readonly size?: number;
}

export interface Bulk {
  fill(template: string): string;
  /** `count` generated lines of a kind: code, log, list, tests, docs, grep, stat. */
  lines(kind: string, count: number): string;
  say(kind: "narration" | "closings" | "chatter"): string;
  step(): { readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly output: string };
}

export function bulkOf(world: World, language: string, dice: Dice): Bulk {
  let seconds = dice.between(0, 40_000);
  const bags = new Map<readonly string[], string[]>();
  /** Everything once before anything twice, so that a small stock does not chant. */
  const deal = (from: readonly string[]): string => {
    let bag = bags.get(from);
    if (!bag || bag.length === 0) bags.set(from, (bag = dice.shuffle(from)));
    return bag.pop()!;
  };
  const asides = dice.shuffle(world.asides);
  const talk = dice.shuffle(world.talk);
  const file = () => `${dice.pick(world.dirs)}/${dice.pick(world.stems)}${dice.pick(world.extensions)}`;
  const noun = () => dice.pick(world.nouns);
  const slots: Readonly<Record<string, () => string>> = {
    file,
    noun,
    Noun: () => noun().replace(/^./, (first) => first.toUpperCase()),
    dir: () => dice.pick(world.dirs),
    stem: () => dice.pick(world.stems),
    n: () => String(dice.between(2, 99)),
    nnn: () => String(dice.between(100, 999)),
    nnnn: () => String(dice.between(1000, 9999)),
    x: () => (dice.between(1, 9999) / 100).toFixed(2),
    hex: () => dice.hex(8),
    time: () => {
      seconds += dice.between(0, 9);
      const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
      return `${two((seconds / 3600) % 24)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${slots.nnn!()}`;
    },
  };
  const fill = (template: string) => template.replaceAll(/%(\w+)%/g, (slot, name: string) => slots[name]?.() ?? slot);
  const many = (count: number, make: () => string) => Array.from({ length: Math.max(1, count) }, make);

  const kinds: Readonly<Record<string, () => string>> = {
    code: () => fill(dice.pick(world.code)),
    log: () => fill(dice.pick(world.log)),
    list: () =>
      dice.between(0, 4) === 0 ? `[DIR] ${fill("%stem%-%n%")}` : fill("%stem%-%n%") + dice.pick(world.extensions),
    tests: () => fill(world.test),
    docs: () => fill(deal(world.docs)),
    grep: () => `${file()}:${dice.between(3, 900)}: ${fill(dice.pick(world.code)).trim()}`,
    stat: () =>
      ` ${file()} | ${dice.between(1, 80)} ${"+".repeat(dice.between(1, 9))}${"-".repeat(dice.between(0, 5))}`,
  };
  const lines = (kind: string, count: number) => {
    const make = kinds[kind];
    if (!make) throw new Error(`There is no bulk of the kind "${kind}".`);
    return many(count, make).join("\n");
  };
  const some = (low: number, high: number) => Math.round(dice.between(low, high) * (world.size ?? 1));
  const steps = [
    () => ({ name: "read_file", args: { file_path: file() }, output: lines("code", some(12, 40)) }),
    () => ({ name: "read_file", args: { file_path: file() }, output: lines("code", some(20, 60)) }),
    () => ({ name: "grep_search", args: { pattern: noun() }, output: `Found matches:\n${lines("grep", some(3, 14))}` }),
    () => ({ name: "list_directory", args: { dir_path: dice.pick(world.dirs) }, output: lines("list", some(8, 30)) }),
    () => ({
      name: "run_shell_command",
      args: { command: fill(dice.pick(world.commands)) },
      output: `${lines("tests", some(6, 24))}\n${fill(world.testEnd)}`,
    }),
    () => ({
      name: "run_shell_command",
      args: { command: fill("tail -n 40 logs/%stem%.log") },
      output: lines("log", some(8, 26)),
    }),
    () => ({ name: "run_shell_command", args: { command: "git diff --stat" }, output: lines("stat", some(3, 12)) }),
    () => {
      const path = file();
      const [before, after] = [lines("code", dice.between(1, 4)), lines("code", dice.between(2, 6))];
      const output = `Successfully modified file: ${path} (1 replacements).`;
      return { name: "replace", args: { file_path: path, old_string: before, new_string: after }, output };
    },
    () => ({
      name: "glob",
      args: { pattern: `**/*${dice.pick(world.extensions)}` },
      output: many(some(5, 18), file).join("\n"),
    }),
    () => ({
      name: "web_fetch",
      args: { prompt: fill("https://docs.example.org/%stem%/%noun%") },
      output: lines("docs", 5),
    }),
  ];
  const common = (kind: "narration" | "closings" | "chatter") =>
    many(kind === "narration" ? (world.sentences ?? dice.between(1, 2)) : 1, () =>
      fill(kind === "narration" && dice.between(0, 1) === 0 ? remarkIn(language, dice) : deal(world[kind])),
    ).join(" ");
  const say: Bulk["say"] = (kind) => {
    const once = (kind === "narration" ? asides : kind === "chatter" ? talk : []).at(-1);
    if (once === undefined || dice.between(0, 1) === 0) return common(kind);
    (kind === "narration" ? asides : talk).pop();
    // Now and then beside a template, so that a remark is not known by standing alone.
    return dice.between(0, 2) > 0 ? once : `${common(kind)} ${once}`;
  };
  return { fill, lines, say, step: () => dice.pick(steps)() };
}
