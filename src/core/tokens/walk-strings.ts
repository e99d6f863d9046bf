/**
 * Every string of a JSON value, keys too: what counts of arguments, results and schemas. It goes with a list of its own
 * instead of the call stack: what a Tool gave back may be nested without end.
 */

/** Answers how many values there are, containers and numbers too; what is `undefined` is none. */
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
