/** Words of others inside Markdown of ours: they must not become markup. */

/** In one line, cut to a length, with nothing in it that Markdown reads. */
export function asPlain(text: string, most = 80): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const cut = line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, "")}…` : line;
  return cut.replaceAll(/[\\`*_{}[\]<>#|~!&]/gu, String.raw`\$&`);
}

/** As code, whatever back-ticks are in it. */
export function asCode(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}
