/** Parses JSON with comments into nodes with their places in the text, for changes in place (json-text.ts). */
import { jsonWords } from "./text-words.js";

export interface JsonNode {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  /** The members of a group. */
  readonly members?: readonly Member[];
}

export interface Member {
  readonly name: string;
  /** The place of the name. */
  readonly from: number;
  readonly node: JsonNode;
  /** The place of the comma after it, if any. */
  readonly comma?: number;
}

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** The fault, as part of a sentence. */
  readonly message: string;
}

/** The deepest nesting: settings have three or four levels, and more may be made to exhaust the stack (P4). */
const DEEPEST = 100;

class Fault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

export function parseJson(text: string): JsonNode | JsonFault {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { line: text.slice(0, error.at).split("\n").length, message: error.message };
  }
}

class Reader {
  #at = 0;
  constructor(private readonly text: string) {}

  whole(): JsonNode {
    if (this.text.startsWith("\ufeff")) this.#at = 1;
    this.#skip();
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.text.length) throw new Fault(this.#at, jsonWords.moreBehind);
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > DEEPEST) throw new Fault(this.#at, jsonWords.tooDeep(DEEPEST));
    const char = this.text[this.#at];
    if (char === "{") return this.#group(depth);
    if (char === "[") return this.#list(depth);
    const from = this.#at;
    const value = char === '"' ? this.#string() : this.#word();
    return { from, to: this.#at, value };
  }

  #group(depth: number): JsonNode {
    const from = this.#at++;
    const members: Member[] = [];
    for (;;) {
      this.#skip();
      if (this.#takes("}")) break;
      const start = this.#at;
      if (this.text[start] !== '"') throw this.#missing(jsonWords.name);
      const name = this.#string();
      this.#skip();
      if (!this.#takes(":")) throw this.#missing(jsonWords.colon(name));
      this.#skip();
      const node = this.#value(depth + 1);
      this.#skip();
      const comma = this.#takes(",") ? this.#at - 1 : undefined;
      members.push({ name, from: start, node, ...(comma !== undefined && { comma }) });
      if (comma === undefined && this.text[this.#at] !== "}") throw this.#missing(jsonWords.commaOr("}"));
    }
    // Not by assignment, for which “__proto__” has another meaning.
    const value = Object.fromEntries(members.map(({ name, node }) => [name, node.value]));
    return { from, to: this.#at, value, members };
  }

  #list(depth: number): JsonNode {
    const from = this.#at++;
    const value: unknown[] = [];
    for (;;) {
      this.#skip();
      if (this.#takes("]")) break;
      value.push(this.#value(depth + 1).value);
      this.#skip();
      if (!this.#takes(",") && this.text[this.#at] !== "]") throw this.#missing(jsonWords.commaOr("]"));
    }
    return { from, to: this.#at, value };
  }

  #string(): string {
    const from = this.#at;
    const [raw] = this.#match(/"(?:[^"\\\n]|\\[^\n])*"/y) ?? [];
    if (raw === undefined) throw new Fault(from, jsonWords.openText);
    return this.#plain(raw, from) as string;
  }

  /** A number, true, false or null. */
  #word(): unknown {
    const from = this.#at;
    const [raw] = this.#match(/[^\s,:[\]{}"/]+/y) ?? [];
    if (raw === undefined) throw this.#missing(jsonWords.value);
    return this.#plain(raw, from);
  }

  #plain(raw: string, from: number): unknown {
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      throw new Fault(from, jsonWords.noValue(raw.slice(0, 40)));
    }
  }

  #missing(what: string): Fault {
    return new Fault(this.#at, jsonWords.missing(what));
  }

  #takes(char: string): boolean {
    if (this.text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  /** White space and comments. */
  #skip(): void {
    for (;;) {
      this.#match(/[\s\ufeff]*/y);
      if (this.text.startsWith("//", this.#at)) this.#match(/.*/y);
      else if (this.text.startsWith("/*", this.#at)) {
        const end = this.text.indexOf("*/", this.#at + 2);
        if (end < 0) throw new Fault(this.#at, jsonWords.openComment);
        this.#at = end + 2;
      } else return;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}
