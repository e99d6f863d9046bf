/** Text of strangers goes to the Model between these tags, and can't close them (A4). */
const OPEN = "<untrusted_context>";
const CLOSE = "</untrusted_context>";

export const asUntrusted = (text: string): string =>
  `${OPEN}\n${text.replaceAll(/<(\/?)untrusted_context/gi, "&lt;$1untrusted_context")}\n${CLOSE}`;

export const hasUntrusted = (text: string | undefined): boolean => text?.includes(OPEN) ?? false;

/** The text between the tags; undefined where there are none. */
export function insideUntrusted(text: string): string | undefined {
  if (!text.startsWith(`${OPEN}\n`) || !text.endsWith(`\n${CLOSE}`)) return undefined;
  const inside = text.slice(OPEN.length + 1, -CLOSE.length - 1);
  return inside.replaceAll(/&lt;(\/?)untrusted_context/gi, "<$1untrusted_context");
}

/** The text around the tags. */
export const withoutUntrusted = (text: string): string =>
  text.replaceAll(/<untrusted_context>\n[\s\S]*?\n<\/untrusted_context>/g, "");

/** The text behind the last tag, which is ours; all of it where there are none. */
export function afterUntrusted(text: string): string {
  const close = text.lastIndexOf(CLOSE);
  return close < 0 ? text : text.slice(close + CLOSE.length);
}
