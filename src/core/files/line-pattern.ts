/** Regular expressions of a search: tried on one line at a time, in JavaScript's grammar and with the `(?i)` of others. */
import { AgentError } from "../errors.js";
import type { GrepQuery } from "./file-search.js";
import { patternWords } from "./file-words.js";
import { needsOf } from "./pattern-needs.js";

interface LinePattern {
  /** The place of the match in the line, or -1. */
  find(line: string): number;
  /** False only if no line of the text matches; saves splitting most files into lines. */
  mayBeIn(text: string): boolean;
}

export function createLinePattern(
  pattern: string,
  { isFixed, isCaseSensitive }: Pick<GrepQuery, "isFixed" | "isCaseSensitive">,
): LinePattern {
  if (pattern === "") throw new AgentError("InvalidArgsError", patternWords.empty);
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

/** A filter for patterns that are slow on a whole text: the longest words that every match contains. */
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
    throw new AgentError("InvalidArgsError", patternWords.noPattern(shown, why), { cause });
  }
}

/** True without groups and repetition: such a pattern takes linear time on a whole text, and fits it if it fits a line. */
const isStepwise = (source: string): boolean => !/[*+?{(]/.test(source.replaceAll(/\\[^A-Za-z0-9]/g, ""));
