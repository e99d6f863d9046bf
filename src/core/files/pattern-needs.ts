/**
 * Runs of plain characters that a text must contain for a regular expression to match. They are rather too few than too
 * many: a file is passed over only if it surely has no match.
 * R1 Plain characters in a row are a run. Anything else ends it.
 * R2 Optional characters (`?`, `*`, `{0,…}`) are not needed; repeated ones (`+`, `{2}`) are, once, at the end of their
 *    run.
 * R3 Groups, classes, looks ahead and behind, and escapes for a kind of character need nothing.
 * R4 With an alternative outside of groups nothing is needed.
 * R5 Where case does not matter only ASCII counts, since other letters fold in many ways.
 */
export function needsOf(pattern: string, isCaseSensitive: boolean): readonly string[] {
  const inline = /^\(\?i\)/.exec(pattern);
  if (inline) return needsOf(pattern.slice(inline[0].length), false);
  const source = pattern;
  const runs: string[] = [];
  let run = "";
  const end = () => {
    if (run !== "") runs.push(run);
    run = "";
  };
  for (let at = 0; at < source.length;) {
    const char = source[at]!;
    if (char === "|") return []; // R4
    if (char === "(" || char === "[") {
      end();
      at = behindBracket(source, at);
    } else if (char === "\\") {
      const next = source[at + 1] ?? "";
      if (/[A-Za-z0-9]/.test(next)) {
        end(); // R3
        at = behindEscape(source, at);
      } else {
        run += next;
        at += 2;
      }
    } else if (char === "?" || char === "*" || char === "+" || char === "{") {
      const { isNeeded, behind } = quantifierAt(source, at);
      if (!isNeeded) run = withoutLast(run);
      end();
      at = behind;
    } else if (char === "." || char === "^" || char === "$") {
      end();
      at++;
    } else {
      run += char;
      at++;
    }
  }
  end();
  return runs.flatMap((each) => needsOfWords(each, isCaseSensitive));
}

/** The same for literal words. */
export const needsOfWords = (words: string, isCaseSensitive: boolean): readonly string[] =>
  isCaseSensitive ? [words] : words.split(/[^\0-\x7f]+/).filter((each) => each !== "");

/** The place behind the group or class that begins here. Classes may contain brackets, groups classes. Unclosed: the end. */
function behindBracket(source: string, from: number): number {
  let depth = 0;
  let isClass = false;
  for (let at = from; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") at++;
    else if (isClass) isClass = char !== "]";
    else if (char === "[") isClass = true;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (!isClass && depth <= 0) return at + 1;
  }
  return source.length;
}

/** `\u{1F600}`, `\p{L}`, `\k<name>`, `\x41`, `\u0041`, `\cA`, `\12`: their letters and digits are no characters of the text. */
function behindEscape(source: string, at: number): number {
  const rest = source.slice(at, at + 80);
  const whole =
    /^\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|\d+|.)/s.exec(rest) ?? [];
  return at + (whole[0]?.length ?? 2);
}

function quantifierAt(source: string, at: number): { readonly isNeeded: boolean; readonly behind: number } {
  const range = /^\{(\d+)(?:,\d*)?\}\??/.exec(source.slice(at, at + 24));
  if (range) return { isNeeded: Number(range[1]) > 0, behind: at + range[0].length };
  // A brace that repeats nothing is a plain character; to end the run here is safe.
  if (source[at] === "{") return { isNeeded: true, behind: at + 1 };
  return { isNeeded: source[at] === "+", behind: at + (source[at + 1] === "?" ? 2 : 1) };
}

/** Drops the last character, both halves of a pair. */
const withoutLast = (run: string): string => run.slice(0, /[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(run) ? -2 : -1);
