/**
 * The answers of a Model under the tool protocol, read as they come and told as ModelEvents.
 * R1 The text of an answer is told as it comes, its escapes undone; never half an escape or half a surrogate pair.
 * R2 A call is told when its object is closed. Objects may follow each other.
 * R3 Words before, between and after objects are text; a code fence around an object is dropped.
 * R4 `name` or `function` stands for `tool`, and `arguments`, `parameters` or `input` for `args`, if the name is one of the Tools':
 *    that is what Models were trained on. Arguments that are JSON in a string are read.
 * R5 Line breaks inside a string, which JSON forbids and Models write, are taken as meant.
 * R6 A call that is cut or can't be read is malformed, and nothing is told of it.
 * R7 JSON that is neither call nor answer is text, as it stands.
 *
 *   line start ── "{" ──> object ── "}" ──> line start
 *       │  ▲                 └── a first key that is not ours ──> in a line
 *       ▼  └ newline
 *   in a line
 */
import { isObject } from "../is-object.js";
import type { ModelEvent } from "./model.js";

interface ProtocolReader {
  push(piece: string): readonly ModelEvent[];
  /** The events held back so far, once nothing more comes. */
  end(): ProtocolEnd;
}

interface ProtocolEnd {
  readonly events: readonly ModelEvent[];
  readonly malformed: boolean;
}

const NAMES: readonly string[] = ["tool", "name", "function"];
const ARGS: readonly string[] = ["args", "arguments", "parameters", "input"];
const KEYS: readonly string[] = ["answer", ...NAMES, ...ARGS];

