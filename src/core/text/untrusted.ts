/** What strangers wrote reaches the Model between these tags, and can't close them (A4). */
const OPEN = "<untrusted_context>";
const CLOSE = "</untrusted_context>";

export const asUntrusted = (text: string): string =>
  `${OPEN}\n${text.replaceAll(/<(\/?)untrusted_context/gi, "&lt;$1untrusted_context")}\n${CLOSE}`;

export const hasUntrusted = (text: string | undefined): boolean => text?.includes(OPEN) ?? false;

/** What stands between the tags; nothing where there are none. */
export function insideUntrusted(text: string): string | undefined {
  if (!text.startsWith(`${OPEN}\n`) || !text.endsWith(`\n${CLOSE}`)) return undefined;
  const inside = text.slice(OPEN.length + 1, -CLOSE.length - 1);
  return inside.replaceAll(/&lt;(\/?)untrusted_context/gi, "<$1untrusted_context");
}

/** What stands around them. */
export const withoutUntrusted = (text: string): string =>
  text.replaceAll(/<untrusted_context>\n[\s\S]*?\n<\/untrusted_context>/g, "");

/** What stands behind the last of them: our own words. All of it where there are none. */
export function afterUntrusted(text: string): string {
  const close = text.lastIndexOf(CLOSE);
  return close < 0 ? text : text.slice(close + CLOSE.length);
}
