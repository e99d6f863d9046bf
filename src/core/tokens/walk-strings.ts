/**
 * A walk over every string of a JSON value, keys too. It keeps a list of its own instead of using the call stack: a Tool's output may be
 * nested without end.
 */

/** Answers how many values there are, containers and numbers too; `undefined` is not counted. */
export function walkStrings(value: unknown, visit: (text: string) => void): number {
  let values = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (next === undefined) continue;
    values++;
    if (typeof next === "string") visit(next);
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        visit(key);
        left.push(item);
      }
    }
  }
  return values;
}
