/**
 * Reads the text that the user typed:
 * R1 A slash and a name begin a Command: `/help`, `/git:commit fix`. A path such as `/usr/bin` is none.
 * R2 With a backslash or a space before the slash it is a message; the backslash is not sent.
 */

export interface TypedCommand {
  readonly name: string;
  /** The text behind the name, trimmed. */
  readonly args: string;
}

export function readCommand(text: string): TypedCommand | undefined {
  const match = /^\/([\p{L}?][\p{L}\p{N}:._-]*)(?:\s+([\s\S]*))?$/u.exec(text);
  return match ? { name: match[1]!, args: (match[2] ?? "").trim() } : undefined;
}

/** The text as it was typed, to the last space, without the sign that kept it from being a Command. */
export const plainMessage = (text: string): string => text.replace(/^\s+(?=\/)|^\s*\\(?=\/)/u, "");
