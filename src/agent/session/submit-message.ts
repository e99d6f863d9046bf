/** Messages as the user typed them: a Command is run, any other message is sent with the files that it names. */
import type { IgnoreOptions } from "../../core/files/ignore.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { CommandRunner } from "../commands/command-runner.js";
import type { OpenSession } from "./open-session.js";
import { plainMessage, readCommand } from "./read-message.js";
import { withReferencedFiles } from "../folder/referenced-files.js";
import type { SeenFiles } from "../calls/seen-files.js";

export interface SubmitParts {
  readonly session: OpenSession;
  readonly commands: CommandRunner;
  readonly workspace?: Workspace;
  /** Of what is kept from the Model. */
  readonly ignore: () => IgnoreOptions;
  /** The files that the Model of this Session has seen, by hash. */
  readonly seen: () => Promise<SeenFiles>;
}

/** `queued` is the id of a message that waited. Tells whether a Turn runs now; a Command leaves none behind. */
export async function submit(
  { session, commands, workspace, ignore, seen }: SubmitParts,
  text: string,
  queued?: string,
): Promise<"command" | "turn"> {
  session.mustBeFree();
  const typed = readCommand(text);
  const result = typed && (await commands.run(typed));
  if (result && "note" in result) {
    if (result.note) await session.note(text.trim(), result.note);
    return "command";
  }
  const words = result ? typed.args : plainMessage(text);
  const { parts, notices, files } = await withReferencedFiles(words, workspace, ignore());
  const sent = result ? [{ text: result.prompt }, ...parts.slice(1)] : parts;
  // Who is sent a file with the message has read it: the first call may already change it.
  for (const { path, bytes } of [...(result?.files ?? []), ...files]) await (await seen()).note(path, bytes);
  const told = [...(result?.notices ?? []), ...notices];
  await session.send({ shown: result ? text.trim() : words, parts: sent, notices: told, queued });
  return "turn";
}
