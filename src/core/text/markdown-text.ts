/** A text of others inside our Markdown: in one line, cut to a length, its markup escaped. */
export function asPlain(text: string, most = 80): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const cut = line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, "")}…` : line;
  return cut.replaceAll(/[\\`*_{}[\]<>#|~!&]/gu, String.raw`\$&`);
}

/** A text of others as code, whatever back-ticks are in it. */
export function asCode(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}
