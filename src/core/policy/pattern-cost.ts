/**
 * Tells which regular expressions from elsewhere are safe to try on this thread, by their shape alone; in doubt they
 * are not.
 * R1 A repeated group that contains, at any depth, a repetition or a choice can take for ever.
 * R2 So can many endless parts in a row: each multiplies the time by the length of the text.
 * R3 So can a reference back to a group.
 */
const MOST_ENDLESS_PARTS = 4;

export function mayTakeForEver(pattern: string): boolean {
  if (/\\[1-9]|\\k</.test(pattern)) return true; // R3
  const bare = pattern
    .replaceAll(/\\[\s\S]/g, "x")
    .replaceAll(/\[[^\]]*\]/g, "x")
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(");
  const groups: { varies: boolean }[] = [];
  let endlessParts = 0;
  for (const [at, letter] of [...bare].entries()) {
    if (letter === "(") groups.push({ varies: false });
    else if (letter === "|") mark(groups);
    else {
      const { repeats, isEndless } = quantifierAt(bare, letter === ")" ? at + 1 : at);
      const closed = letter === ")" ? groups.pop() : undefined;
      if (closed?.varies && repeats && bare[at + 1] !== "?") return true; // R1
      if (closed?.varies || (repeats && letter !== ")")) mark(groups);
      if (isEndless && letter !== ")") endlessParts++;
    }
  }
  return endlessParts > MOST_ENDLESS_PARTS;
}

function mark(groups: readonly { varies: boolean }[]): void {
  const last = groups.at(-1);
  if (last) last.varies = true;
}

function quantifierAt(bare: string, at: number): { readonly repeats: boolean; readonly isEndless: boolean } {
  const [quantifier = "", count, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(bare.slice(at, at + 20)) ?? [];
  const isEndless = quantifier === "*" || quantifier === "+" || (comma === "," && most === "");
  const isOnce = quantifier === "" || (count === "1" && comma === "");
  return { repeats: !isOnce, isEndless };
}
