/**
 * A call's arguments as the text that a rule's `argsPattern` is tried on, as in Gemini CLI: JSON with sorted keys, where a NUL
 * stands on either side of each outermost pair, so that a pattern can tell a key from words in a value.
 */
export function argsText(args: Readonly<Record<string, unknown>>): string {
  const pairs = Object.keys(args)
    .toSorted()
    .map((key) => `\0${JSON.stringify(key)}:${stable(args[key])}\0`);
  return `{${pairs.join(",")}}`;
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = value as Record<string, unknown>;
  const pairs = Object.keys(inner)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${stable(inner[key])}`);
  return `{${pairs.join(",")}}`;
}
