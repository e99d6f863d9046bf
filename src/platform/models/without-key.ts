/** The words of servers and platforms with the key struck out: they may quote it, and errors are shown and kept (P2). */
interface Keyed {
  readonly key: string;
}

/** The server's own words, short and in one line, as the end of a clause; empty if it said nothing. */
export function quoted(message: string, { key }: Keyed): string {
  const words = struckOut(message, key).replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return words === "" ? "" : `: "${words.length > 300 ? `${words.slice(0, 300)}…` : words}"`;
}

/** Plain data and not the error itself, which may hold the request, its stack and its headers. */
export function causeOf(error: unknown, { key }: Keyed): { readonly name: string; readonly message: string } {
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { name, message: struckOut(message, key).slice(0, 2_000) };
}

const struckOut = (text: string, key: string): string =>
  key === "" ? text : text.replaceAll(key, "[key]").replaceAll(encodeURIComponent(key), "[key]");
