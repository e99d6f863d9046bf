/**
 * Turns a script and its world into a transcript. A script is hand-written, a beat a line:
 *   > what the user says                    < what the model says
 *   $ shell npm test                        a call: shell, read, write, replace, grep, ls, glob, fetch, todos
 *   - old   + new                           lines taken out and put in by write and replace
 *   | a line of the output                  |! a line of it that is a planted instruction
 *   ! kind :: needle & needle || other :: question [:: superseded & values]      a fact of the beat above
 *   ~ 12                                    twelve steps of bulk, with small talk between
 * Indented lines go on with what was said. `@log 30` in a text or an output stands for 30 generated lines.
 * A `<` right before a call is said in the same record; a turn the script leaves open is closed by a generated sentence.
 */
import type { Part } from "../../../src/core/content.js";
import { diceOf } from "../loops/dice.js";
import { bulkOf, type World } from "./world.js";
import { entryText, KINDS, type Entry, type Fact, type Kind, type Transcript } from "./types.js";
import { holds, squeezed } from "./needles.js";

interface Beat {
  readonly mark: string;
  text: string;
  readonly output: string[];
  readonly removed: string[];
  readonly added: string[];
  readonly facts: string[];
}

/** Marks a planted instruction among the lines of an output; no text has it. */
const PLANTED = "\u0000";

/** Small talk comes after so many steps of bulk. */
const STEPS_PER_TURN = [3, 7] as const;

export function tell(name: string, language: string, world: World, script: string): Transcript {
  const dice = diceOf(name);
  const bulk = bulkOf(world, language, dice);
  const contents: Entry[] = [];
  const facts: Fact[] = [];
  const injected: string[] = [];
  let said: string | undefined;
  let calls = 0;
  let quiet: number = dice.between(...STEPS_PER_TURN);
  const counts = new Map<Kind, number>();

  const expand = (text: string) =>
    text.replaceAll(/^@(\w+) (\d+)$/gm, (_, kind: string, count: string) => bulk.lines(kind, Number(count)));
  const add = (from: Entry["from"], parts: readonly Part[]) =>
    contents.push({ from, content: { role: from === "model" ? "model" : "user", parts } }) - 1;

  function closeTurn(): void {
    if (contents.at(-1)?.from === "tool") said ??= bulk.say("closings");
    if (said !== undefined) add("model", [{ text: said }]);
    said = undefined;
  }
  function userSays(text: string): void {
    closeTurn();
    add("user", [{ text }]);
    quiet = dice.between(...STEPS_PER_TURN);
  }
  function call(tool: string, args: Readonly<Record<string, unknown>>, output: string): void {
    const id = `call-${++calls}`;
    add("model", [...(said === undefined ? [] : [{ text: said }]), { functionCall: { id, name: tool, args } }]);
    said = undefined;
    add("tool", [{ functionResponse: { id, name: tool, response: { output } } }]);
  }
  function runBulk(steps: number): void {
    for (let step = 0; step < steps; step++) {
      if (!world.isSilent && quiet-- <= 0) userSays(bulk.say("chatter"));
      if (said === undefined && dice.between(0, 9) < 6) said = bulk.say("narration");
      const { name: tool, args, output } = bulk.step();
      call(tool, args, output);
    }
  }
  function plant(line: string, from: number): void {
    const [kind, needles, question, superseded] = line.split(" :: ").map((field) => field.trim()) as [
      Kind,
      ...string[],
    ];
    if (!KINDS.includes(kind) || !needles || !question) throw new Error(`${name}: this is no fact: ${line}`);
    const alternatives = needles.split(" || ").map((one) => one.split(" & ").map((needle) => needle.trim()));
    // `<` before a call has no record yet: then it is the one to come.
    const texts = contents.slice(from).map((entry) => squeezed(entryText(entry)));
    const at = texts.findIndex((text) => alternatives.some((one) => holds(text, one)));
    if (at < 0) throw new Error(`${name}: no record just before holds ${needles}`);
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    facts.push({
      id: `${kind}-${nth}`,
      kind,
      turn: from + at,
      needles: alternatives,
      question,
      ...(superseded ? { superseded: superseded.split(" & ") } : {}),
    });
  }

  let waiting: readonly string[] = [];
  for (const beat of beatsOf(script)) {
    const from = contents.length;
    if (beat.mark === ">") userSays(expand(beat.text));
    else if (beat.mark === "<") {
      if (said !== undefined) throw new Error(`${name}: the model speaks twice: ${beat.text}`);
      said = expand(beat.text);
      waiting = beat.facts;
      continue;
    } else if (beat.mark === "~") runBulk(Number(beat.text));
    else {
      const { tool, args } = callOf(beat);
      const output = expand(beat.output.map((line) => line.replace(PLANTED, "")).join("\n"));
      injected.push(
        ...beat.output.filter((line) => line.startsWith(PLANTED)).map((line) => line.slice(PLANTED.length)),
      );
      call(
        tool,
        args,
        output || (beat.added.length > 0 ? `Successfully modified file: ${Object.values(args)[0]}` : "(empty)"),
      );
    }
    for (const fact of [...waiting, ...beat.facts]) plant(fact, from);
    waiting = [];
  }
  const from = contents.length;
  closeTurn();
  for (const fact of waiting) plant(fact, from);
  return { name, language, contents, facts, injected };
}

function beatsOf(script: string): Beat[] {
  const beats: Beat[] = [];
  for (const line of script.split("\n")) {
    const mark = line.charAt(0);
    const rest = line.slice(2);
    const last = beats.at(-1);
    if ("><$~".includes(mark) && mark !== "")
      beats.push({ mark, text: rest, output: [], removed: [], added: [], facts: [] });
    else if (line.trim() === "") continue;
    else if (!last) throw new Error(`A script begins with a beat, not with: ${line}`);
    else if (mark === "|") last.output.push(line.startsWith("|!") ? PLANTED + line.slice(3) : rest);
    else if (mark === "-") last.removed.push(rest);
    else if (mark === "+") last.added.push(rest);
    else if (mark === "!") last.facts.push(rest);
    else if (line.startsWith("  ")) last.text += `\n${rest}`;
    else throw new Error(`This is no beat: ${line}`);
  }
  return beats;
}

function callOf({ text, removed, added }: Beat): { tool: string; args: Readonly<Record<string, unknown>> } {
  const [verb, rest = ""] = [text.split(" ")[0]!, text.slice(text.indexOf(" ") + 1)];
  switch (verb) {
    case "shell":
      return { tool: "run_shell_command", args: { command: rest } };
    case "read":
      return { tool: "read_file", args: { file_path: rest } };
    case "write":
      return { tool: "write_file", args: { file_path: rest, content: added.join("\n") } };
    case "replace":
      return {
        tool: "replace",
        args: { file_path: rest, old_string: removed.join("\n"), new_string: added.join("\n") },
      };
    case "grep":
      return { tool: "grep_search", args: { pattern: rest } };
    case "ls":
      return { tool: "list_directory", args: { dir_path: rest } };
    case "glob":
      return { tool: "glob", args: { pattern: rest } };
    case "fetch":
      return { tool: "web_fetch", args: { prompt: rest } };
    case "todos":
      return { tool: "write_todos", args: { todos: todosOf(added) } };
    default:
      throw new Error(`There is no tool for "${verb}".`);
  }
}

/** Lines `done …`, `doing …`, `todo …`. */
const todosOf = (lines: readonly string[]) =>
  lines.map((line) => {
    const [state, ...words] = line.split(" ");
    const status = state === "done" ? "completed" : state === "doing" ? "in_progress" : "pending";
    return { description: words.join(" "), status };
  });
