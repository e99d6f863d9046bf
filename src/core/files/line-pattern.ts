/** The regular expressions of a search: tried on one line at a time, in JavaScript's grammar with the few words of others that Models use. */
import { AgentError } from "../errors.js";
import { needsOf } from "./pattern-needs.js";

interface LinePattern {
  /** Where in the line it fits, or -1. */
  find(line: string): number;
  /** False only if no line of the text fits; saves cutting most files into lines. */
  mayBeIn(text: string): boolean;
}

interface LinePatternOptions {
  readonly isFixed?: boolean;
  readonly isCaseSensitive?: boolean;
}

export function createLinePattern(pattern: string, { isFixed, isCaseSensitive }: LinePatternOptions): LinePattern {
  if (pattern === "") throw new AgentError("InvalidArgsError", "The pattern is empty. Say what to look for.");
  const source = isFixed ? escaped(pattern) : pattern;
  // `(?i)` in front is how ripgrep, Python and Go say it; JavaScript has a flag instead.
  const inline = /^\(\?i\)/.exec(source);
  const plain = source.slice(inline?.[0].length ?? 0);
  const ignoreCase = inline !== null || !isCaseSensitive;
  // Braced escapes mean something with `u` only, which is stricter in all else.
  const needsUnicode = /\\[pP]\{|\\u\{/.test(plain);
  const flags = `${ignoreCase ? "i" : ""}${needsUnicode ? "u" : ""}`;
  const line = compile(plain, flags, pattern);
  const whole = isStepwise(plain) ? compile(plain, `m${flags}`, pattern) : needed(plain, ignoreCase, flags);
  return { find: (text) => text.search(line), mayBeIn: (text) => whole?.test(text) ?? true };
}

const escaped = (words: string): string => words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What takes longer on a whole text is at least looked for by the longest words that it must hold. */
function needed(source: string, ignoreCase: boolean, flags: string): RegExp | undefined {
  const longest = needsOf(source, !ignoreCase).reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest === "" ? undefined : new RegExp(escaped(longest), flags);
}

function compile(source: string, flags: string, said: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    const shown = said.length > 100 ? `${said.slice(0, 100)}…` : said;
    const why = (cause as Error).message.replace(/^Invalid regular expression: /, "");
    const message = `“${shown}” is no regular expression (${why}). Escape what is meant literally with \\, or set fixed_strings.`;
    throw new AgentError("InvalidArgsError", message, { cause });
  }
}

/**
 * Whether it has no groups and repeats nothing: then it can be tried on a whole text in time that grows with its length
 * alone, and fits there if it fits any line.
 */
const isStepwise = (source: string): boolean => !/[*+?{(]/.test(source.replaceAll(/\\[^A-Za-z0-9]/g, ""));