/** The start of a line before an object: blanks, a fence with its language. */
const BEFORE_OBJECT = /^\s*(?:`{1,2}|`{3}\w*\s*)?$/;
/** The characters after an object that mean nothing. */
const AFTER_OBJECT = /^[\s,]*(?:`{0,3}\s*)?$/;

/** The longest indent. A Model that says nothing but newlines must not be held back for ever. */
const MOST_HELD = 200;

export function createProtocolReader(tools: readonly string[]): ProtocolReader {
  let events: ModelEvent[] = [];
  let text = "";
  let held = "";
  let isInLine = false;
  let isAfterObject = false;
  let hasSpoken = false;
  let hasBad = false;
  let object: ObjectScan | undefined;

  const flush = () => {
    if (text !== "") events.push({ type: "text", delta: text });
    text = "";
  };
  const say = (words: string) => {
    text += words;
    hasSpoken ||= words !== "";
    isAfterObject = false;
  };
  /** The rest of the blanks and fences that were dropped: a line of its own for text that follows text. */
  const parting = () => (hasSpoken && held.includes("\n") ? "\n" : "");

  function read(char: string): void {
    if (object) return readObject(object, char);
    if (!isInLine && char === "{") {
      object = createObjectScan();
      return readObject(object, char);
    }
    const isBlank = (isAfterObject ? AFTER_OBJECT : BEFORE_OBJECT).test(held + char);
    if (!isInLine && isBlank && held.length < MOST_HELD) {
      held += char;
      return;
    }
    if (isInLine && char === "\n") {
      isInLine = false;
      held = char;
      return;
    }
    // After an object its fence and blanks are dropped; words that follow begin anew.
    say((isAfterObject ? parting() : held) + char);
    held = "";
    isInLine = true;
  }

  function readObject(scan: ObjectScan, char: string): void {
    const had = scan.answered;
    const said = scan.push(char);
    if (scan.answered && !had) text += parting();
    if (said !== "") text += said;
    hasSpoken ||= said !== "";
    if (scan.firstKey !== undefined && !KEYS.includes(scan.firstKey)) return giveBack(scan);
    if (!scan.closed) return;
    const call = callIn(scan.raw, tools);
    if (call === "none" && !scan.answered) return giveBack(scan);
    if (call === "bad") hasBad = true;
    else if (call !== "none") {
      flush();
      events.push({ type: "call", call });
    }
    startAnew();
  }

  /** R7 */
  function giveBack(scan: ObjectScan): void {
    const words = (isAfterObject ? parting() : held) + scan.source;
    startAnew();
    say(words);
    isInLine = true;
    isAfterObject = false;
  }

  function startAnew(): void {
    object = undefined;
    held = "";
    isInLine = false;
    isAfterObject = true;
  }

  const taken = () => {
    flush();
    const told = events;
    events = [];
    return told;
  };

  return {
    push(piece) {
      for (const char of piece) read(char);
      return taken();
    },
    end() {
      if (object?.isCall) hasBad = true;
      else if (object && !object.answered) giveBack(object);
      else if (!object && !isAfterObject) say(held);
      held = "";
      object = undefined;
      return { events: taken(), malformed: hasBad };
    },
  };
}

interface ObjectScan {
  /** The object's text as it came. */
  readonly source: string;
  /** The object's text as JSON wants it (R5). */
  readonly raw: string;
  readonly firstKey: string | undefined;
  readonly closed: boolean;
  /** Whether an answer's text has been found. */
  readonly answered: boolean;
  /** Whether the object can only be a call. */
  readonly isCall: boolean;
  /** The piece of an answer's text that this character completes. */
  push(char: string): string;
}

/** Follows one object to its end: depth, strings, the keys at its top, and the text of its answer. */
function createObjectScan(): ObjectScan {
  let source = "";
  let raw = "";
  let depth = 0;
  let isInString = false;
  let escape = "";
  let string = "";
  let key: string | undefined;
  let firstKey: string | undefined;
  let isValue = false;
  let answered = false;
  let isAnswering = false;
  let isCall = false;

  function pushInString(char: string): string {
    if (escape !== "") {
      escape += char;
      const whole = escape[1] !== "u" || escape.length === 6;
      if (!whole) return "";
      const said = unescaped(escape);
      escape = "";
      return keep(said);
    }
    if (char === "\\") {
      escape = char;
      return "";
    }
    if (char !== '"') return keep(char);
    isInString = false;
    const rest = isAnswering ? string : "";
    if (depth === 1 && !isValue) {
      key = string;
      firstKey ??= key;
    }
    isAnswering = false;
    string = "";
    return rest;
  }

  /** R1: half a pair waits for its other half. */
  function keep(said: string): string {
    string += said;
    if (!isAnswering || /[\ud800-\udbff]$/.test(string)) return "";
    const told = string;
    string = "";
    return told;
  }

  function pushOutside(char: string): void {
    if (char === '"') {
      isInString = true;
      isAnswering = depth === 1 && isValue && key === "answer";
      answered ||= isAnswering;
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (depth === 1 && char === ":") {
      isValue = true;
      isCall ||= key === "tool";
    } else if (depth === 1 && char === ",") isValue = false;
  }

  return {
    get source() {
      return source;
    },
    get raw() {
      return raw;
    },
    get firstKey() {
      return firstKey;
    },
    get closed() {
      return depth === 0 && source !== "";
    },
    get answered() {
      return answered;
    },
    get isCall() {
      return isCall;
    },
    push(char) {
      source += char;
      raw += isInString && char < " " ? JSON.stringify(char).slice(1, -1) : char;
      if (isInString) return pushInString(char);
      pushOutside(char);
      return "";
    },
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function unescaped(escape: string): string {
  if (escape[1] !== "u") return ESCAPES[escape[1]!] ?? escape[1]!;
  const code = Number.parseInt(escape.slice(2), 16);
  return Number.isNaN(code) ? escape : String.fromCharCode(code);
}

interface FoundCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** R4, R6 */
function callIn(raw: string, tools: readonly string[]): FoundCall | "none" | "bad" {
  const read = parsed(raw);
  const isOurs = /^\{\s*"tool"/.test(raw);
  if (!isObject(read)) return isOurs ? "bad" : "none";
  const nameKey = NAMES.find((key) => Object.hasOwn(read, key));
  const name = nameKey === undefined ? undefined : read[nameKey];
  if (nameKey === undefined) return "none";
  if (typeof name !== "string" || (nameKey !== "tool" && !tools.includes(name))) return isOurs ? "bad" : "none";
  const argsKey = ARGS.find((key) => Object.hasOwn(read, key));
  const given = argsKey === undefined ? {} : read[argsKey];
  const args = typeof given === "string" ? parsed(given) : (given ?? {});
  return name !== "" && isObject(args) ? { name, args } : "bad";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // Whoever asked decides what unreadable JSON means.
  }
}
