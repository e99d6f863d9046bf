/** What strangers wrote reaches the Model between these tags, and can't close them (A4). */
const OPEN = "<untrusted_context>";
const CLOSE = "</untrusted_context>";

export const asUntrusted = (text: string): string =>
  `${OPEN}\n${text.replaceAll(/<(\/?)untrusted_context/gi, "&lt;$1untrusted_context")}\n${CLOSE}`;
