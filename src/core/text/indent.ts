/**
 * Converts the indentation that a Model remembers to that of a file.
 * R1 Pairs of corresponding lines tell which indentation corresponds to which. Where one corresponds to two, or two to
 *    one, the lines are not the same code, however alike their words.
 * R2 An unknown indentation is the longest known one that it begins with, and the rest; tabs and blanks of the rest are
 *    turned into the file's, if the known ones say how many blanks a tab is.
 * R3 If it begins with no known one: the file is deeper, or less deep, by the same everywhere, or the indentation
 *    stays.
 */
const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

/** Undefined if the lines contradict each other (R1). Both lists must be of the same length. */
export function indenter(from: readonly string[], to: readonly string[]): ((line: string) => string) | undefined {
  const known = new Map<string, string>();
  for (const [at, line] of from.entries()) {
    if (line.trim() === "") continue;
    const [mine, theirs] = [indentOf(line), indentOf(to[at]!)];
    if ((known.get(mine) ?? theirs) !== theirs) return undefined;
    known.set(mine, theirs);
  }
  if (new Set(known.values()).size < known.size) return undefined;
  const longestFirst = [...known].toSorted(([one], [other]) => other.length - one.length);
  const convert = converter(longestFirst);
  const shift = shiftOf(longestFirst);
  return (line) => {
    if (line.trim() === "") return line;
    const mine = indentOf(line);
    const rest = line.slice(mine.length);
    const base = longestFirst.find(([each]) => each !== "" && mine.startsWith(each)) ?? exact(known, mine);
    if (base) return base[1] + convert(mine.slice(base[0].length)) + rest;
    return shift(mine) + rest;
  };
}

function exact(known: ReadonlyMap<string, string>, mine: string): readonly [string, string] | undefined {
  const root = known.get("");
  return root === undefined ? undefined : mine === "" || known.size === 1 ? ["", root] : undefined;
}

/** R2: the rest of an indentation, in the file's own kind. */
function converter(known: readonly (readonly [string, string])[]): (rest: string) => string {
  for (const [mine, theirs] of known) {
    if (/^ +$/.test(mine) && /^\t+$/.test(theirs) && mine.length % theirs.length === 0) {
      const width = mine.length / theirs.length;
      return (rest) => rest.replaceAll(" ".repeat(width), "\t");
    }
    if (/^\t+$/.test(mine) && /^ +$/.test(theirs) && theirs.length % mine.length === 0) {
      const width = theirs.length / mine.length;
      return (rest) => rest.replaceAll("\t", " ".repeat(width));
    }
  }
  return (rest) => rest;
}

/** R3. */
function shiftOf(known: readonly (readonly [string, string])[]): (mine: string) => string {
  const [first] = known;
  if (!first) return (mine) => mine;
  const [mine, theirs] = first;
  const deeper = theirs.slice(0, Math.max(0, theirs.length - mine.length));
  if (theirs === deeper + mine && known.every(([one, other]) => other === deeper + one)) return (each) => deeper + each;
  const less = mine.slice(0, Math.max(0, mine.length - theirs.length));
  if (mine === less + theirs && known.every(([one, other]) => one === less + other)) {
    return (each) => (each.startsWith(less) ? each.slice(less.length) : each);
  }
  return (each) => each;
}
